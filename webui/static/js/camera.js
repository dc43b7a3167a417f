// What the camera sees: a photograph, what was read on it, and how to set it right.

import { find, h, show } from "./dom.js";
import { failure, get, post } from "./api.js";
import { toast } from "./asking.js";
import { loadTexts, say, upper } from "./texts.js";
import { Store } from "./store.js";
import { watchConnection } from "./frame.js";
import { Room } from "./table/room.js";
import { drawReferee } from "./table/referee.js";
import { PhotoView } from "./camera/photo.js";
import { Editor } from "./camera/editor.js";

export class Sight {
  constructor(room) {
    this.room = room;
    this.camera = null;
    this.number = null;
    this.marks = null;
    this.said = new Map();
    this.view = new PhotoView(this, find("#photo"));
    this.editor = new Editor(this, find("#editor"));
  }

  /** Show a photograph; null: the newest. */
  async open(number) {
    await this.ask();
    const wanted = number ?? this.camera?.latest;
    if (wanted === null || wanted === undefined) {
      this.view.empty();
      this.state();
      return;
    }
    const answer = await get(`/api/photos/${wanted}/overlay`);
    if (!answer.ok) {
      toast(say("wizard.camera.gone"));
      if (number !== null && this.camera?.latest) await this.open(null);
      return;
    }
    if (this.number !== wanted) this.said.clear();
    this.number = wanted;
    this.marks = answer.data;
    this.view.draw();
    this.editor.draw();
    this.state();
  }

  async ask() {
    const answer = await get("/api/camera");
    if (answer.ok) this.camera = answer.data;
  }

  /** How the camera is, and which photograph is shown. */
  state() {
    const { camera, room } = this;
    if (!camera || !room.state) return;
    const place = camera.photos.indexOf(this.number);
    const step = (by) => () => this.open(camera.photos[place + by]);
    const { profile } = camera;
    show(find("#camera-state"),
      h("div", { class: "row between" },
        h("h2", {}, upper(camera.name) || say("wizard.camera.none")),
        h("span", { class: `tag ${camera.watch === "live" ? "good" : "ask"}` }, say(`wizard.camera.watch-${camera.watch}`))),
      camera.reason ? h("p", { class: "notice" }, camera.reason) : null,
      profile ? h("p", { class: "small soft" }, say("wizard.camera.facts", { high: Math.round(profile.high_mm / 10), tilt: Math.round(profile.tilt_deg), residual: profile.residual_mm, examples: profile.examples })) : null,
      h("div", { class: "row tight" },
        h("button", { type: "button", class: "chip", "data-focus": "earlier", disabled: place <= 0, onclick: step(-1) }, say("wizard.camera.earlier")),
        h("span", { class: "small" }, this.number ? say("wizard.camera.number", { number: this.number }) : ""),
        h("button", { type: "button", class: "chip", "data-focus": "later", disabled: place < 0 || place >= camera.photos.length - 1, onclick: step(1) }, say("wizard.camera.later"))),
      h("div", { class: "row tight" },
        room.may("referee") ? h("button", { type: "button", class: "chip", "data-focus": "look", onclick: () => this.look() }, say("wizard.camera.look")) : null,
        room.may("admin") ? h("a", { class: "button chip", href: "/wizard" }, say("wizard.camera.set-up")) : null,
        camera.virtual ? h("a", { class: "button chip", href: "/desk" }, say("wizard.camera.desk")) : null,
        camera.phone ? h("a", { class: "button chip", href: "/phone" }, say("wizard.camera.phone")) : null,
        room.may("referee") && room.state.game && !room.state.by_hand ? h("button", { type: "button", class: "chip", "data-focus": "resynchronise", onclick: () => room.ask("resynchronise") }, say("wizard.camera.resynchronise")) : null));
  }

  async look() {
    const answer = await post("/api/camera/look");
    if (answer.ok) await this.open(answer.data.photo);
    else toast(failure(answer));
  }

  /** Hand the corrections to the referee, and to the kit as examples. */
  async send({ learn }) {
    const sites = Object.fromEntries(this.said);
    const { room } = this;
    if (room.state.game && !(await room.ask("correct-sites", { sites }))) return;
    if (learn) {
      const answer = await post("/api/camera/teach", { photo: this.number, sites });
      if (answer.ok) toast(say("wizard.camera.learned", { count: answer.data.learned.length }));
      else if (answer.status !== 409) toast(failure(answer));
      else toast(say("wizard.camera.counted"));
    } else toast(say("wizard.camera.counted"));
    this.said.clear();
    this.editor.close();
  }
}

async function main() {
  const store = new Store();
  store.connect();
  await loadTexts();
  const room = new Room(store);
  const sight = new Sight(room);
  room.board = { module: null, draw: () => sight.view.shine(room.shine ?? []) };
  watchConnection(store);
  const asked = Number(new URLSearchParams(location.search).get("photo")) || null;
  let following = asked === null;
  room.onchange = async (changed) => {
    const { state } = store;
    if (!state) return;
    if (state.game) drawReferee(room, changed);
    else show(find("#now"));
    show(find("#ways"));
    if (changed.has("latest") && state.latest && state.latest !== sight.number) {
      if (following || state.latest > (sight.number ?? 0)) await sight.open(state.latest);
      following = true;
    } else sight.state();
  };
  store.listen((_state, changed) => room.told(changed));
  await sight.open(asked);
  await new Promise((done) => (store.state ? done() : store.listen(done)));
  if (store.state) room.told(new Set(Object.keys(store.state)));
  find("#photo").removeAttribute("aria-busy");
  document.documentElement.dataset.ready = "yes";
}

main().catch((error) => {
  document.documentElement.dataset.ready = "failed";
  toast(String(error));
});
