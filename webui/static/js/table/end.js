// The end of a game: who won and why, the record to take along, what next.

import { h } from "../dom.js";
import { say } from "../texts.js";
import { seatToken } from "./seats.js";

/** The result with its reason, links to the record and the replay. */
export function endCard(room) {
  const { game } = room.state;
  const entry = [...room.state.log].reverse().find(({ kind }) => kind === "result");
  const winner = game.result?.winner ?? entry?.seat ?? null;
  const text = game.result?.text ?? entry?.text ?? "";
  return h("section", { class: "card result" },
    winner ? seatToken(winner, 64, game.id) : null,
    h("h2", {}, room.board?.module?.ending?.(room, winner) ?? (winner ? say("end.won", { player: room.player(winner) }) : say("end.over"))),
    h("p", {}, text),
    h("div", { class: "row" },
      h("a", { class: "button main", href: `/new?game=${game.id}&again=${game.number}` }, say("end.again")),
      h("a", { class: "button", href: `/games/${game.number}` }, say("end.replay")),
      h("a", { class: "button", href: `/api/games/${game.number}/export.txt`, download: "" }, say("end.record"))));
}
