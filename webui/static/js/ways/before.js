// Before the first turn: the rolls with their faces, keep or roll again, who begins, the deities.

import { h, s } from "../dom.js";
import { cube, deity, face } from "../figures.js";
import { say, upper } from "../texts.js";
import { seatToken } from "../table/seats.js";

export const KINDS = ["moon", "star", "pit", "trap", "safe", "path"];
const CUBES = 16;

const dice = (seat, kind, size = 38) => s("svg", { viewBox: "-50 -50 100 100", width: size, height: size, class: `side-${seat}`, "aria-hidden": "true" }, cube(seat), face(kind));
const sum = (faces) => faces.reduce((all, one) => all + one, 0);

/** What one side rolled: six faces with their numbers. */
export function faces(room, seat, rolled) {
  return h("div", { class: "faces" }, KINDS.map((kind, place) =>
    h("div", {}, dice(seat, kind), h("b", {}, String(rolled[place])), h("span", {}, room.kind(kind, rolled[place])))));
}

const rolledBlock = (room, seat, rolled) => h("div", { class: "stack" },
  h("h3", { class: "row" }, seatToken(seat, 22, room.state.game.id), h("span", {}, say("roll.of", { player: room.player(seat) }))),
  rolled ? faces(room, seat, rolled) : h("p", { class: "soft" }, say("roll.not-yet")));

/** The sixteen cubes of both sides: by camera, by chance, or as they are counted. */
export function rollCard(room) {
  const { facts } = room.state.board;
  const due = room.seats.filter((seat) => !facts.rolls[seat]);
  const seen = room.state.roll;
  const may = room.may("player");
  return h("section", { class: "card" },
    h("h2", {}, say("roll.title")),
    h("p", { class: "soft" }, say(room.state.by_hand ? "roll.about" : "roll.about-camera")),
    seen ? photo(room, seen) : null,
    may ? h("div", { class: "row" },
      room.state.by_hand ? null : h("button", { type: "button", "data-focus": "look", class: "main", onclick: () => room.ask("done", { seat: room.you.seat }) }, say("roll.look")),
      h("button", { type: "button", "data-focus": "draw", class: room.state.by_hand ? "main" : "", onclick: () => room.ask("draw") }, say("roll.chance"))) : null,
    may ? due.slice(0, 1).map((seat) => counted(room, seat)) : null,
    h("div", { class: "stack loose sides" }, room.seats.map((seat) => rolledBlock(room, seat, facts.rolls[seat]))));
}

function photo(room, seen) {
  const shown = room.state.latest;
  if (shown === null || shown === undefined) return seen.reason ? h("p", { class: "notice" }, seen.reason) : null;
  const picture = h("div", { class: "rolled-photo" }, h("img", { src: `/api/photos/${shown}.jpg`, alt: say("roll.photo"), onload: (event) => {
    const { naturalWidth: width, naturalHeight: height } = event.target;
    picture.append(s("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
      seen.cubes.map(({ face: kind, px: [x, y] }) => s("text", { x, y }, room.kind(kind))),
      seen.unread.map(([x, y]) => s("text", { x, y }, "?"))));
  } }));
  return h("div", { class: "stack" }, picture, seen.reason ? h("p", { class: "notice" }, seen.reason) : null);
}

/** Counters for a roll of real cubes; what is entered is kept while the table changes. */
function counted(room, seat) {
  const counts = (room.picks.counts ??= Object.fromEntries(KINDS.map((kind) => [kind, 0])));
  const total = () => sum(Object.values(counts));
  const step = (kind, by) => {
    counts[kind] = Math.max(0, Math.min(CUBES, counts[kind] + by));
    room.draw();
  };
  const enter = async () => {
    const entered = { roll: seat, faces: { ...counts }, unreadable: 0 };
    if (await room.ask("play", { action: entered })) room.picks = {};
  };
  return h("details", { open: room.picks.counting ?? false, ontoggle: (event) => { room.picks.counting = event.target.open; } },
    h("summary", {}, say("roll.count", { player: room.player(seat) })),
    h("div", { class: "stack" },
      KINDS.map((kind) => h("div", { class: "stepper" }, dice(seat, kind, 34), h("span", {}, upper(room.kind(kind))),
        h("button", { type: "button", "data-focus": `less-${kind}`, "aria-label": say("roll.less", { kind: room.kind(kind) }), onclick: () => step(kind, -1) }, "−"),
        h("output", {}, String(counts[kind])),
        h("button", { type: "button", "data-focus": `more-${kind}`, "aria-label": say("roll.more", { kind: room.kind(kind) }), onclick: () => step(kind, 1) }, "+"))),
      h("p", { class: "soft" }, say("roll.total", { count: total(), due: CUBES })),
      h("button", { type: "button", class: "main", disabled: total() !== CUBES, onclick: enter }, say("roll.enter"))));
}

