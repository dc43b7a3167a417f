// Says and sounds what is new in what the referee says.

import { chime, speak } from "../speech.js";
import { answerInWords, inWords } from "./told.js";

export class Voice {
  constructor(room) {
    this.room = room;
    this.number = null;
  }

  hear(state, changed) {
    if (!changed.has("answer")) return;
    const { answer } = state;
    const fresh = answer && this.number !== null && answer.number !== this.number;
    this.number = answer?.number ?? this.number ?? 0;
    if (!fresh) return;
    chime(answer.tone);
    const words = answerInWords(this.room, answer);
    if (words) speak([words, answer.text].filter(Boolean).join(". "));
    else speak((answer.nearest ?? []).reduce((text, move) => text.replace(move, inWords(this.room, move) ?? move), answer.speak));
  }
}
