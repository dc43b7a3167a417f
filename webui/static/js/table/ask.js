// Type a move: play it, or ask whether it would be allowed.

import { h } from "../dom.js";
import { say } from "../texts.js";

/** The form; it stays the same element, so that what is typed is kept while the table changes. */
export function askForm(room) {
  const field = h("input", { type: "text", name: "move", maxlength: 300, autocomplete: "off", autocapitalize: "off", spellcheck: "false", placeholder: say("asked.example"), "aria-describedby": "ask-help" });
  const ask = async () => {
    const text = field.value.trim();
    if (!text) return field.focus();
    room.asked = { question: say("asked.text", { text }), ...(await room.wouldBe({ text, seat: room.you.seat })) };
    return room.draw();
  };
  const play = async () => {
    const text = field.value.trim();
    if (!text) return field.focus();
    if (!room.acting.length) return ask();
    if (await room.ask("play", { text, seat: room.you.seat })) field.value = "";
    return undefined;
  };
  return h("form", { class: "stack", onsubmit: (event) => { event.preventDefault(); play(); } },
    h("label", { class: "field" }, say("asked.label"), field),
    h("div", { class: "row" },
      h("button", { type: "submit", class: "main" }, say("asked.play")),
      h("button", { type: "button", onclick: ask }, say("asked.ask"))),
    h("p", { class: "small soft", id: "ask-help" }, say("asked.help")));
}
