// A new game: which one, who plays, and how its rules are switched.

import { h } from "./dom.js";
import { say, upper } from "./texts.js";
import { command, failure, get } from "./api.js";
import { ask, open } from "./page.js";
import { seatToken } from "./table/seats.js";
import { deckCard, isPrinted, jsonField, jsonValue } from "./ways/tables.js";

open(async () => {
  const [catalogue, table] = await Promise.all([ask("/api/catalogue"), ask("/api/table")]);
  const { games } = catalogue;
  const wish = new URLSearchParams(location.search);
  const wished = wish.get("game");
  const before = (game) => (wish.has("again") && table.game?.id === game.id ? anew(table.game) : {});
  const players = { ...table.game?.players };
  let chosen = games.find((game) => game.id === wished) ?? games[0];
  let seats = null;
  const rest = h("div", { class: "stack loose" });
  const draw = () => {
    seats = seatFields(chosen, players);
    rest.replaceChildren(...[seats.element, deckCard(chosen, (one) => helpOf(chosen, one), before(chosen)), switchesCard(chosen, before(chosen))].filter(Boolean));
    seats.follow(form);
  };
  const may = ["referee", "admin"].includes(table.you?.role);
  const form = h("form", { class: "stack loose", onsubmit: (event) => { event.preventDefault(); begin(form, chosen, seats.shown, table.version); } },
    may ? null : h("p", { class: "notice bad" }, say("new.may-not"), " ", h("a", { href: "/join" }, say("idle.join"))),
    table.game && table.phase !== "over" ? h("p", { class: "notice" }, say("new.open-game", { title: table.game.title })) : null,
    h("fieldset", {}, h("legend", { class: "away" }, say("new.game")), h("div", { class: "cols" }, games.map((game) =>
      h("label", { class: "choice" },
        h("input", { type: "radio", name: "game", value: game.id, checked: game === chosen, onchange: () => { chosen = game; draw(); } }),
        h("span", { class: "strong" }, game.title),
        h("span", { class: "small soft" }, say(`new.about-${game.id}`)))))),
    rest,
    h("div", { class: "row begin" }, h("p", { class: "notice bad", id: "problem", role: "alert", hidden: true }),
      h("button", { class: "main", type: "submit", disabled: !may }, say("new.begin")), h("a", { class: "button quiet", href: "/" }, say("ask.cancel"))));
  form.addEventListener("change", ({ target }) => { if (target.form === form && target.name !== "game") seats.follow(form); });
  // What is wrong in a field has to be seen, also where the field is folded away.
  form.addEventListener("invalid", ({ target }) => target.closest("details")?.setAttribute("open", ""), true);
  draw();
  return form;
});

/** To play again is to play by the same switches, a deck that was filled in; but who was said to begin does so in turns. */
function anew({ rules, seats }) {
  const begun = seats.indexOf(rules.first);
  return begun < 0 ? rules : { ...rules, first: seats[(begun + 1) % seats.length] };
}

/** A field for the name of each who plays; who that is can depend on the switches. */
function seatFields(game, players) {
  const fields = h("div", { class: "cols" });
  const self = { shown: game.seats.map(({ seat }) => seat), asked: null };
  const draw = () => fields.replaceChildren(...self.shown.map((id, place) => {
    const { name } = game.seats.find(({ seat }) => seat === id);
    return h("label", { class: "field" }, h("span", { class: "row tight" }, seatToken(id, 22, game.id), upper(name)),
      h("input", { type: "text", name: `player-${id}`, maxlength: 40, value: players[id] ?? "", autocomplete: "off", placeholder: say("new.player", { number: place + 1 }), oninput: ({ target }) => { players[id] = target.value; } }));
  }));
  /** Show the seats that there are with the switches as they are set, or what is wrong with them. */
  self.follow = async (form) => {
    const rules = JSON.stringify(switchesOf(new FormData(form), game));
    if (rules === self.asked) return;
    self.asked = rules;
    const answer = await get(`/api/catalogue/${game.id}/seats?rules=${encodeURIComponent(rules)}`);
    if (rules !== self.asked) return;
    tell(form, answer.ok ? "" : failure(answer));
    if (!answer.ok || answer.data.seats.join() === self.shown.join()) return;
    self.shown = answer.data.seats;
    draw();
  };
  self.element = h("fieldset", { class: "card" }, h("legend", { class: "away" }, say("new.players")), h("h2", {}, say("new.players")), fields);
  draw();
  return self;
}

function tell(form, text) {
  const problem = form.querySelector("#problem");
  problem.hidden = !text;
  problem.textContent = text;
}

function switchesCard(game, before) {
  const switches = (game.switches ?? []).filter((one) => !isPrinted(one));
  if (!switches.length) return null;
  return h("details", { class: "card" }, h("summary", { class: "strong" }, say("new.switches")),
    h("p", { class: "soft small" }, say("new.switches-about")),
    h("div", { class: "stack loose" }, switches.map((one) => switchField(game, one, before[one.name] ?? one.default))));
}

const helpOf = (game, one) => [one.about, " ", one.ruling ? h("a", { href: `/rules/${game.id}#${one.ruling}` }, say("answer.rule")) : null];

/** The field of a switch, set to `start`. */
function switchField(game, one, start) {
  const help = helpOf(game, one);
  if (one.kind === "number") {
    return h("label", { class: "field" }, one.title, h("span", { class: "small soft" }, help),
      h("input", { type: "number", name: `switch-${one.name}`, value: start, min: one.least, max: one.most }));
  }
  if (one.kind === "flag") {
    return h("label", { class: "switch" }, h("input", { type: "checkbox", role: "switch", name: `switch-${one.name}`, checked: start }),
      h("span", {}, h("span", { class: "strong" }, one.title), h("br"), h("span", { class: "small soft" }, help)));
  }
  if (one.kind === "json") return jsonField(game, one, help, start);
  if (one.kind !== "choice") return null;
  return h("fieldset", {}, h("legend", {}, one.title), h("p", { class: "small soft" }, help),
    h("div", { class: "cols" }, one.values.map(({ value, text }) => {
      const usual = JSON.stringify(value) === JSON.stringify(one.default);
      return h("label", { class: "choice" },
        h("input", { type: "radio", name: `switch-${one.name}`, value: JSON.stringify(value), checked: JSON.stringify(value) === JSON.stringify(start) }),
        h("span", {}, upper(text)), usual ? h("span", { class: "small soft" }, say("new.usual")) : null);
    })));
}

/** The value of a switch as it is set in the form. */
function given(data, one) {
  const name = `switch-${one.name}`;
  if (one.kind === "flag") return data.has(name);
  if (one.kind === "json") return jsonValue(data, one);
  if (!data.has(name)) return one.default;
  return one.kind === "number" ? Number(data.get(name)) : JSON.parse(data.get(name));
}

/** The switches that are set otherwise than usual. */
const switchesOf = (data, game) => Object.fromEntries((game.switches ?? []).map((one) => [one.name, given(data, one), one.default])
  .filter(([, value, usual]) => JSON.stringify(value) !== JSON.stringify(usual)));

async function begin(form, game, seats, version) {
  const data = new FormData(form);
  const names = seats.map((seat) => [seat, String(data.get(`player-${seat}`) ?? "").trim()]);
  const players = Object.fromEntries(names.filter(([, name]) => name));
  const answer = await command("new-game", { game: game.id, rules: switchesOf(data, game), players }, version);
  if (answer.ok) location.assign("/");
  else tell(form, failure(answer));
}
