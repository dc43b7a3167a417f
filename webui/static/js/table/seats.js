// The strips above and below the board: who plays, whose turn it is, clock, deity, what is lost.

import { find, h, s, show } from "../dom.js";
import { deity, token } from "../figures.js";
import { say } from "../texts.js";

const LOW_S = 30;

/** Both strips (or all seats in two strips), the nearest player's below the board. */
export function drawSeats(room) {
  const { seats, seatView } = room;
  const near = seats.includes(seatView) ? seatView : seats[0];
  show(find("#seat-far"), seats.filter((seat) => seat !== near).map((seat) => strip(room, seat)));
  show(find("#seat-near"), strip(room, near));
  tick(room);
}

function strip(room, seat) {
  const { state } = room;
  const turn = (state.to_act ?? []).includes(seat) && state.phase !== "over";
  return h("div", { class: `seat${turn ? " to-move" : ""}`, "data-seat": seat },
    seatToken(seat, 24, room.state.game.id),
    h("span", { class: "seat-name" }, room.player(seat)),
    turn ? h("span", { class: "turn-mark" }, say(seat === room.you.seat ? "seat.your-turn" : "seat.turn")) : null,
    deityLine(room, seat),
    lostLine(room, seat),
    room.board?.module?.seatLine?.(room, seat) ?? null,
    h("span", { class: "clock", "data-clock": seat, hidden: true }));
}

/** The sign of a seat: a cube of its colour in Moons and Stars, a disc in any other game. */
export function seatToken(seat, size, game) {
  if (game === "moons-and-stars") return token(seat, "", size);
  return s("svg", { viewBox: "-50 -50 100 100", width: size, height: size, class: `token seat-${seat}`, "aria-hidden": "true" },
    s("circle", { r: 42, class: "seat-disc" }), s("text", { class: "seat-letter", "text-anchor": "middle", y: 18 }, (/\d$/.test(seat) ? seat.slice(-1) : seat.charAt(0)).toUpperCase()));
}

function deityLine(room, seat) {
  const { facts } = room.state.board ?? {};
  const own = facts?.deities?.[seat];
  if (!own) return null;
  const [name, notch] = own;
  const { notches } = facts;
  const called = room.state.game.names?.[name] ?? name.charAt(0).toUpperCase() + name.slice(1);
  return h("span", { class: "deity-line", title: say("seat.notch", { deity: called, notch: Math.min(notch, notches), notches }) },
    s("svg", { viewBox: "-50 -52 100 100", width: 24, height: 24, class: `side-${seat}`, "aria-hidden": "true" }, deity(name)),
    h("span", { class: "dots", "aria-hidden": "true" }, Array.from({ length: notches }, (_, place) => h("i", { class: place < notch ? "full" : "" }))),
    h("span", { class: "away" }, say("seat.notch", { deity: called, notch: Math.min(notch, notches), notches })));
}

function lostLine(room, seat) {
  const lost = Object.entries(room.state.board?.view?.position?.lost?.[seat] ?? {}).filter(([, count]) => count);
  if (!lost.length) return null;
  const kinds = room.state.game.names ?? {};
  return h("span", { class: "lost" },
    h("span", { class: "away" }, say("seat.lost")),
    lost.map(([kind, count]) => [token(seat, kind, 18), h("span", {}, h("span", { class: "away" }, `${kinds[kind] ?? kind} `), String(count))]));
}

/** The clocks, as they stand now. */
export function tick(room) {
  const { clock } = room.state ?? {};
  if (!clock) return;
  const since = (performance.now() - room.store.toldAt) / 1000;
  for (const element of document.querySelectorAll("[data-clock]")) {
    const seat = element.dataset.clock;
    const runs = clock.running === seat && !room.state.paused ? since : 0;
    const left = clock.limited ? clock.left_s?.[seat] : undefined;
    const seconds = left !== undefined ? Math.max(0, left - runs) : (clock.used_s?.[seat] ?? 0) + runs;
    const text = timeText(seconds);
    element.hidden = !clock.limited && !(clock.used_s && seat in clock.used_s);
    element.classList.toggle("low", left !== undefined && seconds < LOW_S);
    if (element.textContent !== text) element.textContent = text;
  }
}

/** Seconds as minutes and seconds. */
export function timeText(seconds) {
  const whole = Math.floor(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  const end = String(whole % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${end}` : `${minutes}:${end}`;
}
