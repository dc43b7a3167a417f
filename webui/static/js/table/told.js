// What was played, in words for people where a board has some.

/** A sentence for an action of a seat, or null where its notation is what people say, too. */
export function inWords(room, notation, seat = null) {
  const name = (id) => room.state.game.names?.[id] ?? id;
  return room.board?.module?.told?.({ player: (one) => room.player(one), kind: (...given) => room.kind(...given), name }, notation, seat) ?? null;
}

/** What is said of an action that is allowed and has words of its own: these alone; else null. */
export const answerInWords = (room, answer) => (answer.said === "legal" ? inWords(room, answer.notation, answer.seat) : null);
