// The frame around every page: the menu on small screens, the line that says what is wrong.

import { find, h, show } from "./dom.js";
import { say } from "./texts.js";

/** Make the menu button work. */
export function menu() {
  const button = find("#menu-button");
  const nav = find("#nav");
  if (!button || !nav) return;
  const open = (on) => {
    nav.classList.toggle("open", on);
    button.setAttribute("aria-expanded", String(on));
  };
  button.addEventListener("click", () => open(!nav.classList.contains("open")));
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !nav.classList.contains("open")) return;
    open(false);
    button.focus();
  });
  document.addEventListener("click", (event) => {
    if (!nav.contains(event.target) && !button.contains(event.target)) open(false);
  });
}

/** Say so while the table can't be reached. */
export function watchConnection(store) {
  const place = find("#banner");
  const draw = () => {
    place.hidden = store.connected;
    if (!store.connected) show(place, h("span", {}, say("connection.lost")), h("button", { type: "button", class: "chip", onclick: () => store.connect() }, say("connection.again")));
  };
  store.listen((_state, changed) => changed.has("connected") && draw());
}

/** A rule that a word leads to is shown over the page; keys that open links elsewhere still do. */
function rules() {
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.('a[href^="/rules/"][href*="#"]');
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (link.closest("dialog") || link.pathname === location.pathname) return;
    event.preventDefault();
    import("./rules/over.js").then(({ showRule }) => showRule(link.href)).catch(() => location.assign(link.href));
  });
}

menu();
rules();
