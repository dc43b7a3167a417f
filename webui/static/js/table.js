// The table page: one store, one room that all parts of the page share, drawn anew after changes.

import { find, show } from "./dom.js";
import { loadTexts, say } from "./texts.js";
import { Store } from "./store.js";
import { Room } from "./table/room.js";
import { BoardRoom } from "./table/board-room.js";
import { drawSeats, tick } from "./table/seats.js";
import { drawReferee } from "./table/referee.js";
import { LogView } from "./table/log.js";
import { drawBar } from "./table/bar.js";
import { askForm } from "./table/ask.js";
import { Voice } from "./table/voice.js";
import { watchConnection } from "./frame.js";

const TABS = ["log", "ask", "legend"];

async function main() {
  const store = new Store();
  store.connect();
  await loadTexts();
  const room = new Room(store);
  const board = new BoardRoom(room, find("#board"), find("#past"));
  const log = new LogView(room, find("#log"));
  const voice = new Voice(room);
  room.board = board;
  const ask = askForm(room);
  show(find("#ask"), ask.element);
  tabs((name) => name === "legend" && drawLegend());
  watchConnection(store);

  let game = null;
  const drawLegend = async () => {
    const own = board.module?.legend?.(say, store.state.game.names);
    show(find("#legend"), own ?? (await import("./table/legend.js")).legend(store.state.game.id));
  };
  let stage = null;
  const draw = async (changed) => {
    const { state } = store;
    if (!state) return;
    const playing = Boolean(state.game);
    find("#idle").hidden = playing;
    find("#table").hidden = !playing;
    find("#table").dataset.phase = state.game?.phase ?? "";
    if (!playing) {
      (await import("./table/idle.js")).drawIdle(room, find("#idle"));
      drawn();
      return;
    }
    await board.draw();
    drawSeats(room);
    drawReferee(room, changed);
    drawBar(room, find("#bar"));
    log.draw();
    if (changed.has("board") || changed.has("phase")) ask.clear();
    stage = atItsBeginning(state, stage);
    if (game !== state.game.id) {
      game = state.game.id;
      ask.fit(game);
      if (!find("#legend").hidden) drawLegend();
    }
    drawn();
  };
  room.onchange = draw;
  store.listen((state, changed) => {
    voice.hear(state, changed);
    room.told(changed);
  });
  if (store.state) room.told(new Set(Object.keys(store.state)));
  setInterval(() => tick(room), 250);
}

/** Where something new is to be decided, show it from its beginning; turns are played where one is. */
function atItsBeginning({ game, to_act: acting, phase }, before) {
  const stage = JSON.stringify([game.number, game.phase, ...(phase === "prepare" ? acting : [])]);
  if (before && stage !== before && phase !== "turns") scrollTo({ top: 0 });
  return stage;
}

/** Say in the page itself that it can be used. */
const drawn = () => (document.documentElement.dataset.ready = "yes");

/** Tabs that keys can change, too; `opened(name)` hears which one was. */
function tabs(opened) {
  const buttons = TABS.map((name) => find(`#tab-${name}`));
  const open = (name, focus = false) => {
    for (const [place, tab] of TABS.entries()) {
      const chosen = tab === name;
      buttons[place].setAttribute("aria-selected", String(chosen));
      buttons[place].tabIndex = chosen ? 0 : -1;
      find(`#${tab}`).hidden = !chosen;
      if (chosen && focus) buttons[place].focus();
    }
    opened(name);
  };
  buttons.forEach((button, place) => {
    button.addEventListener("click", () => open(TABS[place]));
    button.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (step) open(TABS[(place + step + TABS.length) % TABS.length], true);
    });
  });
}

main().catch((error) => {
  document.documentElement.dataset.ready = "failed";
  show(find("#idle"), say("error.failed"), ` (${error.message})`);
  find("#idle").hidden = false;
});
