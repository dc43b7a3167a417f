// The virtual table: the picture that its camera sees, with handles over the pieces.

import { find, h, show } from "./dom.js";
import { failure, get, post } from "./api.js";
import { toast } from "./asking.js";
import { loadTexts, say, upper } from "./texts.js";
import { Store } from "./store.js";
import { watchConnection } from "./frame.js";
import { Room } from "./table/room.js";
import { drawReferee } from "./table/referee.js";
import { card } from "./ways/moons-and-stars.js";
import { told } from "./boards/moons-and-stars/told.js";
import { Scene } from "./desk/scene.js";
import { drawTray, listenTray } from "./desk/tray.js";
import { drawHeld, drawTools } from "./desk/tools.js";
import { pieceName } from "./desk/words.js";
import { drawConsole } from "./desk/console.js";

const LOOK_MS = 2000;
/** Phases that are answered in words; everything else is done with the pieces. */
const IN_WORDS = new Set(["rolls", "reroll", "lot", "deities", "bonus"]);

export class Desk {
  constructor(room) {
    this.room = room;
    this.state = null;
    this.held = null;
    this.trayAt = null;
    this.busy = Promise.resolve();
    this.scene = new Scene(this, find("#desk-picture"));
  }

  get may() {
    return Boolean(this.room.state) && this.room.may("player");
  }

  /** The piece of an id, wherever it is. */
  piece(id) {
    return [...(this.state?.pieces ?? []), ...(this.state?.tray ?? [])].find((one) => one.id === id) ?? null;
  }

  /** Take a piece into the hand, or none. */
  hold(id) {
    const piece = id ? this.piece(id) : null;
    if (piece) this.tell(say("wizard.keys.in-hand", { piece: pieceName(piece) }));
    else if (this.held) this.tell(say("wizard.keys.hand-empty"));
    this.held = id;
    this.draw();
  }

  /** Say what was done, to who can't see it. */
  tell(text) {
    find("#desk-said").textContent = upper(text);
  }

  /** Do something to the table; one thing after the other, in the order of asking. */
  ask(what, body = {}) {
    this.busy = this.busy.then(async () => {
      const answer = await post(`/api/desk/${what}`, body);
      if (answer.ok) this.take(answer.data);
      else toast(failure(answer));
      return answer.ok;
    });
    return this.busy;
  }

  /** Let a piece go on a point. */
  async put(id, site) {
    const piece = this.piece(id);
    this.held = null;
    if (await this.ask("move", { piece: id, site })) this.tell(say("wizard.desk.lies-on", { piece: pieceName(piece), site }));
  }

  /** Turn a piece, or turn it over. */
  async alter({ id }, what, how) {
    if (await this.ask(what, { piece: id, ...how })) this.tell(pieceName(this.piece(id)));
  }

  async takeOff(piece) {
    this.held = null;
    if (await this.ask("lift", { piece: piece.id })) this.tell(say("wizard.keys.lies-aside", { piece: pieceName(piece) }));
  }

  /** Take one more from beside the board, like the last one that was taken there. */
  another() {
    const piece = this.state.tray.find((one) => one.name === this.trayAt);
    if (piece) this.hold(piece.id);
    else this.tell(say("wizard.keys.no-more"));
  }

  async lay() {
    if (await this.ask("lay", { what: "shown" })) this.tell(say("wizard.keys.laid"));
  }

  async undo() {
    if (await this.ask("undo")) this.tell(say("wizard.keys.undone"));
  }

  /** Press the button of whose turn it is; where that is open, go to the buttons. */
  done() {
    const { you, state } = this.room;
    const seats = (state.to_act ?? []).filter((seat) => seat !== "chance");
    const seat = seats.includes(you.seat) ? you.seat : seats.length === 1 ? seats[0] : null;
    if (seat) this.room.ask("done", { seat });
    else find("[data-done]:enabled")?.focus();
  }

  take(state) {
    if (this.state && state.version < this.state.version) return;
    const same = this.state?.version === state.version;
    this.state = state;
    if (this.held && !this.piece(this.held)) this.held = null;
    if (!same) this.draw();
  }

  /** Look whether somebody else has moved something. */
  async look() {
    const answer = await get("/api/desk");
    if (answer.ok) this.take(answer.data);
    return answer;
  }

  draw() {
    if (!this.state) return;
    this.scene.draw();
    drawHeld(this, find("#held"));
    drawTray(this, find("#tray"));
    drawTools(this, find("#tools"));
  }
}

async function main() {
  const store = new Store();
  store.connect();
  await loadTexts();
  const room = new Room(store);
  const desk = new Desk(room);
  room.board = {
    module: { told, card: (where) => (IN_WORDS.has(where.state.game?.phase) ? card(where) : null) },
    draw: () => desk.scene.shine(room.shine ?? []),
  };
  watchConnection(store);
  listenTray(desk, find("#tray"));
  room.onchange = (changed) => {
    const { state } = store;
    if (!state) return;
    if (state.game) drawReferee(room, changed);
    else show(find("#now"), idleCard());
    drawConsole(desk, find("#console"));
    if (changed.has("you")) desk.draw();
  };
  store.listen((_state, changed) => room.told(changed));
  if (store.state) room.told(new Set(Object.keys(store.state)));

  const first = await desk.look();
  if (!first.ok) {
    const missing = find("#desk-missing");
    missing.hidden = false;
    show(missing, say("wizard.desk.missing"), " ", h("a", { href: "/" }, say("wizard.desk.back")));
  } else setInterval(() => document.hidden || desk.look(), LOOK_MS);
  find("#desk-picture").removeAttribute("aria-busy");
  document.documentElement.dataset.ready = "yes";
}

const idleCard = () => h("section", { class: "card" },
  h("h2", {}, say("wizard.desk.no-game")), h("p", { class: "soft" }, say("wizard.desk.no-game-about")),
  h("div", { class: "row" }, h("a", { class: "button main", href: "/new" }, say("wizard.desk.new-game"))));

main().catch((error) => {
  document.documentElement.dataset.ready = "failed";
  toast(String(error));
});
