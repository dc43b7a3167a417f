// The table as it lies, to be confirmed: what is hidden has to be told, and who is to move.

import { h } from "../dom.js";
import { say, upper } from "../texts.js";

/** A card that asks for hidden pieces and the side to move. */
export function proposalCard(room) {
  const { proposal } = room.state;
  const picked = { sites: {}, seat: proposal.seat ?? room.seats[0] };
  const asked = (proposal.asked ?? []).map((site) => hidden(room, site, picked));
  return h("section", { class: "card ruling ask" },
    h("header", {}, h("h2", {}, say("proposal.title"))),
    h("p", {}, say("proposal.about")),
    asked,
    h("label", { class: "field" }, say("proposal.to-move"),
      h("select", { onchange: (event) => { picked.seat = event.target.value; } },
        room.seats.map((seat) => h("option", { value: seat, selected: seat === picked.seat }, upper(room.side(seat)))))),
    h("div", { class: "row" },
      h("button", { type: "button", class: "main", disabled: !room.may("referee"), onclick: () => room.ask("accept-table", picked) }, say("proposal.accept")),
      h("button", { type: "button", onclick: () => room.ask("dismiss") }, say("proposal.refuse"))));
}

function hidden(room, site, picked) {
  const { proposal } = room.state;
  const seen = (proposal.sites?.[site] ?? []).map(words);
  const top = seen.at(-1) ?? "";
  const [owner] = top.split(" ");
  const guess = proposal.guesses?.[site];
  const below = ["", `${owner} moon`, "brown safe", "blue safe"];
  const piles = [...(guess ? [guess] : []), ...below.map((under) => (under ? [under, top] : [top]))];
  const unique = [...new Map(piles.map((pile) => [pile.join("+"), pile])).values()];
  picked.sites[site] = unique[0];
  return h("label", { class: "field" }, say("proposal.hidden", { site }),
    h("select", { onchange: (event) => { picked.sites[site] = unique[Number(event.target.value)]; } },
      unique.map((pile, place) => h("option", { value: place }, pile.length > 1 ? say("proposal.under", { below: room.state.game.names?.[pile[0]] ?? pile[0] }) : say("proposal.nothing")))));
}

const words = (piece) => (typeof piece === "string" ? piece : [piece.owner, piece.kind, piece.facing].filter(Boolean).join(" "));
