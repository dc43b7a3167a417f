// One rule: its title, what the referee may say by it, and a small board that shows it.

import { h } from "../dom.js";
import { say } from "../texts.js";
import { draw } from "../boards/moons-and-stars.js";
import { DIAGRAMS } from "./diagrams.js";

/** The sentences that the referee may say by a rule, as a list. */
export const sentenceList = (sentences) => h("ul", { class: "stack prose" }, sentences.map((text) => h("li", { class: "soft" }, text)));

/** A small board with a few pieces and what can be done there; null where there is none. */
export function diagram(name, title) {
  const drawn = DIAGRAMS[name];
  if (!drawn) return null;
  const sites = Object.fromEntries(Object.entries(drawn.sites).map(([site, pile]) => [site, pile.split("+").map((words) => {
    const [owner, kind, facing] = words.trim().split(" ");
    return { owner, kind, facing: facing ?? "" };
  })]));
  const marks = (drawn.no ?? []).map((site) => ({ site, kind: "off" }));
  return h("div", { class: "diagram" }, draw(
    { sites, facts: { columns: 9, notches: drawn.notches ?? 0 } },
    { still: true, crop: drawn.crop, targets: drawn.targets, arrows: drawn.arrows, marks, label: say("rules.diagram", { title }) }));
}