/** Keep the roll or roll all sixteen again; or draw the lot. */
export function rerollCard(room) {
  const { facts } = room.state.board;
  const own = (seat) => (room.state.actions ?? []).filter((action) => action.seat === seat);
  const lot = room.state.game.phase === "lot";
  return h("section", { class: "card" },
    h("h2", {}, say(lot ? "lot.title" : "reroll.title")),
    h("p", { class: "soft" }, say(lot ? "lot.about" : "reroll.about")),
    lot && room.may("player") ? h("button", { type: "button", class: "main", onclick: () => room.ask("draw") }, say("lot.draw")) : null,
    h("div", { class: "stack loose sides" }, room.seats.map((seat) => h("div", { class: "stack" },
      rolledBlock(room, seat, facts.rolls[seat]),
      h("p", { class: "small soft" }, say("roll.movers", { count: movers(facts.rolls[seat]) })),
      lot ? null : facts.kept[seat] === null
        ? h("div", { class: "row" }, own(seat).map((action) => h("button", { type: "button", class: action.action.keep ? "main" : "", "data-focus": action.id, onclick: () => room.play(action) }, say(action.action.keep ? "reroll.keep" : "reroll.again"))),
          own(seat).length ? null : h("span", { class: "soft" }, say("reroll.wait", { player: room.player(seat) })))
        : h("p", {}, h("span", { class: "tag good" }, say(facts.kept[seat] ? "reroll.kept" : "reroll.repeated")))))));
}

const movers = (rolled) => (rolled ? rolled[0] + rolled[1] : 0);

/** Who begins, and why, in one sentence. */
export function startLine(room) {
  const { rolls, first } = room.state.board.facts;
  if (!first || !rolls.brown || !rolls.blue) return null;
  const other = first === "brown" ? "blue" : "brown";
  const values = { first: room.player(first), second: room.player(other) };
  const [mine, theirs] = [movers(rolls[first]), movers(rolls[other])];
  const key = mine !== theirs ? "start.fewer" : rolls[first][1] !== rolls[other][1] ? "start.stars" : "start.lot";
  const [count, more] = key === "start.stars" ? [rolls[first][1], rolls[other][1]] : [mine, theirs];
  return h("p", { class: "notice" }, say(key, { ...values, count, more }), " ",
    h("a", { href: "/rules/moons-and-stars#MS-12" }, say("answer.rule")));
}

/** The seven deities as cards; who moves second picks first. */
export function deityCard(room) {
  const { facts } = room.state.board;
  const actions = (room.state.actions ?? []).filter((action) => action.action?.choose);
  const [seat] = room.state.to_act;
  const taken = Object.values(facts.deities ?? {}).filter(Boolean).map(([name]) => name);
  const names = ["cadbeth", "lamban", "yinnok", "agbert", "jothi", "keddep", "dirlydwurg"];
  return h("section", { class: "card" },
    h("h2", {}, say("deities.title", { player: room.player(seat) })),
    startLine(room),
    h("p", { class: "soft" }, say("deities.about")),
    h("div", { class: "stack deities" }, names.map((name) => {
      const action = actions.find((one) => one.action.choose === name);
      return h("button", { type: "button", class: "deity-card", "data-focus": name, disabled: !action, onclick: () => room.play(action) },
        s("svg", { viewBox: "-42 -50 84 92", width: 58, height: 64, class: `side-${seat}`, "aria-hidden": "true" }, deity(name)),
        h("b", {}, room.state.game.names?.[name] ?? upper(name)),
        h("span", {}, taken.includes(name) ? say("deities.taken") : say(`deity.${name}`)));
    })));
}
