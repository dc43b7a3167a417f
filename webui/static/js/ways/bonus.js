// A deity's bonus, chosen on the board: pieces to take off, ways to turn, points to fill, a walk.
// What may be chosen comes from the actions that the server tells, or the referee is asked.

import { h, s } from "../dom.js";
import { cube, deity, face } from "../figures.js";
import { say, upper } from "../texts.js";
import { reasonList } from "../table/asked.js";

const AXES = ["north-south", "east-west"];
const WAYS = ["north", "east", "south", "west"];
const ENDS = { "north-south": ["north", "south"], "east-west": ["east", "west"] };
const ROWS = { brown: [1, 2, 3, 4], blue: [6, 7, 8, 9] };

/** The choice of one bonus, by deity. */
export class Bonus {
  static of(room) {
    const { facts } = room.state.board;
    const owner = facts.owed ?? room.state.to_act[0];
    const [name] = facts.deities?.[owner] ?? [];
    if (!name || !room.acting.includes(owner)) return null;
    const key = `${room.state.game.number}:${room.state.last?.step ?? 0}:${name}`;
    if (room.bonus?.key !== key) room.bonus = { key, sites: [], ways: {}, place: {}, order: [], hand: null, reasons: [] };
    const Kind = KINDS[name] ?? Bonus;
    return new Kind(room, owner, name);
  }

  constructor(room, owner, name) {
    this.room = room;
    this.owner = owner;
    this.name = name;
    this.picked = room.bonus;
    this.board = { ...room.state.board };
    this.actions = (room.state.actions ?? []).filter((action) => action.action?.deity === name);
    this.targets = [];
    this.marks = [];
    this.prepare();
  }

  prepare() {}

  touch() {}

  get enemy() {
    return this.owner === "brown" ? "blue" : "brown";
  }

  /** Sites whose pile has a piece of a side and one of some kinds. */
  sitesWith(owner, ...kinds) {
    return Object.entries(this.board.sites).filter(([, pile]) => pile.some((piece) => piece.owner === owner && kinds.includes(piece.kind))).map(([site]) => site);
  }

  changed() {
    this.picked.reasons = [];
    this.room.draw();
  }

  /** The action as it is chosen now; null while it isn't whole. */
  get action() {
    return this.actions.length === 1 ? this.actions[0].action : null;
  }

  get hint() {
    return say(`bonus.${this.name}`);
  }

  extra() {
    return null;
  }

  async use() {
    const { action } = this;
    const said = await this.room.wouldBe({ action, seat: this.owner });
    if (said.legal === false) {
      this.picked.reasons = said.reasons;
      this.picked.needsOrder = said.reasons.find((reason) => reason.ruling === "MS-66" && reason.sites?.length > 1)?.sites ?? null;
      if (this.picked.needsOrder) this.picked.order = [];
      this.room.draw();
      return;
    }
    await this.room.ask("play", { action, seat: this.owner });
  }
}

/** Cadbeth: so many enemy movers as the actions name. */
class Cadbeth extends Bonus {
  prepare() {
    this.count = this.actions[0]?.action.remove.length ?? 0;
    this.names = [...new Set(this.actions.flatMap((action) => action.action.remove))];
    this.targets = this.names.filter((name) => !this.picked.sites.includes(name)).map((name) => ({ site: name.split(" ")[0], kind: "choice" }));
    this.marks = this.picked.sites.map((name) => ({ site: name.split(" ")[0], kind: "picked", text: say("bonus.chosen") }));
  }

  touch(site) {
    const here = this.names.filter((name) => name.split(" ")[0] === site);
    if (!here.length) return;
    const { sites } = this.picked;
    const chosen = here.filter((name) => sites.includes(name));
    // A stack has two to choose from: the rider first, then both, then none.
    const next = here.length > 1 ? [["top"], ["all"], []][chosen.length] : chosen.length ? [] : ["all"];
    const wanted = next[0] === "top" ? here.filter((name) => name.endsWith(" top")) : next[0] === "all" ? here : [];
    const rest = sites.filter((name) => !here.includes(name));
    this.picked.sites = [...rest, ...wanted].slice(-this.count);
    this.changed();
  }

  get action() {
    return this.picked.sites.length === this.count ? { deity: "cadbeth", remove: [...this.picked.sites].sort() } : null;
  }

  get hint() {
    return say("bonus.cadbeth", { count: this.count, chosen: this.picked.sites.length });
  }
}

/** Lamban: every enemy path may be turned. */
class Lamban extends Bonus {
  prepare() {
    this.paths = this.sitesWith(this.enemy, "path");
    this.turnTable();
  }

