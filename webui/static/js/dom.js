// Makes elements. Nothing here knows what the panel is about.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...shown(children));
  return element;
}

/** An HTML element: h("button", {class: "quiet", onclick: f}, "Go"). */
export function h(name, attributes, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** An SVG element. */
export function s(name, attributes, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

/** How long a press may hold a change back; who keeps a finger down longer doesn't press a button. */
const PRESS_MS = 1500;

let pressed = null;
const waiting = new Map();

/** Show what came while something was pressed. */
function release() {
  pressed = null;
  const due = [...waiting];
  waiting.clear();
  for (const [element, children] of due) show(element, ...children);
}

addEventListener("pointerdown", ({ target }) => {
  pressed = target;
  setTimeout(() => pressed === target && release(), PRESS_MS);
}, true);
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => setTimeout(release), true); // after the click
addEventListener("click", () => { pressed = null; }, true); // it has found its way; what it changes is shown at once

/**
 * Put `children` in the place of whatever is in `element`. The keyboard stays where it was: on the
 * thing with the same `data-focus`, or where that has gone, on the element itself. While something
 * in it is being pressed it stays, or the press would go astray; the last change is shown then.
 */
export function show(element, ...children) {
  if (pressed?.isConnected && element.contains(pressed)) {
    waiting.set(element, children);
    return;
  }
  waiting.delete(element);
  const kept = document.activeElement;
  const inside = element !== kept && element.contains(kept);
  const focus = inside ? kept.dataset?.focus : null;
  element.replaceChildren(...shown(children));
  if (!inside) return;
  const again = focus ? element.querySelector(`[data-focus="${CSS.escape(focus)}"]:not(:disabled)`) : null;
  if (!again) element.tabIndex = -1;
  (again ?? element).focus({ preventScroll: true });
}

const shown = (children) => children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);

export const find = (selector, inside = document) => inside.querySelector(selector);
export const findAll = (selector, inside = document) => [...inside.querySelectorAll(selector)];

/** Whether people asked their device for less movement. */
export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
