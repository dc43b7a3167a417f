// The deities' figures: a press on a notch puts the side's figure there; by keyboard each is a slider.

import { s } from "../dom.js";
import { say } from "../texts.js";

const STEPS = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 };

export class Figures {
  constructor(desk, layer) {
    this.desk = desk;
    this.layer = layer;
    this.tracks = new Map();
  }

  draw(figures) {
    for (const [colour, track] of Object.entries(figures)) {
      if (!this.tracks.has(colour)) {
        const name = say("wizard.keys.figure", { colour: say(`wizard.word.${colour}`) });
        const made = s("g", { role: "slider", class: "notch-track", tabindex: "0", "aria-label": name, "data-figure": colour, "aria-valuemin": 1, onkeydown: (event) => this.key(event, colour) });
        this.tracks.set(colour, made);
        this.layer.append(made);
      }
      this.update(this.tracks.get(colour), colour, track);
    }
  }

  update(element, colour, { notch, places }) {
    element.setAttribute("aria-valuemax", places.length);
    element.setAttribute("aria-valuenow", notch);
    element.setAttribute("aria-valuetext", say("wizard.keys.on-notch", { notch, count: places.length }));
    element.setAttribute("aria-disabled", String(!this.desk.may));
    element.replaceChildren(...places.map(([cx, cy], index) =>
      s("circle", { cx, cy, r: 26, class: `notch-place${index + 1 === notch ? " here" : ""}`, "data-notch": `${colour}-${index + 1}`, onclick: () => this.put(colour, index + 1) },
        s("title", {}, say("wizard.desk.notch", { colour: say(`wizard.word.${colour}`), notch: index + 1 })))));
  }

  key(event, colour) {
    const { places, notch } = this.desk.state.figures[colour];
    const to = { Home: 1, End: places.length }[event.key] ?? (event.key in STEPS ? notch + STEPS[event.key] : null);
    if (to !== null) this.put(colour, Math.max(1, Math.min(places.length, to)));
    else if (event.key === "Escape") this.desk.scene.cells.focus();
    else if (event.key.toLowerCase() === "f") [...this.tracks.values()].find((track) => track !== event.currentTarget)?.focus();
    else return;
    event.preventDefault();
  }

  put(colour, notch) {
    if (this.desk.may && notch !== this.desk.state.figures[colour].notch) this.desk.ask("figure", { colour, notch });
  }
}
