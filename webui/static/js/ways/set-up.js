// Setting up: pieces from a tray onto one's own four rows, by touch, drag or keys. The referee says
// of every draft what is wrong with it, each fault at its point; no rule is decided here.

import { h, s } from "../dom.js";
import { cube, face, stone } from "../figures.js";
import { say, upper } from "../texts.js";
import { icon } from "../icons.js";
import { siteAt } from "../boards/moons-and-stars/touch.js";
import { KINDS, startLine } from "./before.js";

const WAYS = { trap: ["north", "east", "south", "west"], path: ["north-south", "east-west"] };
const ROWS = { brown: [1, 2, 3, 4], blue: [6, 7, 8, 9] };
const ASK_AFTER_MS = 180;

/** Drafts are kept in the browser until they are handed in, so that a reload loses nothing. */
const keyOf = (room, seat) => `moontable.draft.${room.state.game.number}.${seat}`;

function kept(room, seat) {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(room, seat)) ?? "{}");
  } catch {
    return {};
  }
}

function keep(room, seat, draft) {
  try {
    sessionStorage.setItem(keyOf(room, seat), JSON.stringify(draft));
  } catch {
    // Without a place to keep it the draft lives as long as the page.
  }
}

/** One side's draft: which pieces are where, what is in the hand, what the referee says of it. */
class Draft {
  constructor(room, seat) {
    this.room = room;
    this.seat = seat;
    this.pieces = kept(room, seat);
    this.hand = null;
    this.turned = null;
    this.reasons = [];
    this.timer = null;
    this.ask();
  }

  /** How many of each kind are still in the tray. */
  left() {
    const rolled = this.room.state.board.facts.rolls[this.seat] ?? [0, 0, 0, 0, 0, 0];
    const left = Object.fromEntries(KINDS.map((kind, place) => [kind, rolled[place]]));
    left.stone = 1;
    for (const words of Object.values(this.pieces)) left[words.split(" ")[0]] -= 1;
    return left;
  }

  ways(kind) {
    return kind === "path" && this.room.state.game.rules.paths === "one-way" ? WAYS.trap : WAYS[kind];
  }

  /** The first way of a kind: traps look at the other side. */
  words(kind) {
    const ways = this.ways(kind);
    if (!ways) return kind;
    return `${kind} ${this.seat === "blue" && ways.includes("south") ? "south" : ways[0]}`;
  }

  put(kind, site) {
    if ((this.left()[kind] ?? 0) < 1 || this.pieces[site]) return;
    this.pieces[site] = this.words(kind);
    this.turned = WAYS[kind] ? site : null;
    if (!this.left()[kind]) this.hand = null;
    this.changed();
  }

  carry(from, to) {
    const mine = this.pieces[from];
    const other = this.pieces[to];
    delete this.pieces[from];
    if (other) this.pieces[from] = other;
    this.pieces[to] = mine;
    this.turned = WAYS[mine.split(" ")[0]] ? to : null;
    this.changed();
  }

  turn(site) {
    const [kind, way] = this.pieces[site].split(" ");
    const ways = this.ways(kind);
    if (!ways) return;
    this.pieces[site] = `${kind} ${ways[(ways.indexOf(way) + 1) % ways.length]}`;
    this.changed();
  }

  take(site) {
    const kind = this.pieces[site]?.split(" ")[0];
    delete this.pieces[site];
    this.turned = null;
    this.hand = kind;
    this.changed();
  }

  clear() {
    this.pieces = {};
    this.turned = null;
    this.hand = null;
    this.changed();
  }

  changed() {
    keep(this.room, this.seat, this.pieces);
    this.ask();
    this.room.draw();
  }

  get action() {
    return { set_up: this.seat, pieces: { ...this.pieces } };
  }

  /** Let the referee look at the draft, a moment after the last change. */
  ask() {
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      const asked = JSON.stringify(this.action);
      const said = await this.room.wouldBe({ action: this.action, seat: this.seat });
      if (asked !== JSON.stringify(this.action)) return;
      this.reasons = said.legal === false ? said.reasons : [];
      this.good = said.legal === true;
      if (this.good) requestAnimationFrame(() => document.querySelector('[data-focus="ready"]')?.scrollIntoView({ block: "nearest" }));
      this.room.draw();
    }, ASK_AFTER_MS);
  }
}

