// One recorded game: step by step, what is to be said of it in numbers, the record to take along.

import { find, h, show } from "./dom.js";
import { say, upper } from "./texts.js";
import { boardModule } from "./boards/index.js";
import { command, failure } from "./api.js";
import { choose, toast } from "./asking.js";
import { icon } from "./icons.js";
import { ask, open } from "./page.js";
import { wish } from "./wishes.js";
import { timeText } from "./table/seats.js";

const AUTO_MS = 1200;

open(async () => {
  const number = Number(find("#main").dataset.number);
  const told = await ask(`/api/games/${number}`);
  const table = await ask("/api/table");
  const game = told.game && typeof told.game === "object" ? told.game : told;
  const id = game.id && typeof game.id === "string" ? game.id : told.game;
  const module = await boardModule(id);
  const replay = new Replay(number, told, module);
  await replay.go(replay.last);
  find("#heading").textContent = say("game.heading", { title: game.title ?? told.title, number });
  return [
    h("p", { class: "lead" }, [Object.values(game.players ?? told.players ?? {}).filter(Boolean).join(" – "), (told.result ?? game.result)?.text].filter(Boolean).join(". ")),
    h("div", { class: "row" },
      ["txt", "json"].map((kind) => h("a", { class: "button", href: `/api/games/${number}/export.${kind}`, download: "" }, say(`game.export-${kind}`))),
      ["referee", "admin"].includes(table.you?.role) && table.game?.number !== number ? h("button", { type: "button", onclick: () => resume(number, table) }, say("game.resume")) : null,
      table.game?.number === number ? h("a", { class: "button main", href: "/" }, say("game.on-table")) : null),
    replay.element,
    statistics(told.statistics),
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
    this.lines = (told.log ?? []).filter((line) => line.step);
    this.last = told.steps ?? Math.max(0, ...this.lines.map((line) => line.step));
    if (Array.isArray(this.last)) this.last = this.last.length;
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
    for (const line of this.lines) {
      const button = h("button", { type: "button", onclick: () => this.go(line.step) }, h("span", { class: "n" }, String(line.step)), icon(line.kind, 16), h("span", {}, line.notation || line.text));
      this.buttons.set(line.step, button);
      this.list.append(h("li", { class: line.kind }, button));
    }
    const move = (by, name, key) => h("button", { type: "button", class: "icon", "aria-label": say(`past.${key}`), onclick: () => this.go(by === null ? 0 : by === Infinity ? this.last : this.step + by) }, icon(name));
    this.element = h("section", { class: "card replay", onkeydown: (event) => this.key(event) },
      this.place, this.said, this.scrub,
      h("div", { class: "row" }, move(null, "first", "first"), move(-1, "previous", "previous"), this.auto, move(1, "next", "next"), move(Infinity, "last", "last")),
      h("details", {}, h("summary", {}, say("game.moves")), this.list));
  }

  key(event) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by && event.target !== this.scrub) this.go(this.step + by);
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
    const told = this.kept.get(wanted);
    const board = told.board ?? told;
    const view = wish("view") === "auto" ? "brown" : wish("view");
    const options = { seatView: view, marks: (told.last?.sites ?? []).map((site) => ({ site, kind: "last" })), still: true, texts: say, label: say("board.name") };
    if (!this.module) this.place.textContent = "";
    else if (this.board) this.module.update(this.board, board, options);
    else show(this.place, (this.board = this.module.draw(board, options)));
    this.scrub.value = String(this.step);
    const line = this.lines.find((one) => one.step === this.step);
    this.said.textContent = `${this.step} / ${this.last}${line ? ` · ${line.notation || line.text}` : ` · ${say("game.beginning")}`}`;
    for (const [at, button] of this.buttons) {
      if (at === this.step) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    }
  }
}

/** Numbers that the server worked out; each with the words of the panel, or its own name. */
function statistics(told) {
  if (!told) return null;
  const entries = Array.isArray(told) ? told : Object.entries(told).map(([name, value]) => ({ name, value }));
  const shown = entries.filter(({ value }) => value !== null && value !== undefined);
  if (!shown.length) return null;
  return h("section", { class: "stack" }, h("h2", {}, say("game.numbers")),
    h("div", { class: "numbers" }, shown.map(({ name, label, value }) => h("dl", {}, h("div", {}, h("dt", {}, label ?? upper(name)), h("dd", {}, numberText(value, name)))))));
}

function numberText(value, name = "") {
  if (value !== null && typeof value === "object") return Object.entries(value).map(([who, count]) => `${who} ${numberText(count, name)}`).join(", ");
  return name.endsWith("_s") && typeof value === "number" ? timeText(value) : String(value);
}
