// The answer to "may I …?", which nothing was played for; and what a ruling has in common with it.

import { h } from "../dom.js";
import { say, upper } from "../texts.js";
import { icon } from "../icons.js";
import { inWords } from "./told.js";

/** The answer with its reasons; `dismiss` takes it away. */
export function askedCard(room, asked, dismiss) {
  const tone = asked.legal === null ? "info" : asked.legal ? "good" : "bad";
  return h("section", { class: `card ruling ${tone}` },
    h("header", {}, h("span", { class: "tone" }, icon(tone)), h("h2", {}, asked.question),
      h("button", { type: "button", class: "icon quiet", "aria-label": say("answer.dismiss"), onclick: dismiss }, icon("close"))),
    asked.legal === null ? h("p", {}, asked.text) : h("p", { class: "strong" }, say(asked.legal ? "asked.yes" : "asked.no")),
    reasonList(room, asked.reasons),
    asked.legal && asked.steps ? h("p", { class: "soft" }, asked.steps) : null,
    nearestMoves(room, asked.nearest),
    asked.legal && room.acting.length ? h("button", { type: "button", class: "main", onclick: () => room.ask("play", { action: asked.action, seat: room.you.seat }) }, say("asked.play")) : null);
}

/** Reasons, each with its way to the rule that it rests on. */
export function reasonList(room, reasons = []) {
  if (!reasons.length) return null;
  return h("ul", { class: "reasons" }, reasons.map((reason) =>
    h("li", {}, h("span", {}, reason.text),
      reason.ruling ? h("a", { href: `/rules/${room.state.game.id}#${reason.ruling}`, "aria-label": say("answer.rule-of", { text: reason.text }) }, say("answer.rule")) : null)));
}

/** What could be played instead. */
export function nearestMoves(room, nearest = []) {
  if (!nearest?.length) return null;
  return h("div", { class: "row" }, h("span", { class: "soft small" }, say("answer.nearest")),
    nearest.map((text) => h("button", { type: "button", class: "chip", disabled: !room.acting.length, onclick: () => room.ask("play", { text, seat: room.you.seat }) }, upper(inWords(room, text) ?? text))));
}