/** The draft of the side that this viewer sets up now. */
function draftOf(room) {
  const { placed } = room.state.board.facts;
  const open = room.acting.filter((seat) => !placed[seat]);
  const seat = open.includes(room.picks.side) ? room.picks.side : open[0];
  if (!seat) return null;
  const drafts = (room.drafts ??= new Map());
  const key = keyOf(room, seat);
  if (!drafts.has(key)) drafts.set(key, new Draft(room, seat));
  return drafts.get(key);
}

const pieceOf = (room, seat, words) => {
  const [kind, facing] = words.split(" ");
  const piece = `${seat} ${words}`;
  return { owner: seat, kind, facing, name: room.state.game.names?.[piece] ?? piece };
};

/** Touching the board while setting up. */
export class SetUp {
  static of(room) {
    const draft = draftOf(room);
    return draft ? new SetUp(room, draft) : null;
  }

  constructor(room, draft) {
    this.room = room;
    this.draft = draft;
    const { board } = room.state;
    const laid = Object.entries(draft.pieces).map(([site, words]) => [site, [pieceOf(room, draft.seat, words)]]);
    this.board = { ...board, sites: { ...board.sites, ...Object.fromEntries(laid) } };
    const columns = board.facts.columns;
    this.home = ROWS[draft.seat].flatMap((row) => Array.from({ length: columns }, (_, file) => String.fromCharCode(97 + file) + row));
    this.selected = draft.turned;
    this.targets = draft.hand ? this.home.filter((site) => !draft.pieces[site]).map((site) => ({ site, kind: "place" })) : [];
    this.marks = draft.reasons.filter((reason) => reason.sites?.length).flatMap(({ sites, text }) => sites.slice(0, 1).map((site) => ({ site, kind: "fault", text })));
  }

  canDrag(site) {
    return Boolean(this.draft.pieces[site]);
  }

  touch(site, how = {}) {
    const { draft } = this;
    if (how.by === "drag") return;
    if (site === null) {
      draft.hand = null;
      draft.turned = null;
    } else if (draft.pieces[site]) {
      if (draft.turned === site) draft.turn(site);
      draft.turned = site;
      draft.hand = null;
    } else if (draft.hand && this.home.includes(site)) draft.put(draft.hand, site);
    else if (draft.turned && this.home.includes(site)) draft.carry(draft.turned, site);
    this.room.draw();
  }

  drop(from, to) {
    if (this.home.includes(to)) this.draft.carry(from, to);
    else this.draft.take(from);
  }
}

/** The tray, what is wrong so far, and the ways to be done. */
export function setUpCard(room) {
  const draft = draftOf(room);
  const { facts } = room.state.board;
  if (!draft) return h("section", { class: "card" }, h("h2", {}, say("set-up.title")), startLine(room), h("p", { class: "soft" }, say("set-up.wait")));
  const left = draft.left();
  const open = room.acting.filter((seat) => !facts.placed[seat]);
  const todo = Object.values(left).reduce((all, one) => all + Math.max(0, one), 0);
  const total = todo + Object.keys(draft.pieces).length;
  return h("section", { class: "card set-up-card" },
    h("h2", {}, say("set-up.title-of", { player: room.player(draft.seat) })),
    open.length > 1 ? h("div", { class: "row" }, open.map((seat) => h("button", { type: "button", class: "chip", "data-focus": `side-${seat}`, "aria-pressed": String(seat === draft.seat), onclick: () => { room.picks.side = seat; room.draw(); } }, room.player(seat)))) : null,
    todo ? h("div", { class: "tray" }, [...KINDS, "stone"].map((kind) => trayButton(room, draft, kind, left[kind]))) : null,
    todo || draft.turned ? h("p", { class: "soft" }, say(draft.turned && draft.pieces[draft.turned] && / /.test(draft.pieces[draft.turned]) ? "set-up.turn-hint" : "set-up.about")) : null,
    draft.turned && draft.pieces[draft.turned] ? chosenPiece(room, draft) : null,
    h("progress", { class: "progress", max: total, value: total - todo, "aria-label": say("set-up.placed", { count: total - todo, due: total }) }),
    faultList(room, draft, todo),
    h("div", { class: draft.good ? "row acts" : "row" },
      h("button", { type: "button", class: "main", "data-focus": "ready", disabled: !draft.good, onclick: () => finish(room, draft) }, say("set-up.done")),
      h("button", { type: "button", "data-focus": "chance", onclick: () => byChance(room, draft) }, say("set-up.chance"))),
    h("div", { class: "row" },
      room.state.by_hand ? null : h("button", { type: "button", onclick: () => room.ask("done", { seat: draft.seat }) }, say("set-up.look")),
      h("button", { type: "button", class: "quiet", disabled: !Object.keys(draft.pieces).length, onclick: () => draft.clear() }, say("set-up.clear"))),
    startLine(room));
}

