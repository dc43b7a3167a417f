// The recorded games.

import { h } from "./dom.js";
import { has, locale, say, upper } from "./texts.js";
import { ask, open } from "./page.js";

const PAGE = 60;

open(async () => {
  const { games } = await ask("/api/games");
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
  const players = Object.values(game.players).filter(Boolean).join(" – ");
  const when = new Date(game.started).toLocaleString(locale(), { dateStyle: "medium", timeStyle: "short" });
  const winner = game.result?.winner;
  const won = winner ? say("games.won", { player: game.players[winner] || upper(game.result.name) }) : null;
  const status = game.on_table && game.status === "open" ? "on-table" : game.status;
  return h("li", {}, h("a", { href: `/games/${game.number}` },
    h("span", { class: "soft small" }, `#${game.number}`),
    h("span", { class: "stack tight" }, h("span", { class: "strong" }, [game.title, players].filter(Boolean).join(": ")),
      h("span", { class: "soft small" }, [when, won].filter(Boolean).join(" · "))),
    h("span", { class: `tag ${{ finished: "good", open: "ask", "on-table": "ask" }[status] ?? ""}` }, has(`games.${status}`) ? say(`games.${status}`) : status)));
}
