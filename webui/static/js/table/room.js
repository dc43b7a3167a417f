// What all parts of the table page share: the state as told, what this screen is looking at, and
// the ways to ask something of the table.

import { command, failure, get, post } from "../api.js";
import { toast } from "../asking.js";
import { numbered, say, upper } from "../texts.js";
import { wish } from "../wishes.js";

const ORDER = { spectator: 0, player: 1, referee: 2, admin: 3 };

/** What means the same whatever has happened since; a camera changes the table all the time. */
const TIMELESS = new Set(["done", "why", "pause", "automatic", "camera", "remark"]);

const isStale = (answer) => answer.status === 409 && answer.data.error?.code === "stale";

export class Room {
  constructor(store) {
    this.store = store;
    this.selected = null;
    this.past = null;
    this.asked = null;
    this.picks = {};
    this.queue = Promise.resolve();
    this.waiting = new Set();
    this.onchange = null;
    this.pending = null;
    this.board = null;
  }

  get state() {
    return this.store.state;
  }

  get you() {
    return this.state.you ?? { role: "spectator", seat: null };
  }

  may(role) {
    return ORDER[this.you.role] >= ORDER[role];
  }

  /** The seats this viewer may act for, of those that are to act. */
  get acting() {
    return (this.state.to_act ?? []).filter((seat) => (seat === "chance" ? this.may("player") : this.you.seats?.includes(seat)));
  }

  get seats() {
    return this.state.game?.seats ?? [];
  }

  /** A side's name in the viewer's language. */
  side(seat) {
    return this.state.game?.names?.[seat] ?? seat;
  }

  /** What pieces of a kind are called, so many of them. */
  kind(kind, count = 1) {
    const { names, plurals } = this.state.game ?? {};
    return numbered(plurals?.[kind], count) ?? names?.[kind] ?? kind;
  }

  /** A side with its player. */
  player(seat) {
    return this.state.game?.players?.[seat] || upper(this.side(seat));
  }

  /** Which seat the board is seen from. */
  get seatView() {
    const wished = wish("view");
    if (wished !== "auto") return wished;
    return this.you.seat ?? this.seats[0];
  }

  /** Called with every change that the server told. */
  told(changed) {
    const changedGame = changed.has("board") || changed.has("actions") || changed.has("phase");
    if (changedGame) {
      this.selected = null;
      this.asked = null;
    }
    if (changed.has("game")) this.past = null;
    this.draw(changed);
  }

  /** Draw soon, once, whatever has changed until then. */
  draw(changed = new Set()) {
    if (this.pending) {
      for (const name of changed) this.pending.add(name);
      return;
    }
    this.pending = new Set(changed);
    queueMicrotask(async () => {
      const all = this.pending;
      this.pending = null;
      const { version } = this.store;
      await this.onchange?.(all);
      document.documentElement.dataset.version = version; // the page itself says which one it shows
    });
  }

  /**
   * Ask something of the table; what went wrong is told in a line. True where it was done.
   *
   * One thing after the other, in the order of asking: the table may be told, and touched, before
   * the answer to the command that changed it has come. The same thing asked twice of the same
   * table is a double click, and is done once.
   */
  async ask(type, fields = {}) {
    const seen = this.store.version;
    const key = JSON.stringify([type, fields, seen]);
    if (this.waiting.has(key)) return false;
    this.waiting.add(key);
    const turn = this.queue.then(() => this.carryOut(type, fields, seen));
    this.queue = turn.finally(() => this.waiting.delete(key)).catch(() => {}); // a fault of one is not the next one's
    return turn;
  }

  /** Carry out what was asked of the table as it was seen then; not where it has gone on since. */
  async carryOut(type, fields, seen) {
    if (this.store.version !== seen && !TIMELESS.has(type)) {
      toast(say("error.stale"));
      return false;
    }
    let answer = await this.command(type, fields);
    if (isStale(answer) && TIMELESS.has(type)) answer = await this.command(type, fields);
    if (!answer.ok) toast(isStale(answer) ? say("error.stale") : failure(answer));
    return answer.ok;
  }

  /** Post a command for the table as it is shown, and take up the state that comes of it. */
  async command(type, fields) {
    const answer = await command(type, fields, this.store.version);
    if (answer.ok) await this.store.until(answer.data.version ?? 0); // or the next would be too late
    else if (answer.status === 409 && answer.data.table) this.store.replace(answer.data.table);
    return answer;
  }

  /** Play an action that the table offered. */
  play(action) {
    this.selected = null;
    return this.ask("play", { action: action.action, ...(this.seats.includes(action.seat) ? { seat: action.seat } : {}) });
  }

  /** What the referee would say, without anything being played. */
  async wouldBe(question) {
    const answer = await post("/api/ask", question);
    if (answer.ok) return answer.data;
    return { legal: null, text: failure(answer), reasons: [] };
  }

  /** Look at an earlier position: step K; null: back to now. */
  async lookBack(step) {
    if (step === null || step === undefined) this.past = null;
    else {
      const answer = await get(`/api/games/${this.state.game.number}/steps/${step}`);
      if (!answer.ok) toast(failure(answer));
      else this.past = { ...answer.data, last: answer.data.action };
    }
    this.selected = null;
    this.draw();
  }
}