async function finish(room, draft) {
  if (await room.ask("play", { action: draft.action, seat: draft.seat })) {
    sessionStorage.removeItem(keyOf(room, draft.seat));
    room.drafts.delete(keyOf(room, draft.seat));
  }
}

/** A draft by chance: dealt out at random, then what the referee finds wrong is dealt anew. */
async function byChance(room, draft) {
  const mode = SetUp.of(room);
  const any = (list) => list[Math.floor(Math.random() * list.length)];
  const deal = (kind) => {
    const free = mode.home.filter((site) => !draft.pieces[site]);
    const ways = draft.ways(kind);
    draft.pieces[any(free)] = ways ? `${kind} ${any(ways)}` : kind;
  };
  draft.pieces = {};
  draft.hand = null;
  draft.turned = null;
  for (const [kind, count] of Object.entries(draft.left())) for (let i = 0; i < count; i += 1) deal(kind);
  for (let tries = 0; tries < 40; tries += 1) {
    const said = await room.wouldBe({ action: draft.action, seat: draft.seat });
    if (said.legal !== false) break;
    const wrong = said.reasons.map((reason) => reason.sites?.[0]).filter((site) => draft.pieces[site]);
    if (!wrong.length) break;
    const kinds = wrong.map((site) => draft.pieces[site].split(" ")[0]);
    for (const site of wrong) delete draft.pieces[site];
    kinds.forEach(deal);
  }
  draft.changed();
  room.board.place?.scrollIntoView({ block: "nearest" });
}

const trayFace = (seat, kind, size = 40) => s("svg", { viewBox: "-50 -50 100 100", width: size, height: size, class: `side-${seat}`, "aria-hidden": "true" }, kind === "stone" ? stone() : [cube(seat), face(kind)]);

function trayButton(room, draft, kind, count) {
  const name = room.kind(kind, count);
  return h("button", { type: "button", "data-focus": `tray-${kind}`, "aria-pressed": String(draft.hand === kind), disabled: count < 1, "aria-label": say("set-up.tray", { kind: name, count }),
    onclick: () => { draft.hand = draft.hand === kind ? null : kind; draft.turned = null; room.draw(); },
    onpointerdown: (event) => dragFromTray(room, draft, kind, event) },
  trayFace(draft.seat, kind), h("span", { class: "count" }, `× ${count}`), h("small", {}, upper(name)));
}

/** Carry a piece from the tray to the board with the mouse or a finger. */
function dragFromTray(room, draft, kind, start) {
  let carried = null;
  const move = (event) => {
    if (!carried && Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > 10) {
      carried = h("div", { class: "ghost-piece" }, trayFace(draft.seat, kind, 56));
      document.body.append(carried);
    }
    if (carried) carried.style.transform = `translate(${event.clientX}px, ${event.clientY}px)`;
  };
  const end = (event) => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", end);
    removeEventListener("pointercancel", end);
    if (!carried) return;
    carried.remove();
    const site = event.type === "pointerup" ? siteAt(room.board.element, event) : null;
    const mode = SetUp.of(room);
    if (site && mode?.home.includes(site)) draft.put(kind, site);
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", end);
  addEventListener("pointercancel", end);
}

function chosenPiece(room, draft) {
  const site = draft.turned;
  const words = draft.pieces[site];
  return h("div", { class: "row said" },
    h("span", { class: "grow strong" }, `${site}: ${pieceOf(room, draft.seat, words).name}`),
    / /.test(words) ? h("button", { type: "button", class: "chip", "data-focus": "turn", onclick: () => draft.turn(site) }, icon("turn", 18), say("set-up.turn")) : null,
    h("button", { type: "button", class: "chip", "data-focus": "take", onclick: () => draft.take(site) }, say("set-up.take")));
}

/** What is wrong; while pieces are still in the tray only what is wrong on the board. */
function faultList(room, draft, todo) {
  const faults = draft.reasons.filter((reason) => reason.sites?.length || !todo);
  if (!faults.length) return todo ? null : draft.good ? h("p", { class: "notice good" }, say("set-up.good")) : null;
  return h("ul", { class: "faults", "aria-live": "polite" }, faults.map(({ sites, text, ruling }) =>
    h("li", {}, (sites ?? []).slice(0, 1).map((site) => h("span", { class: "tag" }, site)), h("span", {}, text, " ", h("a", { class: "small soft", href: `/rules/moons-and-stars#${ruling}` }, say("answer.rule"))))));
}
