// What the referee says: whose turn it is, the last ruling with its reasons, what hands have to do.

import { find, h, show } from "../dom.js";
import { has, say, upper } from "../texts.js";
import { failure, post } from "../api.js";
import { toast } from "../asking.js";
import { icon } from "../icons.js";
import { seatToken } from "./seats.js";
import { passTo } from "../ways/passing-on.js";
import { endCard } from "./end.js";
import { askedCard, nearestMoves, reasonList } from "./asked.js";
import { answerInWords } from "./told.js";

/** What the virtual table's camera is called. */
const VIRTUAL = "virtual table";

const isVirtual = (state) => state.camera?.name === VIRTUAL;
const atDesk = () => location.pathname === "/desk";

/** Draw the cards that need it. */
export function drawReferee(room, changed) {
  const { state } = room;
  const turn = phaseTitle(room);
  if (find("#turn").textContent !== turn) find("#turn").textContent = turn; // said to who can't see it
  const card = room.past ? null : room.board?.module?.card?.(room) ?? null;
  show(find("#now"), state.phase === "over" ? endCard(room) : nowCard(room, card));
  const answer = find("#answer");
  const key = JSON.stringify([state.answer, room.you]);
  if (answer.dataset.key !== key || changed.has("all")) {
    answer.dataset.key = key;
    show(answer, answerCard(room, state.answer));
    if (["bad", "ask"].includes(state.answer?.tone)) answer.scrollIntoView({ block: "nearest" });
  }
  show(find("#asked"), room.asked ? askedCard(room, room.asked, () => { room.asked = null; room.draw(); }) : null);
  const todo = find("#todo");
  const owed = JSON.stringify([state.todo, room.you.role, state.by_hand, isVirtual(state)]);
  if (todo.dataset.key !== owed) {
    todo.dataset.key = owed; // it is read out when it changes, and only then
    show(todo, todoCard(room));
  }
  const proposal = find("#proposal");
  const proposed = JSON.stringify([state.proposal, room.you.role]);
  if (proposal.dataset.key !== proposed) {
    proposal.dataset.key = proposed; // what is picked in it stays while the rest of the table changes
    if (!state.proposal) show(proposal);
    else import("./proposal.js").then(({ proposalCard }) => proposal.dataset.key === proposed && show(proposal, proposalCard(room)));
  }
  show(find("#ways"), card ?? otherActions(room));
}

/** Whose turn it is, and what is wrong; `card` is the one that the phase has besides. */
function nowCard(room, card) {
  const { state } = room;
  const notes = [cameraLine(state), ...(state.troubles ?? []).map((trouble) => h("p", { class: "notice bad" }, trouble))].filter(Boolean);
  if (card?.querySelector("h2") && state.game.phase !== "turns" && !state.paused && !state.looking) {
    return notes.length ? h("section", { class: "card now-card" }, notes) : null; // the card says the rest
  }
  const who = playersToAct(room);
  const [seat] = who;
  return h("section", { class: "card now-card" },
    h("div", { class: "now" },
      who.length === 1 ? seatToken(seat, 40, state.game.id) : icon("turn", 32),
      h("div", { class: "grow" }, h("h2", {}, phaseTitle(room)), h("p", {}, who.length === 1 && state.phase !== "turns" ? phaseName(room) : hint(room)))),
    notes);
}

const playersToAct = ({ state }) => (state.to_act ?? []).filter((seat) => seat !== "chance");

/** Whose turn it is, or what else holds the game. */
function phaseTitle(room) {
  const { state } = room;
  if (state.phase === "over") return state.game.result?.text ?? "";
  if (state.paused) return say("now.paused");
  if (state.looking) return say("now.looking");
  const [seat, ...others] = playersToAct(room);
  return seat && !others.length ? say("now.turn", { player: room.player(seat) }) : phaseName(room);
}

const phaseName = ({ state: { game } }) => (has(`phase.${game.phase}`) ? say(`phase.${game.phase}`) : game.phase_name);

/** Where the pieces of a game that the camera reads are moved on a virtual table; or that it is away. */
function cameraLine({ camera, phase, by_hand: byHand }) {
  if (camera?.watch === "away") return h("p", { class: "notice bad" }, say("camera.away"), " ", camera.reason);
  if (camera?.name !== VIRTUAL || byHand || phase === "over" || atDesk()) return null;
  return h("a", { class: "button", href: "/desk" }, icon("hand"), say("camera.desk"));
}

/** What this viewer can do now, in one sentence. */
function hint(room) {
  const { state } = room;
  if (state.paused) return say("now.hint-paused");
  if (state.waiting) return isVirtual(state) ? "" : say("now.hint-hands");
  const next = room.acting.length ? undefined : passTo(room);
  if (next) return say("boards.pass-on.hint", { player: room.player(next) });
  if (!room.acting.length) return room.may("player") ? say(room.seats.length > 2 ? "now.hint-others" : "now.hint-wait") : say("now.hint-watch");
  const own = room.board?.module?.hint?.(room);
  if (typeof own === "string") return own;
  if (state.phase !== "turns") return "";
  if (room.selected) return say(state.actions?.some((action) => action.from?.split(" top")[0] === room.selected) ? "now.hint-target" : "now.hint-stuck");
  if (atDesk()) return say("now.hint-desk");
  if (location.pathname !== "/") return ""; // there is no board to touch
  return say(state.by_hand || isVirtual(state) ? "now.hint-touch" : "now.hint-camera");
}

