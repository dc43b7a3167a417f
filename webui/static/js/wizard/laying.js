// On a virtual table the wizard lays out what it asks for; on a real one hands do.

import { h } from "../dom.js";
import { say } from "../texts.js";

export function laying(wizard, what) {
  if (!wizard.state.camera.virtual) return null;
  return h("div", { class: "row" },
    h("button", { type: "button", class: "chip", "data-focus": `lay-${what}`, onclick: () => wizard.ask("lay", { what }) }, say("wizard.setup.lay")),
    h("a", { class: "small", href: "/desk" }, say("wizard.camera.desk")));
}
