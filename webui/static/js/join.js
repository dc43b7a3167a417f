// Joining: the code for other devices, and the PIN that makes a player or a referee of this one.

import { h, show } from "./dom.js";
import { has, say, upper } from "./texts.js";
import { failure, post } from "./api.js";
import { ask, open, place } from "./page.js";
import { seatToken } from "./table/seats.js";

const build = async () => {
  const [told, table] = await Promise.all([ask("/api/join"), ask("/api/table")]);
  const you = table.you ?? told.you;
  return [
    h("p", { class: "notice" }, say("join.you", { role: say(`role.${you.role}`) }), you.seat ? ` ${say("join.seat", { seat: table.game?.names?.[you.seat] ?? you.seat })}` : ""),
    h("div", { class: "cols" }, invitation(told), entry(told, table)),
    h("section", { class: "card" }, h("h2", {}, say("join.roles")), h("ul", { class: "stack" }, ["spectator", "player", "referee", "admin"].map((role) =>
      h("li", {}, h("b", {}, upper(say(`role.${role}`))), ": ", say(`join.role-${role}`))))),
  ];
};

open(build);

/** For other devices: a code to photograph, the address, and the PINs where this screen may see them. */
function invitation(told) {
  const address = told.url ?? told.address ?? (told.addresses ?? [])[0] ?? location.origin;
  const pins = told.pins ?? (told.pin ? { player: told.pin } : {});
  return h("section", { class: "card" },
    h("h2", {}, say("join.invite")),
    h("p", { class: "soft" }, say("join.invite-about")),
    h("div", { class: "qr" }, h("img", { src: told.qr ?? "/api/join/qr.svg", alt: say("join.qr", { address }), width: 210, height: 210 })),
    h("p", { class: "strong" }, address),
    Object.entries(pins).filter(([, pin]) => pin).map(([role, pin]) => h("div", {}, h("p", { class: "soft small" }, say("join.pin-of", { role: has(`role.${role}`) ? say(`role.${role}`) : role })), h("p", { class: "pin" }, pin))));
}

/** For this device: a name, the PIN, a seat. */
function entry(told, table) {
  const problem = h("p", { class: "notice bad", role: "alert", hidden: true });
  const seats = table.game?.seats ?? told.seats ?? ["brown", "blue"];
  const pin = h("input", { class: "pin-entry", type: "text", inputmode: "numeric", autocomplete: "one-time-code", maxlength: 12, name: "pin", required: true });
  const name = h("input", { type: "text", name: "name", maxlength: 40, autocomplete: "nickname" });
  const submit = async (event) => {
    event.preventDefault();
    const seat = new FormData(event.target).get("seat") || null;
    const answer = await post("/api/join", { pin: pin.value.trim(), ...(name.value.trim() ? { name: name.value.trim() } : {}), ...(seat ? { seat } : {}) });
    if (answer.ok) {
      location.assign("/");
      return;
    }
    problem.hidden = false;
    problem.textContent = failure(answer);
    pin.select();
  };
  const leave = async () => {
    await post("/api/leave", {});
    show(place(), await build());
  };
  return h("form", { class: "card", onsubmit: submit },
    h("h2", {}, say("join.this")),
    h("p", { class: "soft" }, say("join.this-about")),
    h("label", { class: "field" }, say("join.pin"), pin),
    h("label", { class: "field" }, say("join.name"), name),
    h("fieldset", {}, h("legend", {}, say("join.choose-seat")), h("div", { class: "stack" },
      [...seats, ""].map((seat, at) => h("label", { class: "choice" }, h("input", { type: "radio", name: "seat", value: seat, checked: at === seats.length }),
        h("span", { class: "row tight" }, seat ? seatToken(seat, 22) : null, seat ? upper(table.game?.names?.[seat] ?? seat) : say("join.no-seat")))))),
    problem,
    h("div", { class: "row" }, h("button", { class: "main" }, say("join.enter")),
      table.you?.role !== "spectator" ? h("button", { type: "button", class: "quiet", onclick: leave }, say("join.leave")) : null));
}