/** The last ruling. */
function answerCard(room, answer) {
  if (!answer) return null;
  return h("section", { class: `card ruling ${answer.tone}`, "data-said": answer.said },
    h("header", {},
      h("span", { class: "tone" }, icon(answer.tone)),
      h("h2", {}, answerInWords(room, answer) ?? answer.title),
      h("button", { type: "button", class: "icon quiet", "aria-label": say("answer.dismiss"), hidden: !room.may("player"), onclick: () => room.ask("dismiss") }, icon("close"))),
    answer.text && !sameWords(answer) ? h("p", {}, answer.text) : null,
    reasonList(room, answer.reasons),
    spots(room, answer.faults), spots(room, answer.strange),
    sameSteps(room.state.todo, answer.todo) ? null : putBack(room, answer.todo),
    nearestMoves(room, answer.nearest),
    optionButtons(room, answer.options),
    photoLink(answer),
    remedies(room, answer));
}

/** Whether an answer asks for what is asked for already; a refusal asks for more. */
const sameSteps = (todo, asked) => JSON.stringify(todo ?? []) === JSON.stringify(asked ?? []);

const sameWords = (answer) => (answer.reasons ?? []).some((reason) => reason.text === answer.text) || answer.text === answer.title;

function spots(room, list = []) {
  if (!list?.length) return null;
  return h("ul", { class: "faults" }, list.map(({ site, text, ruling }) =>
    h("li", {}, site ? h("button", { type: "button", class: "chip", onclick: () => shine(room, [site]) }, site) : null, h("span", {}, text, " ", ruling ? h("a", { class: "small soft", href: `/rules/${room.state.game.id}#${ruling}` }, say("answer.rule")) : null))));
}

/** The steps that put something back. */
function putBack(room, list = []) {
  if (!list?.length) return null;
  return h("div", { class: "by-hand" }, h("h3", {}, say("answer.put-back")), h("ol", {}, list.map((step) => stepItem(room, step))));
}

const stepItem = (room, step) => h("li", { tabindex: "0", onpointerenter: () => shine(room, step.sites), onpointerleave: () => shine(room, []), onfocus: () => shine(room, step.sites), onblur: () => shine(room, []) }, h("span", {}, upper(step.text)));

function shine(room, sites) {
  room.shine = sites ?? [];
  room.board.draw();
}

function optionButtons(room, options = []) {
  if (!options?.length || !room.may("player")) return null;
  return h("div", { class: "stack" }, options.map(({ text }, option) =>
    h("button", { type: "button", onclick: () => room.ask("choose", { option }) }, upper(text))));
}

const photoLink = ({ photo }) => photo === null || photo === undefined ? null : h("div", { class: "row" }, h("a", { class: "button chip", href: `/camera?photo=${photo}` }, say("answer.photo")));

/** What may be done about a ruling, by role. */
function remedies(room, answer) {
  const buttons = [];
  const add = (role, key, action, className = "chip") => room.may(role) && buttons.push(h("button", { type: "button", class: className, onclick: action }, say(key)));
  if (answer.said === "illegal") {
    add("referee", "remedy.overrule", () => room.ask("overrule", { note: "" }));
    if (!room.state.by_hand) add("player", "remedy.misread", () => location.assign(`/camera${answer.photo ? `?photo=${answer.photo}` : ""}`));
  }
  if (["illegal", "out-of-step", "faults", "ambiguous"].includes(answer.said) && !room.state.by_hand) {
    add("referee", "remedy.resynchronise", () => room.ask("resynchronise"));
  }
  return buttons.length ? h("div", { class: "row remedies" }, buttons) : null;
}

/** What hands still owe the table. */
function todoCard(room) {
  const { todo } = room.state;
  if (!todo?.length) return null;
  return h("section", { class: "card by-hand ruling ask" },
    h("header", {}, h("span", { class: "tone" }, icon("hand")), h("h2", {}, say("todo.title"))),
    h("ol", {}, todo.map((step) => stepItem(room, step))),
    room.may("player") ? h("div", { class: "row" },
      isVirtual(room.state) && !atDesk() ? h("button", { type: "button", "data-focus": "lay", class: "main", onclick: ({ currentTarget }) => { currentTarget.disabled = true; layAndSettle(room).finally(() => { currentTarget.disabled = false; }); } }, say("todo.lay")) : null,
      h("button", { type: "button", "data-focus": "settled", class: room.state.by_hand ? "main" : "", onclick: () => room.ask("settled") }, say("todo.done"))) : null);
}

/** Let the pieces of the virtual table lie as the game says: its hands are the referee's, too. */
async function layAndSettle(room) {
  const answer = await post("/api/desk/lay", { what: "shown" });
  if (!answer.ok) toast(failure(answer));
  else if (room.state.todo?.length) await room.ask("settled");
}

/** Actions that no touch on the board stands for, as buttons. */
function otherActions(room) {
  const { state } = room;
  if (room.past || state.phase === "over") return null;
  const list = (state.actions ?? []).filter((action) => (!room.board?.module || !(action.from || action.to)) && action.kind !== "claim");
  const chance = state.to_act?.includes("chance") && room.may("player");
  if (!list.length && !chance) return null;
  return h("section", { class: "card" }, h("h2", {}, phaseName(room)),
    state.game.prompt ? h("p", { class: "soft" }, state.game.prompt) : null,
    h("div", { class: "row" }, list.slice(0, 40).map((action) => h("button", { type: "button", "data-action": action.id, onclick: () => room.play(action) }, upper(action.name || action.text)))),
    chance ? h("button", { type: "button", class: "main", onclick: () => room.ask("draw") }, say("prepare.draw")) : null);
}
