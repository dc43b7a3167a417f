// The board on the table page: what is lit, what a touch means, earlier positions.

import { h, show } from "../dom.js";
import { say, upper } from "../texts.js";
import { inWords } from "./told.js";
import { boardModule } from "../boards/index.js";
import { choose } from "../asking.js";
import { icon } from "../icons.js";

const siteOf = (from) => (from ? from.split(" top")[0] : null);

export class BoardRoom {
  constructor(room, place, pastPlace) {
    this.room = room;
    this.place = place;
    this.pastPlace = pastPlace;
    this.element = null;
    this.module = null;
    this.shown = null;
  }

  async draw() {
    const { room } = this;
    const { game } = room.state;
    this.module = await boardModule(game.id);
    if (!this.module) {
      show(this.place);
      return;
    }
    await this.module.prepare?.(room);
    this.mode = this.modeNow();
    const options = this.options();
    const board = this.mode.board;
    if (this.element && this.shown === game.id) this.module.update(this.element, board, options);
    else {
      this.element = this.module.draw(board, options);
      this.shown = game.id;
      show(this.place, this.element);
    }
    show(this.pastPlace, room.past ? this.pastBar() : null);
    this.pastPlace.hidden = !room.past;
  }

  options() {
    const { room, mode } = this;
    return {
      seatView: room.seatView,
      texts: say,
      room,
      targets: mode.targets ?? [],
      sources: mode.sources ?? [],
      selected: mode.selected ?? null,
      marks: mode.marks ?? [],
      arrows: mode.arrows ?? [],
      canDrag: (site) => mode.canDrag?.(site) ?? false,
      onTouch: (site, how) => this.mode.touch?.(site, how),
      onDrop: (from, to) => this.mode.drop?.(from, to),
      label: say("board.name"),
    };
  }

  modeNow() {
    const { room } = this;
    if (room.past) return { board: room.past.board ?? room.past, marks: lastMarks(room.past.last) };
    return this.module.mode?.(room) ?? new Playing(room, this.module);
  }

  pastBar() {
    const { room } = this;
    const { step } = room.past;
    const steps = room.state.log.filter((entry) => entry.step !== null && entry.step !== undefined).map((entry) => entry.step);
    const last = Math.max(0, ...steps);
    const go = (to, name, key) => h("button", { type: "button", class: "icon quiet", "aria-label": say(`past.${key}`), "data-focus": key, disabled: to < 0 || to > last, onclick: () => room.lookBack(to) }, icon(name));
    return h("div", { class: "past" },
      go(0, "first", "first"), go(step - 1, "previous", "previous"),
      h("span", {}, say("past.step", { step, last })),
      go(step + 1, "next", "next"),
      h("button", { type: "button", class: "chip main", onclick: () => room.lookBack(null) }, say("past.now")));
  }
}

const lastMarks = (last) => (last?.sites ?? []).map((site) => ({ site, kind: "last" }));

/** Touch a piece, then where it should go; any game whose actions have a from or a to. */
class Playing {
  constructor(room, module) {
    this.room = room;
    this.module = module;
    const { state } = room;
    this.actions = (state.actions ?? []).filter((action) => action.from || action.to);
    this.board = { ...state.board };
    this.sources = [...new Set(this.actions.map((action) => siteOf(action.from)).filter(Boolean))];
    this.selected = room.selected;
    const open = this.selected ? this.from(this.selected) : this.actions.filter((action) => !action.from);
    this.targets = lit(open);
    this.marks = this.marked();
    this.arrows = [];
  }

  from(site) {
    return this.actions.filter((action) => siteOf(action.from) === site);
  }

  marked() {
    const { state } = this.room;
    const marks = this.selected || state.todo?.length ? [] : lastMarks(state.last);
    for (const { site, text } of state.answer?.faults ?? []) marks.push({ site, text, kind: "fault" });
    for (const { site, text } of state.answer?.strange ?? []) marks.push({ site, text, kind: "strange" });
    for (const step of state.todo ?? []) for (const site of step.sites ?? []) marks.push({ site, text: step.text, kind: "todo" });
    for (const site of this.room.shine ?? []) marks.push({ site, kind: "todo" });
    return marks;
  }

  canDrag(site) {
    return this.sources?.includes(site) ?? false;
  }

  touch(site, how = {}) {
    const { room } = this;
    if (site === null || (site === room.selected && how.by !== "drag")) return this.select(null);
    const target = this.targets.find((one) => one.site === site);
    if (target && how.by !== "drag") return this.go(target);
    if (this.sources.includes(site)) return this.select(site);
    if (room.selected && how.by !== "drag") return this.whyNot(room.selected, site);
    const occupied = (room.state.board.sites?.[site] ?? []).length > 0;
    return this.select(occupied ? site : null);
  }

  drop(from, to) {
    const target = lit(this.from(from)).find((one) => one.site === to);
    return target ? this.go(target) : this.whyNot(from, to);
  }

  select(site) {
    this.room.selected = site;
    this.room.asked = null;
    this.room.draw();
  }

  async go(target) {
    const { room } = this;
    let [action] = target.actions;
    if (target.actions.length > 1) {
      const choices = target.actions.map((one) => ({ label: upper(inWords(room, one.text) ?? (one.name || one.text)), detail: one.steps || one.text, value: one }));
      action = await choose(say("board.which"), choices);
      if (!action) return;
    }
    room.selected = null;
    if (!(await room.play(action))) room.draw();
  }

  async whyNot(from, to) {
    const { room } = this;
    const action = this.module.attempt?.(from, to);
    room.selected = null;
    if (!action) return room.draw();
    const said = await room.wouldBe({ action, seat: room.you.seat });
    room.asked = { question: say("asked.move", { from, to }), ...said };
    room.draw();
  }
}

/** Actions by the point where they land. */
function lit(actions) {
  const targets = new Map();
  for (const action of actions) {
    if (!action.to) continue;
    const known = targets.get(action.to);
    if (known) known.actions.push(action);
    else targets.set(action.to, { site: action.to, kind: action.kind, to: action.rest, name: action.name, actions: [action] });
  }
  return [...targets.values()];
}