  turnTable() {
    for (const site of this.paths) {
      const way = this.picked.ways[site];
      if (!way) continue;
      this.board.sites = { ...this.board.sites, [site]: this.board.sites[site].map((piece) => (piece.kind === "path" ? { ...piece, facing: way } : piece)) };
      this.marks.push({ site, kind: "picked", text: say("bonus.turned") });
    }
    this.targets = this.paths.map((site) => ({ site, kind: "choice", name: say("bonus.turn-here") }));
  }

  touch(site) {
    if (!this.paths.includes(site)) return;
    const before = this.room.state.board.sites[site].find((piece) => piece.kind === "path").facing;
    const ways = before.includes("-") ? AXES : WAYS;
    const next = ways[(ways.indexOf(this.picked.ways[site] ?? before) + 1) % ways.length];
    if (next === before) delete this.picked.ways[site];
    else this.picked.ways[site] = next;
    this.changed();
  }

  get action() {
    return { deity: "lamban", turn: { ...this.picked.ways } };
  }
}

/** Yinnok: a facing for each path that becomes a trap, and the order of the pulls where it matters. */
class Yinnok extends Bonus {
  prepare() {
    this.paths = this.sitesWith(this.enemy, "path").filter((site) => this.facing(site).includes("-"));
    const turned = { ...this.board.sites };
    for (const site of this.sitesWith(this.enemy, "path", "trap")) {
      turned[site] = turned[site].map((piece) => piece.owner === this.enemy && (piece.kind === "path" || piece.kind === "trap") ? this.swapped(site, piece) : piece);
    }
    this.board.sites = turned;
    this.targets = this.paths.map((site) => ({ site, kind: "choice", name: say("bonus.face-here") }));
    if (this.picked.needsOrder) {
      this.targets = this.picked.needsOrder.filter((site) => !this.picked.order.includes(site)).map((site) => ({ site, kind: "choice", name: say("bonus.next-pull") }));
      this.marks = this.picked.order.map((site) => ({ site, kind: "picked" }));
    }
  }

  facing(site) {
    return this.room.state.board.sites[site].find((piece) => piece.kind === "path").facing;
  }

  swapped(site, piece) {
    if (piece.kind === "trap") return { ...piece, kind: "path", facing: this.room.state.game.rules.paths === "one-way" ? piece.facing : AXES[WAYS.indexOf(piece.facing) % 2] };
    return { ...piece, kind: "trap", facing: ENDS[piece.facing] ? this.picked.ways[site] ?? ENDS[piece.facing][0] : piece.facing };
  }

  touch(site) {
    if (this.picked.needsOrder?.includes(site)) {
      if (!this.picked.order.includes(site)) this.picked.order.push(site);
      this.room.draw();
      return;
    }
    if (!this.paths.includes(site)) return;
    const ends = ENDS[this.facing(site)];
    this.picked.ways[site] = ends[(ends.indexOf(this.picked.ways[site] ?? ends[0]) + 1) % 2];
    this.picked.needsOrder = null;
    this.picked.order = [];
    this.changed();
  }

  get action() {
    if (this.picked.needsOrder && this.picked.order.length < this.picked.needsOrder.length) return null;
    const faces = Object.fromEntries(this.paths.map((site) => [site, this.picked.ways[site] ?? ENDS[this.facing(site)][0]]));
    return { deity: "yinnok", face: faces, ...(this.picked.order.length ? { order: [...this.picked.order] } : {}) };
  }

  get hint() {
    return say(this.picked.needsOrder ? "bonus.order" : "bonus.yinnok");
  }
}

/** Agbert: lost pieces go back to empty points of the own rows. */
class Agbert extends Bonus {
  prepare() {
    const columns = this.board.facts.columns;
    const home = ROWS[this.owner].flatMap((row) => Array.from({ length: columns }, (_, file) => String.fromCharCode(97 + file) + row));
    this.free = home.filter((site) => !this.room.state.board.sites[site]?.length && !this.picked.place[site]);
    const laid = Object.entries(this.picked.place).map(([site, kind]) => [site, [{ owner: this.owner, kind, facing: "", name: this.room.state.game.names?.[`${this.owner} ${kind}`] ?? kind }]]);
    this.board.sites = { ...this.board.sites, ...Object.fromEntries(laid) };
    this.picked.hand = this.left()[this.picked.hand] > 0 ? this.picked.hand : Object.keys(this.left()).find((kind) => this.left()[kind] > 0) ?? null;
    this.targets = this.picked.hand ? this.free.map((site) => ({ site, kind: "place" })) : [];
    this.marks = Object.keys(this.picked.place).map((site) => ({ site, kind: "picked", text: say("bonus.placed") }));
  }

  left() {
    const left = { ...(this.room.state.board.view?.position?.lost?.[this.owner] ?? {}) };
    for (const kind of Object.values(this.picked.place)) left[kind] -= 1;
    return left;
  }

