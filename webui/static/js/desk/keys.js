// The virtual table by keyboard: what each key does while the board has the keyboard, and the list of them.

import { find, h } from "../dom.js";
import { icon } from "../icons.js";
import { say } from "../texts.js";
import { placeOf, siteAt } from "./cells.js";
import { FACES } from "./words.js";

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1], Home: [-99, 0], End: [99, 0], PageUp: [0, 99], PageDown: [0, -99] };

/** The keys as they are listed: what is written on them, and the text that says what they do. */
const LIST = [
  ["arrows", "move"], ["enter", "take"], ["T", "turn"], ["1 – 6", "faces"], ["delete", "off"], ["Esc", "let-go"],
  ["P", "beside"], ["R", "again"], ["F", "figures"], ["D", "done"], ["L", "lay"], ["U", "undo"], ["K", "help"],
];
const NAMED = new Set(["arrows", "enter", "delete"]);
const written = (name) => (NAMED.has(name) ? say(`wizard.keys.key-${name}`) : name);

/** Show the list of keys over the page; whoever closes it is where they were. */
export function showKeys() {
  const close = () => box.close();
  const box = h("dialog", { class: "keys", "aria-labelledby": "keys-title", onclose: () => box.remove(), onkeydown: (event) => ["k", "?"].includes(event.key.toLowerCase()) && close() },
    h("header", {}, h("h2", { id: "keys-title" }, say("wizard.keys.title")), h("button", { type: "button", class: "icon quiet", "aria-label": say("wizard.keys.close"), onclick: close }, icon("close"))),
    h("dl", {}, LIST.map(([name, what]) => h("div", {}, h("dt", {}, h("kbd", {}, written(name))), h("dd", {}, say(`wizard.keys.${what}`))))));
  document.body.append(box);
  box.showModal();
}

/** What a key does on a point; true where it does something. */
export function pressed(desk, event, site) {
  if (event.altKey || event.metaKey || (event.ctrlKey && event.key.toLowerCase() !== "z")) return false;
  const { scene } = desk;
  const step = STEPS[event.key];
  if (step) {
    scene.cells.focus(beyond(scene.state, site, step));
    return true;
  }
  if (event.key === "?" || event.key.toLowerCase() === "k") {
    showKeys();
    return true;
  }
  return desk.may && act(desk, event, site);
}

function beyond({ columns, rows }, site, [right, up]) {
  const [column, row] = placeOf(site);
  const within = (value, least, most) => Math.max(least, Math.min(most, value));
  return siteAt(within(column + right, 0, columns - 1), within(row + up, 1, rows));
}

function act(desk, event, site) {
  const top = desk.scene.piles.get(site)?.at(-1);
  const meant = desk.held ? desk.piece(desk.held) : top;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const face = FACES[Number(key) - 1];
  if (key === "Enter" || key === " ") takeOrPut(desk, site, top);
  else if (key === "Escape") desk.hold(null);
  else if (key === "t" && meant) desk.alter(meant, "turn", { quarters: event.shiftKey ? -1 : 1 });
  else if (face && meant) desk.alter(meant, "face", { face });
  else if ((key === "Delete" || key === "Backspace") && meant) desk.takeOff(meant);
  else if (key === "p") find("#tray [tabindex='0']")?.focus();
  else if (key === "r") desk.another();
  else if (key === "f") find("[role=slider]", desk.scene.layers.figures)?.focus();
  else if (key === "d") desk.done();
  else if (key === "l") desk.lay();
  else if (key === "u" || key === "z") desk.undo();
  else return false;
  return true;
}

function takeOrPut(desk, site, top) {
  if (desk.held) desk.put(desk.held, site);
  else if (top) desk.hold(top.id);
  else desk.tell(say("wizard.desk.empty", { site }));
}
