// One recorded game: step by step, what is to be said of it in numbers, the record to take along.

import { find, h, show } from "./dom.js";
import { numbered, say, upper } from "./texts.js";
import { boardModule } from "./boards/index.js";
import { command, failure } from "./api.js";
import { choose, toast } from "./asking.js";
import { icon } from "./icons.js";
import { logLine } from "./table/log.js";
import { ask, open } from "./page.js";
import { wish } from "./wishes.js";
import { timeText } from "./table/seats.js";

const AUTO_MS = 1200;

open(async () => {
  const number = Number(find("#main").dataset.number);
  const [told, table] = await Promise.all([ask(`/api/games/${number}`), ask("/api/table")]);
  const replay = new Replay(number, told, await boardModule(told.game));
  await replay.go(replay.last);
  const referee = ["referee", "admin"].includes(table.you.role);
  find("#heading").textContent = say("game.heading", { title: told.title, number });
  return [
    h("p", { class: "lead" }, [Object.values(told.players).filter(Boolean).join(" – "), told.outcome?.text].filter(Boolean).join(". ")),
    told.problem ? h("p", { class: "notice bad" }, told.problem) : null,
    h("div", { class: "row" },
      referee && !told.on_table && !told.outcome ? h("button", { type: "button", onclick: () => resume(number, table) }, say("game.resume")) : null,
      told.on_table ? h("a", { class: "button main", href: "/" }, say("game.on-table")) : null),
    replay.element,
    told.may_export ? h("div", { class: "row" }, ["txt", "json"].map((kind) => h("a", { class: "button", href: `/api/games/${number}/export.${kind}`, download: "" }, say(`game.export-${kind}`)))) : null,
    statistics(told),
  ];
});

async function resume(number, table) {
  const sure = await choose(say("game.resume-title"), [{ label: say("game.resume-yes"), value: true, className: "main" }], { text: say("game.resume-text") });
  if (!sure) return;
  const answer = await command("resume-game", { game_id: number }, table.version);
  if (answer.ok) location.assign("/");
  else toast(failure(answer));
}

class Replay {
  constructor(number, told, module) {
    this.number = number;
    this.module = module;
    this.told = told;
    this.lines = told.log.filter((line) => line.step);
    this.last = told.steps;
    this.step = this.last;
    this.board = null;
    this.kept = new Map();
    this.timer = null;
    this.place = h("div", { class: "picture" });
    this.said = h("p", { "aria-live": "polite", class: "strong" });
    this.scrub = h("input", { type: "range", class: "scrub", min: 0, max: this.last, "aria-label": say("game.step-slider"), oninput: (event) => this.go(Number(event.target.value)) });
    this.auto = h("button", { type: "button", class: "icon", "aria-pressed": "false", "aria-label": say("game.auto"), onclick: () => this.toggle() }, icon("play"));
    this.list = h("ol", { class: "log", "aria-label": say("log.name"), tabindex: "0" });
    this.buttons = new Map();
    const where = { state: { game: { id: told.game } } };
    for (const line of told.log) {
      const item = logLine(where, line, { n: line.step ?? "", words: this.words(line), open: (step) => this.go(step) });
      if (line.step) this.buttons.set(line.step, item.firstChild);
      this.list.append(item);
    }
    const move = (by, name, key) => h("button", { type: "button", class: "icon", "aria-label": say(`past.${key}`), onclick: () => this.go(by === null ? 0 : by === Infinity ? this.last : this.step + by) }, icon(name));
    this.element = h("section", { class: "card replay", onkeydown: (event) => this.key(event) },
      this.place, this.said, this.scrub,
      h("div", { class: "row" }, move(null, "first", "first"), move(-1, "previous", "previous"), this.auto, move(1, "next", "next"), move(Infinity, "last", "last")),
      h("details", { open: innerWidth >= 900 }, h("summary", {}, say("game.moves")), this.list));
  }

  /** What was played in a line of the log, in words where the board has some. */
  words({ notation, seat, text }) {
    const { players, names, plurals } = this.told;
    const name = (id) => names[id] ?? id;
    const kind = (id, count = 1) => numbered(plurals[id], count) ?? name(id);
    return this.module?.told?.({ player: (seat) => players[seat] || upper(name(seat)), kind, name }, notation, seat) ?? (notation || text);
  }

  key(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by && event.target !== this.scrub && !event.defaultPrevented) this.go(this.step + by); // the board's own arrows walk over it
  }

  toggle() {
    if (this.timer) this.stop();
    else {
      if (this.step >= this.last) this.step = -1;
      this.auto.setAttribute("aria-pressed", "true");
      const next = async () => {
        await this.go(this.step + 1, { keep: true });
        if (this.step >= this.last) this.stop();
        else if (this.timer) this.timer = setTimeout(next, AUTO_MS);
      };
      this.timer = setTimeout(next, 0);
    }
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = null;
    this.auto.setAttribute("aria-pressed", "false");
  }

  async go(step, { keep = false } = {}) {
    if (!keep) this.stop();
    this.step = Math.max(0, Math.min(this.last, step));
    const wanted = this.step;
    if (!this.kept.has(wanted)) this.kept.set(wanted, await ask(`/api/games/${this.number}/steps/${wanted}`));
    if (wanted !== this.step) return;
    const { board, action } = this.kept.get(wanted);
    const view = wish("view") === "auto" ? "brown" : wish("view");
    const options = { seatView: view, marks: (action?.sites ?? []).map((site) => ({ site, kind: "last" })), texts: say, label: say("game.board") };
    if (!this.module) this.place.textContent = "";
    else if (this.board) this.module.update(this.board, board, options);
    else show(this.place, (this.board = this.module.draw(board, options)));
    this.scrub.value = String(this.step);
    const line = this.lines.find((one) => one.step === this.step);
    this.said.textContent = `${this.step} / ${this.last}${line ? ` · ${this.words(line)}` : ` · ${say("game.beginning")}`}`;
    for (const [at, button] of this.buttons) {
      if (at === this.step) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    }
  }
}

/** What a player would look at: how long it was, and what each side did. */
function statistics({ statistics: told, names, players, seats }) {
  if (!told) return null;
  const number = (key, value) => h("div", {}, h("dt", {}, say(`numbers.${key}`)), h("dd", {}, value));
  const rows = ["captures", "lost", "bonuses", "refused", "used_s"];
  return h("section", { class: "stack" }, h("h2", {}, say("game.numbers")),
    h("dl", { class: "numbers" }, number("turns", String(told.turns)), number("played_s", timeText(told.played_s)), number("takebacks", String(told.takebacks))),
    h("div", { class: "card" }, h("table", { class: "plain" },
      h("thead", {}, h("tr", {}, h("td"), seats.map((seat) => h("th", { scope: "col" }, players[seat] || upper(names[seat] ?? seat))))),
      h("tbody", {}, rows.map((key) => h("tr", {}, h("th", { scope: "row" }, say(`numbers.${key}`)),
        seats.map((seat) => h("td", {}, key === "used_s" ? timeText(told.seats[seat].used_s) : String(told.seats[seat][key])))))))));
}
