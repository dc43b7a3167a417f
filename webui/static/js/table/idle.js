// The page while no game is on the table.

import { h, s, show } from "../dom.js";
import { cube, face, stone } from "../figures.js";
import { say } from "../texts.js";

/** An invitation to begin. */
export function drawIdle(room, place) {
  const begin = room.may("referee");
  const key = JSON.stringify([begin, room.you.role]);
  if (place.dataset.key === key && place.childElementCount) return;
  place.dataset.key = key;
  const at = (x, y, turn, ...content) => s("g", { transform: `translate(${x} ${y}) rotate(${turn})` }, ...content);
  const cubed = (seat, kind) => s("g", { class: `side-${seat}` }, cube(seat), face(kind));
  show(place, h("section", { class: "card empty" },
    s("svg", { class: "sky", viewBox: "0 0 520 200", "aria-hidden": "true" },
      at(90, 112, -10, cubed("brown", "moon")), at(205, 84, 6, cubed("blue", "star")),
      at(310, 124, -4, cubed("brown", "trap")), at(425, 90, 9, s("g", { class: "side-blue" }, stone()))),
    h("h1", {}, say("idle.title")),
    h("p", { class: "lead" }, say(begin ? "idle.about" : "idle.about-watch")),
    h("div", { class: "row" },
      begin ? h("a", { class: "button main", href: "/new" }, say("idle.new")) : h("a", { class: "button main", href: "/join" }, say("idle.join")),
      h("a", { class: "button", href: "/games" }, say("idle.resume")),
      h("a", { class: "button", href: "/rules/moons-and-stars" }, say("idle.rules")))));
}
