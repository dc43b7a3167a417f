// The recorded games.

import { h } from "./dom.js";
import { has, say } from "./texts.js";
import { ask, open } from "./page.js";

const PAGE = 60;

open(async () => {
  const told = await ask("/api/games");
  const games = told.games ?? told;
  if (!games.length) {
    return h("section", { class: "card empty" }, h("p", { class: "lead" }, say("games.none")), h("a", { class: "button main", href: "/new" }, say("idle.new")));
  }
  const list = h("ul", { class: "games" });
  let shown = 0;
  const more = h("button", { type: "button", onclick: () => add() }, say("games.more"));
  const add = () => {
    list.append(...games.slice(shown, shown + PAGE).map(entry));
    shown += PAGE;
    more.hidden = shown >= games.length;
  };
  add();
  return [h("p", { class: "lead" }, say("games.about")), list, more];
});

function entry(game) {
  const number = game.number ?? game.id;
  const players = Object.values(game.players ?? {}).filter(Boolean);
  const began = game.began ?? game.started ?? game.at;
  const when = began ? new Date(began) : null;
  return h("li", {}, h("a", { href: `/games/${number}` },
    h("span", { class: "soft small" }, `#${number}`),
    h("span", { class: "stack" }, h("span", { class: "strong" }, game.title ?? game.game),
      h("span", { class: "soft small" }, [players.join(" – "), when && !Number.isNaN(when.valueOf()) ? when.toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" }) : null, game.result?.text ?? game.result ?? null].filter(Boolean).join(" · "))),
    h("span", { class: `tag ${game.status === "over" || game.over ? "good" : "ask"}` }, status(game))));
}

function status(game) {
  const word = game.status ?? (game.over ? "over" : "open");
  return has(`games.${word}`) ? say(`games.${word}`) : word;
}
