// The window with all that is seldom needed: draws, giving up, setting the record right, leaving.

import { h } from "../dom.js";
import { has, loadTexts, say, upper } from "../texts.js";
import { choose, confirmed, toast } from "../asking.js";
import { setWish } from "../wishes.js";

/** Ask what is to be done, and do it. */
export async function more(room) {
  await loadTexts("panel.more", "panel.correct", "panel.remark", "panel.leave", "panel.abandon");
  const { state } = room;
  const choices = [];
  const add = (when, label, value, className = "") => when && choices.push({ label, value, className });
  add(true, say("more.turn-board"), () => turnBoard(room));
  if (room.may("player")) for (const claim of (state.claims ?? []).filter(({ kind }) => !room.board.module?.ownClaims?.includes(kind))) add(true, claimText(room, claim), () => declare(room, claim));
  add(!state.by_hand || state.camera?.watch === "live", say("more.camera-view"), () => location.assign("/camera"));
  if (room.may("referee")) {
    add(state.camera && state.camera.watch !== "none", say(state.by_hand ? "more.use-camera" : "more.by-hand"), () => room.ask("camera", { on: state.by_hand }));
    add(!state.by_hand, say(state.automatic ? "more.press" : "more.automatic"), () => room.ask("automatic", { on: !state.automatic }));
    add((state.log ?? []).some(({ kind }) => kind === "played"), say("more.correct"), () => correct(room));
    add(!state.by_hand, say("more.resynchronise"), () => room.ask("resynchronise"));
    add(true, say("more.remark"), () => remark(room));
    add(true, say("more.leave"), () => leave(room));
    add(state.phase !== "over", say("more.abandon"), () => abandon(room), "danger");
  }
  const run = await choose(say("more.title"), choices);
  await run?.();
}

async function turnBoard(room) {
  const views = room.board.module?.seatViews ?? room.seats;
  const now = views.indexOf(room.seatView);
  setWish("view", views[(now + 1) % views.length]);
  room.draw(new Set(["all"]));
}

/** What a claim declares, with the name of whoever declares it. */
function claimText(room, claim) {
  const key = `claim.${claim.kind}`;
  return has(key) ? say(key, { player: room.player(claim.seat) }) : upper(claim.name || claim.text);
}

async function declare(room, claim) {
  if (await confirmed(say("claim.title"), claimText(room, claim), { text: say("claim.text") })) await room.play(claim);
}

async function correct(room) {
  const last = [...room.state.log].reverse().find(({ kind }) => kind === "played");
  const text = await typed(say("correct.title"), say("correct.text", { move: last?.notation ?? "" }), say("correct.label"));
  if (text) await room.ask("correct-action", { text });
}

async function remark(room) {
  const text = await typed(say("remark.title"), "", say("remark.label"));
  if (text && (await room.ask("remark", { text }))) toast(say("remark.kept"));
}

async function leave(room) {
  if (await confirmed(say("leave.title"), say("leave.yes"), { text: say("leave.text") })) await room.ask("leave");
}

async function abandon(room) {
  if (await confirmed(say("abandon.title"), say("abandon.yes"), { text: say("abandon.text"), className: "danger" })) await room.ask("abandon", { why: "" });
}

/** Ask for a line of text. */
function typed(title, text, label) {
  return new Promise((done) => {
    const field = h("input", { type: "text", maxlength: 300, autocomplete: "off" });
    const finish = (value) => {
      box.close();
      box.remove();
      done(value);
    };
    const box = h("dialog", { "aria-label": title, onclose: () => finish("") },
      h("form", { class: "stack", method: "dialog", onsubmit: (event) => { event.preventDefault(); finish(field.value.trim()); } },
        h("h2", {}, title), text ? h("p", { class: "soft" }, text) : null,
        h("label", { class: "field" }, label, field),
        h("div", { class: "row" }, h("button", { class: "main" }, say("ask.ok")), h("button", { type: "button", class: "quiet", onclick: () => finish("") }, say("ask.cancel")))));
    document.body.append(box);
    box.showModal();
  });
}
