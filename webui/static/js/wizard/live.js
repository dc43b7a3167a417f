// The picture as it is now, about three times a second, and meters that say what it is like.

import { find, h, show } from "../dom.js";
import { get } from "../api.js";
import { say } from "../texts.js";

const EVERY_MS = 330;
const AWAY_MS = 1500;
const METERS = ["sharp", "bright", "clear"];

export class Live {
  constructor(wizard) {
    this.wizard = wizard;
    this.on = false;
    this.image = h("img", { class: "live-picture", alt: say("wizard.setup.live"), width: 960, height: 720 });
    this.meters = h("div", { class: "meters" });
    this.hints = h("p", { class: "live-hint", role: "status" });
    this.element = h("div", { class: "live" }, this.image, h("div", { class: "stack" }, this.meters, this.hints));
  }

  /** Show the picture, or stop asking for it. */
  watch(on) {
    if (on === this.on) return;
    this.on = on;
    if (on) this.again();
  }

  async again() {
    while (this.on) {
      const shown = document.hidden ? true : await this.once();
      await new Promise((done) => setTimeout(done, shown ? EVERY_MS : AWAY_MS));
    }
  }

  async once() {
    const fresh = await this.fetch();
    if (!fresh) {
      show(this.hints, say("wizard.setup.no-picture"));
      return false;
    }
    const answer = await get("/api/wizard/meters");
    if (answer.ok) this.draw(answer.data);
    return true;
  }

  fetch() {
    return new Promise((done) => {
      const fresh = new Image();
      fresh.onload = () => {
        this.image.src = fresh.src;
        this.image.width = fresh.naturalWidth;
        this.image.height = fresh.naturalHeight;
        done(true);
      };
      fresh.onerror = () => done(false);
      fresh.src = `/api/wizard/preview.jpg?t=${Date.now()}`;
    });
  }

  draw(told) {
    if (!this.meters.childElementCount) show(this.meters, METERS.map((name) => {
      const bar = h("meter", { id: `meter-${name}`, min: 0, max: 1, low: 0.25, high: 0.6, optimum: 1 });
      return h("label", { class: "meter" }, h("span", {}, say(`wizard.setup.meter-${name}`)), bar, h("output", {}));
    }));
    for (const name of METERS) {
      const meter = find(`#meter-${name}`, this.meters);
      meter.value = told[name];
      meter.nextElementSibling.textContent = say(told[name] >= 0.6 ? "wizard.setup.good" : told[name] >= 0.25 ? "wizard.setup.fair" : "wizard.setup.poor");
    }
    this.hints.classList.toggle("good", !told.hints.length);
    const text = told.hints.length ? told.hints.map((hint) => say(`wizard.setup.hint-${hint}`)).join(" ") : say("wizard.setup.hint-none");
    if (this.hints.textContent !== text) this.hints.textContent = text;
  }
}
