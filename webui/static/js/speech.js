// Rulings said aloud by the browser, and short sounds; both only where they are switched on.

import { wish } from "./wishes.js";

let sound = null;

/** Say a text in the page's language. */
export function speak(text) {
  if (wish("speech") !== "on" || !text || !("speechSynthesis" in window)) return;
  speechSynthesis.cancel();
  const words = new SpeechSynthesisUtterance(text);
  words.lang = document.documentElement.lang;
  const voice = speechSynthesis.getVoices().find((one) => one.lang.toLowerCase().startsWith(words.lang.toLowerCase()));
  if (voice) words.voice = voice;
  speechSynthesis.speak(words);
}

const TUNES = { good: [660, 880], bad: [330, 247], ask: [523, 659, 523], info: [587] };

/** A short sound for the tone of a ruling. */
export function chime(tone) {
  if (wish("sounds") !== "on" || !window.AudioContext) return;
  sound ??= new AudioContext();
  (TUNES[tone] ?? TUNES.info).forEach((pitch, place) => {
    const start = sound.currentTime + place * 0.13;
    const voice = sound.createOscillator();
    const loud = sound.createGain();
    voice.frequency.value = pitch;
    voice.type = "triangle";
    loud.gain.setValueAtTime(0, start);
    loud.gain.linearRampToValueAtTime(0.16, start + 0.02);
    loud.gain.exponentialRampToValueAtTime(0.001, start + 0.22);
    voice.connect(loud).connect(sound.destination);
    voice.start(start);
    voice.stop(start + 0.25);
  });
}
