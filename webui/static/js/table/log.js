// The log of the game with its rulings; a click shows the position as it was.

import { h } from "../dom.js";
import { has, say } from "../texts.js";
import { icon } from "../icons.js";
import { inWords } from "./told.js";

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
    const { kind, n, notation, seat, text, step } = entry;
    const words = inWords(this.room, notation, seat);
    const title = words ?? (notation || text);
    const note = [kind !== "played" && has(`log.kind.${kind}`) ? say(`log.kind.${kind}`) : "", notation && text && text !== notation ? text : ""].filter(Boolean).join(" · ");
    return h("li", { class: kind },
      h("button", { type: "button", disabled: step === null || step === undefined, onclick: () => this.room.lookBack(step) },
        h("span", { class: "n" }, `${n}`), icon(kind, 16),
        h("span", {}, h("span", { class: "what" }, title), note ? h("span", { class: "kind-note" }, note) : null)));
  }
}