  touch(site) {
    if (this.picked.place[site]) delete this.picked.place[site];
    else if (this.picked.hand && this.free.includes(site)) this.picked.place[site] = this.picked.hand;
    this.changed();
  }

  get action() {
    return Object.keys(this.picked.place).length ? { deity: "agbert", place: { ...this.picked.place } } : null;
  }

  extra() {
    const left = this.left();
    return h("div", { class: "tray" }, Object.keys(left).map((kind) =>
      h("button", { type: "button", "data-focus": `back-${kind}`, "aria-pressed": String(this.picked.hand === kind), disabled: left[kind] < 1, onclick: () => { this.picked.hand = kind; this.room.draw(); } },
        s("svg", { viewBox: "-50 -50 100 100", width: 40, height: 40, class: `side-${this.owner}`, "aria-hidden": "true" }, cube(this.owner), face(kind)),
        h("span", { class: "count" }, `× ${left[kind]}`), h("small", {}, upper(this.room.kind(kind, left[kind]))))));
  }
}

/** Keddep: all own safes become moons, or all become stars. */
class Keddep extends Bonus {
  get action() {
    return this.actions.find((action) => action.action.into === this.picked.into)?.action ?? null;
  }

  extra() {
    return h("div", { class: "row" }, this.actions.map((action) =>
      h("button", { type: "button", "data-focus": action.id, "aria-pressed": String(this.picked.into === action.action.into), onclick: () => { this.picked.into = action.action.into; this.changed(); } },
        s("svg", { viewBox: "-50 -50 100 100", width: 34, height: 34, class: `side-${this.owner}`, "aria-hidden": "true" }, cube(this.owner), face(action.action.into)),
        say(`bonus.into-${action.action.into}`))));
  }
}

/** Dirlydwurg: touch a stone, then the end of its walk. */
class Dirlydwurg extends Bonus {
  prepare() {
    this.stones = new Map(["brown", "blue"].map((side) => [this.sitesWith(side, "stone")[0], side]).filter(([site, side]) => site && this.actions.some((action) => action.action.stone === side)));
    const { stone, to } = this.picked;
    this.selected = stone ? [...this.stones].find(([, side]) => side === stone)?.[0] : null;
    this.sources = [...this.stones.keys()];
    this.targets = stone ? this.actions.filter((action) => action.action.stone === stone && action.action.to !== to).map((action) => ({ site: action.action.to, kind: "move" })) : [...this.stones.keys()].map((site) => ({ site, kind: "choice" }));
    this.marks = to ? [{ site: to, kind: "picked", text: say("bonus.chosen") }] : [];
  }

  touch(site) {
    if (this.stones.has(site)) Object.assign(this.picked, { stone: this.stones.get(site), to: null });
    else if (this.picked.stone && this.targets.some((target) => target.site === site)) this.picked.to = site;
    this.changed();
  }

  get action() {
    const { stone, to } = this.picked;
    return stone && to ? { deity: "dirlydwurg", stone, to } : null;
  }
}

const KINDS = { cadbeth: Cadbeth, lamban: Lamban, yinnok: Yinnok, agbert: Agbert, keddep: Keddep, dirlydwurg: Dirlydwurg };

/** The card beside the board: what the deity does, what is chosen, the button that does it. */
export function bonusCard(room) {
  const { facts } = room.state.board;
  const owner = facts.owed ?? room.state.to_act[0];
  const [name] = facts.deities?.[owner] ?? [];
  if (!name) return null;
  const bonus = Bonus.of(room);
  const called = room.state.game.names?.[name] ?? upper(name);
  return h("section", { class: "card ruling ask bonus-card" },
    h("header", {},
      s("svg", { viewBox: "-42 -50 84 92", width: 52, height: 57, class: `side-${owner}`, "aria-hidden": "true" }, deity(name)),
      h("h2", {}, say("bonus.title", { player: room.player(owner), deity: called }))),
    bonus ? [
      h("p", { class: "strong" }, bonus.hint),
      bonus.extra(),
      bonus.picked.reasons.length ? h("div", { "aria-live": "polite" }, reasonList(room, bonus.picked.reasons)) : null,
      h("div", { class: "row acts" },
        h("button", { type: "button", class: "main", "data-focus": "use", disabled: !bonus.action, onclick: () => bonus.use() }, say("bonus.use", { deity: called })),
        h("button", { type: "button", class: "quiet", "data-focus": "anew", onclick: () => { room.bonus = null; room.draw(); } }, say("bonus.anew"))),
    ] : h("p", { class: "strong" }, say("bonus.wait", { player: room.player(owner) })),
    h("p", { class: "soft" }, say(`deity.${name}`)));
}
