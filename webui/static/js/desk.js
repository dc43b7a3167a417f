// The virtual table: the picture that its camera sees, with handles over the pieces.

import { find, h, show } from "./dom.js";
import { failure, get, post } from "./api.js";
import { toast } from "./asking.js";
import { loadTexts, say } from "./texts.js";
import { Store } from "./store.js";
import { watchConnection } from "./frame.js";
import { Room } from "./table/room.js";
import { drawReferee } from "./table/referee.js";
import { card } from "./ways/moons-and-stars.js";
import { Scene } from "./desk/scene.js";
import { drawTray } from "./desk/tray.js";
import { drawHeld, drawTools } from "./desk/tools.js";
import { drawConsole } from "./desk/console.js";

const LOOK_MS = 2000;
/** Phases that are answered in words; everything else is done with the pieces. */
const IN_WORDS = new Set(["rolls", "reroll", "lot", "deities", "bonus"]);

export class Desk {
  constructor(room) {
    this.room = room;
    this.state = null;
    this.held = null;
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
    this.held = id;
    this.draw();
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
    this.held = null;
    await this.ask("move", { piece: id, site });
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
    module: { card: (where) => (IN_WORDS.has(where.state.game?.phase) ? card(where) : null) },
    draw: () => desk.scene.shine(room.shine ?? []),
  };
  watchConnection(store);
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
