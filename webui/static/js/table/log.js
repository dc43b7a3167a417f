// The log of the game with its rulings; a click shows the position as it was.

import { h } from "../dom.js";
import { has, say } from "../texts.js";
import { icon } from "../icons.js";
import { reasonList } from "./asked.js";
import { inWords } from "./told.js";

/** Kinds whose lines say themselves what they are. */
const QUIET = new Set(["played", "result", "takeback"]);
/** Kinds whose lines lead to a position, as long as they stand. */
const DONE = new Set(["played", "overruled"]);

export class LogView {
  constructor(room, place) {
    this.room = room;
    this.list = h("ol", { class: "log", "aria-label": say("log.name"), tabindex: "0" });
    place.replaceChildren(this.list);
    this.items = [];
    this.game = null;
  }

  /** Add what is new; take away only what has changed, and what comes after it. */
  draw() {
    const { state, past } = this.room;
    const log = state.log ?? [];
    if (this.game !== state.game.number || !this.items.length) {
      this.list.replaceChildren();
      this.items = [];
      this.game = state.game.number;
    }
    for (const { element } of this.items.splice(this.kept(log))) element.remove();
    const stays = this.list.scrollTop + this.list.clientHeight < this.list.scrollHeight - 60;
    for (const entry of log.slice(this.items.length)) {
      const element = this.item(entry);
      this.items.push({ entry, element, step: entry.step, button: element.firstChild });
      this.list.append(element);
    }
    this.list.classList.toggle("long", log.length > 80);
    if (!stays) this.list.scrollTop = this.list.scrollHeight;
    for (const { step, button } of this.items) {
      if (past && step === past.step) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    }
    if (!log.length) this.list.replaceChildren(h("li", { class: "soft small" }, say("log.empty")));
    else if (this.list.firstChild && !this.items.length) this.list.replaceChildren();
  }

  /** How many of the shown lines stay. */
  kept(log) {
    const same = (entry, shown) => entry === shown || JSON.stringify(entry) === JSON.stringify(shown);
    const changed = this.items.findIndex(({ entry }, place) => !same(log[place], entry));
    return changed < 0 ? this.items.length : changed;
  }

  item(entry) {
    return logLine(this.room, entry, { n: entry.n, words: inWords(this.room, entry.notation, entry.seat), open: (step) => this.room.lookBack(step) });
  }
}

/**
 * A line of a log: what happened, in `words` where there are some, why it was refused, and, where it
 * led to a position, the way back there. `room.state.game.id` tells whose rules the reasons are.
 */
export function logLine(room, { kind, notation, text, step, reasons }, { n, words, open }) {
  const leads = step !== null && step !== undefined;
  const note = [!QUIET.has(kind) && has(`log.kind.${kind}`) ? say(`log.kind.${kind}`) : "", notation && text && text !== notation ? text : ""].filter(Boolean).join(" · ");
  const line = [h("span", { class: "n" }, `${n}`), icon(kind, 16),
    h("span", {}, h("span", { class: "what" }, words ?? (notation || text)), note ? h("span", { class: "kind-note" }, note) : null)];
  const gone = !leads && DONE.has(kind); // it was taken back
  return h("li", { class: gone ? "log-gone" : `log-${kind}` },
    leads ? h("button", { type: "button", onclick: () => open(step) }, line) : h("div", { class: "entry" }, line),
    reasonList(room, reasons));
}
