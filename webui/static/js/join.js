// Joining: the code for other devices, and the PIN that makes a player or a referee of this one.

import { h, show } from "./dom.js";
import { has, say, upper } from "./texts.js";
import { failure, get, post } from "./api.js";
import { confirmed, toast } from "./asking.js";
import { ask, open, place } from "./page.js";
import { seatToken } from "./table/seats.js";

const build = async () => {
  const [who, table] = await Promise.all([ask("/api/session"), ask("/api/table")]);
  const invited = who.role === "admin" ? await ask("/api/invite") : null;
  const names = table.game?.names ?? {};
  const game = table.game?.id;
  return [
    h("p", { class: "notice" }, say("join.you", { role: say(`role.${who.role}`) }), who.seat ? ` ${say("join.seat", { seat: names[who.seat] ?? who.seat })}` : ""),
    h("div", { class: "stack loose" }, invited ? invitation(invited) : null, who.role === "spectator" || who.joined ? entry(who, names, game) : null),
    who.role !== "spectator" && who.seats.length ? seatCard(who, names, game) : null,
    h("section", { class: "card" }, h("h2", {}, say("join.roles")), h("ul", { class: "stack" }, ["spectator", "player", "referee", "admin"].map((role) =>
      h("li", {}, h("b", {}, upper(say(`role.${role}`))), ": ", say(`join.role-${role}`))))),
  ];
};

open(build);

const again = async () => show(place(), await build());

/** How often the PINs are looked at again: who guesses at them makes them others. */
const LOOK_MS = 4000;

/** New PINs, whether asked for here or made because somebody guessed, are shown at once. */
async function renewed(pins) {
  if (document.hidden) return;
  const answer = await get("/api/invite");
  if (answer.ok && JSON.stringify(answer.data.pins) !== JSON.stringify(pins)) await again();
}

let looking = null;

/** For other devices: a code to photograph, the address, and the PINs. */
function invitation({ pins, urls, reachable }) {
  clearInterval(looking);
  looking = setInterval(() => renewed(pins), LOOK_MS);
  const renew = async (body) => {
    const answer = await post("/api/invite", body);
    if (!answer.ok) toast(failure(answer));
    await again();
  };
  const sendAway = async () => await confirmed(say("join.send-away-title"), say("join.send-away"), { text: say("join.send-away-text"), className: "danger" }) && renew({ send_all_away: true });
  // Its address is another for other PINs: a browser shows what it has of an address that it knows.
  const code = h("img", { src: `/api/invite.svg?role=player&t=${Date.now()}`, alt: say("join.qr", { address: urls[0] ?? "" }), width: 210, height: 210 });
  return h("section", { class: "card" },
    h("h2", {}, say("join.invite")),
    h("p", { class: "soft" }, say("join.invite-about")),
    h("div", { class: "invitation" }, urls.length ? h("div", { class: "qr" }, code) : null, h("div", { class: "stack" },
    urls.map((url) => h("p", { class: "strong address" }, `${url}/join`)),
    reachable ? null : h("p", { class: "notice" }, say("join.unreachable")),
    Object.entries(pins).map(([role, pin]) => h("div", { class: "row between" }, h("span", { class: "soft" }, say("join.pin-of", { role: has(`role.${role}`) ? say(`role.${role}`) : role })), h("span", { class: "pin" }, pin))))),
    h("div", { class: "row" },
      h("button", { type: "button", "data-focus": "new-pins", onclick: () => renew({}) }, say("join.new-pins")),
      h("button", { type: "button", class: "quiet danger", "data-focus": "send-away", onclick: sendAway }, say("join.send-away"))));
}

/** Where one sits, once one has joined. */
function seatCard(who, names, game) {
  const take = async (seat) => {
    const answer = await post("/api/seat", { seat });
    if (!answer.ok) toast(failure(answer));
    await again();
  };
  return h("section", { class: "card" }, h("h2", {}, say("join.choose-seat")), h("div", { class: "row" },
    who.seats.map(({ seat, taken, yours }) => h("button", { type: "button", "aria-pressed": String(yours), onclick: () => take(seat) }, seatToken(seat, 22, game), upper(names[seat] ?? seat), taken && !yours ? ` (${say("join.taken")})` : "")),
    h("button", { type: "button", "aria-pressed": String(!who.seat), onclick: () => take(null) }, say("join.no-seat"))));
}

/** For this device: a name, the PIN, a seat. */
function entry(who, names, game) {
  const problem = h("p", { class: "notice bad", role: "alert", hidden: true });
  const seats = who.seats.map(({ seat }) => seat);
  const pin = h("input", { class: "pin-entry", type: "text", inputmode: "numeric", autocomplete: "one-time-code", maxlength: 12, name: "pin", required: true, value: location.hash.slice(1) });
  const name = h("input", { type: "text", name: "name", maxlength: 40, autocomplete: "nickname" });
  const submit = async (event) => {
    event.preventDefault();
    const seat = new FormData(event.target).get("seat") || null;
    const answer = await post("/api/join", { pin: pin.value.trim(), ...(name.value.trim() ? { name: name.value.trim() } : {}), ...(seat ? { seat } : {}) });
    if (answer.ok) {
      history.replaceState(null, "", location.pathname); // the PIN was behind the "#"; who goes back must not find it
      location.assign("/");
      return;
    }
    problem.hidden = false;
    problem.textContent = failure(answer);
    pin.select();
  };
  const leave = () => post("/api/leave").then(again);
  return h("form", { class: "card", onsubmit: submit },
    h("h2", {}, say("join.this")),
    h("p", { class: "soft" }, say("join.this-about")),
    h("label", { class: "field" }, say("join.pin"), pin),
    h("label", { class: "field" }, say("join.name"), name),
    h("fieldset", {}, h("legend", {}, say("join.choose-seat")), h("div", { class: "stack" },
      [...seats, ""].map((seat, at) => h("label", { class: "choice" }, h("input", { type: "radio", name: "seat", value: seat, checked: at === seats.length }),
        h("span", { class: "row tight" }, seat ? seatToken(seat, 22, game) : null, seat ? upper(names[seat] ?? seat) : say("join.no-seat")))))),
    problem,
    h("div", { class: "row" }, h("button", { class: "main" }, say("join.enter")),
      who.joined ? h("button", { type: "button", class: "quiet", onclick: leave }, say("join.leave")) : null));
}
