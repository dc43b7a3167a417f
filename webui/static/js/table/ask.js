// Type a move: play it, or ask whether it would be allowed.

import { h, show } from "../dom.js";
import { has, say } from "../texts.js";
import { askedCard } from "./asked.js";

/**
 * The form: {element, clear, fit}. It stays the same element, so that what is typed is kept while the
 * table changes; `clear` takes away an answer, which was true of the table as it was; `fit` says how
 * the actions of the game are written that is played.
 */
export function askForm(room) {
  const field = h("input", { type: "text", name: "move", maxlength: 300, autocomplete: "off", autocapitalize: "off", spellcheck: "false", "aria-describedby": "ask-help" });
  const help = h("p", { class: "small soft", id: "ask-help" });
  const place = h("div", { "aria-live": "polite" });
  const fit = (game) => {
    const own = has(`boards.${game}.example`);
    field.placeholder = own ? say(`boards.${game}.example`) : say("asked.example");
    show(help, own ? say(`boards.${game}.writing`) : say("asked.help"));
  };
  const clear = () => show(place);
  const ask = async () => {
    const text = field.value.trim();
    if (!text) return field.focus();
    const asked = { question: say("asked.text", { text }), ...(await room.wouldBe({ text, seat: room.you.seat })) };
    show(place, askedCard(room, asked, clear));
    return place.scrollIntoView({ block: "nearest" });
  };
  const play = async () => {
    const text = field.value.trim();
    if (!text) return field.focus();
    if (!room.acting.length) return ask();
    clear();
    if (await room.ask("play", { text, seat: room.you.seat })) field.value = "";
    return undefined;
  };
  const element = h("form", { class: "stack", onsubmit: (event) => { event.preventDefault(); play(); } },
    h("label", { class: "field" }, say("asked.label"), field),
    h("div", { class: "row" },
      h("button", { type: "submit", class: "main" }, say("asked.play")),
      h("button", { type: "button", onclick: ask }, say("asked.ask"))),
    place,
    help);
  return { element, clear, fit };
}
