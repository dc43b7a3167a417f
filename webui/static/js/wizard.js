// Setting the camera up, step by step; every step can be done again by itself.

import { find, h, show } from "./dom.js";
import { failure, get, post } from "./api.js";
import { toast } from "./asking.js";
import { icon } from "./icons.js";
import { loadTexts, say } from "./texts.js";
import "./frame.js";
import { Live } from "./wizard/live.js";
import { boardStep } from "./wizard/board.js";
import { teachStep } from "./wizard/teach.js";
import { trialStep, saveStep } from "./wizard/trial.js";

const STEPS = ["light", "board", "teach", "trial", "save"];

class Wizard {
  constructor() {
    this.state = null;
    this.step = null;
    this.working = "";
    this.live = new Live(this);
  }

  /** Whether a step is done. */
  done(step) {
    const { state } = this;
    if (step === "light") return Boolean(state.empty);
    if (step === "board") return Boolean(state.board);
    if (step === "teach") return Boolean(state.learned);
    if (step === "trial") return Boolean(state.trial);
    return state.saved;
  }

  /** Whether all that a step rests on is there. */
  open(step) {
    return STEPS.slice(0, STEPS.indexOf(step)).every((earlier) => earlier === "light" || earlier === "trial" || this.done(earlier));
  }

  go(step) {
    this.step = step;
    this.trouble("");
    this.draw();
    find("#step-title")?.focus();
    scrollTo({ top: 0 });
  }

  next() {
    this.go(STEPS[Math.min(STEPS.indexOf(this.step) + 1, STEPS.length - 1)]);
  }

  /** Ask for a step; the words say what is being done meanwhile. True where it was done. */
  async ask(what, body, words = "") {
    if (this.working) return false;
    this.working = words || say("wizard.setup.working");
    this.trouble("");
    this.draw();
    const answer = await post(`/api/wizard/${what}`, body);
    this.working = "";
    if (answer.ok) this.state = answer.data;
    else this.trouble(failure(answer));
    this.draw();
    return answer.ok;
  }

  trouble(text) {
    const place = find("#trouble");
    place.hidden = !text;
    place.textContent = text;
  }

  async load() {
    const answer = await get("/api/wizard");
    if (!answer.ok) {
      this.trouble(failure(answer));
      return;
    }
    this.state = answer.data;
    this.step ??= this.state.due;
    this.draw();
  }

  draw() {
    if (!this.state) return;
    show(find("#steps"), STEPS.map((step, place) => h("li", {},
      h("button", { type: "button", class: `step-button${this.done(step) ? " done" : ""}`, "data-focus": `step-${step}`, "data-step": step, "aria-current": step === this.step ? "step" : null, disabled: !this.open(step), onclick: () => this.go(step) },
        h("span", { class: "step-number" }, this.done(step) ? icon("good", 16) : String(place + 1)), h("span", {}, say(`wizard.setup.step-${step}`))))));
    const draw = { light: lightStep, board: boardStep, teach: teachStep, trial: trialStep, save: saveStep }[this.step];
    this.live.watch(this.step === "light");
    show(find("#step"),
      h("h2", { id: "step-title", tabindex: "-1" }, say(`wizard.setup.head-${this.step}`)),
      this.working ? h("p", { class: "notice", role: "status" }, this.working) : null,
      draw(this));
    find("#step").setAttribute("aria-busy", String(Boolean(this.working)));
  }
}

/** The live picture with its meters. */
function lightStep(wizard) {
  const { camera } = wizard.state;
  return h("div", { class: "light" },
    h("p", { class: "soft" }, say("wizard.setup.light-about")),
    camera.watch !== "live" && camera.reason && camera.set_up ? h("p", { class: "notice" }, camera.reason) : null,
    camera.phone ? h("p", { class: "notice" }, say("wizard.setup.phone"), " ", h("a", { href: "/phone" }, say("wizard.camera.phone"))) : null,
    wizard.live.element,
    h("div", { class: "row" }, h("button", { type: "button", class: "main", "data-focus": "next", onclick: () => wizard.next() }, say("wizard.setup.next"))));
}

async function main() {
  await loadTexts();
  const wizard = new Wizard();
  await wizard.load();
  document.documentElement.dataset.ready = "yes";
}

main().catch((error) => {
  document.documentElement.dataset.ready = "failed";
  toast(String(error));
});
