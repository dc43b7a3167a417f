// The boards that the panel can draw, by game. Each module has
//   draw(board, options) -> element      update(element, board, options)
// and may have
//   seatViews            the seats it can be seen from
//   legend(say, names)   an element that says what its pieces and marks mean
//   seatLine(room, seat) what a seat has, for its line beside the board
//   hint(room)           what the viewer can do now, in a sentence or ""; null: the usual one
//   attempt(from, to)    what somebody tries who carries something there, in the exchange format
//   prepare(room)        loads what the phase needs, before the next two are asked
//   card(room)           what a phase needs beside the board; null: the usual buttons
//   told(room, notation, seat)   what was played, in words for people; null: as it is written
//   mode(room)           what a touch means in a phase; null: a move is played
const BOARDS = {
  "moons-and-stars": () => import("./moons-and-stars.js"),
  cirondo: () => import("./cirondo.js"),
  stargazers: () => import("./stargazers.js"),
  moon: () => import("./moon.js"),
  moonlight: () => import("./moonlight.js"),
};

const loaded = new Map();

/** The module of a game's board; null where there is none. */
export async function boardModule(game) {
  if (!loaded.has(game)) loaded.set(game, BOARDS[game]?.().catch(() => null) ?? null);
  return loaded.get(game);
}
