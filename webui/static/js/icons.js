// Small signs for buttons and lists, drawn in the colour of the text around them.

import { s } from "./dom.js";

const PATHS = {
  good: "M4 12.5L9.5 18L20 6.5",
  bad: "M6 6L18 18M18 6L6 18",
  ask: "M8.5 9A3.6 3.6 0 1 1 12 13V14.5M12 18.6V18.7",
  info: "M12 11V17M12 7.1V7",
  more: "M5 12H5.1M12 12H12.1M19 12H19.1",
  back: "M9 6L3 12L9 18M3 12H15A6 6 0 0 1 15 21",
  done: "M4 12.5L9.5 18L20 6.5",
  turn: "M19 8A8 8 0 1 0 20 14M20 3V8H15",
  pause: "M8 5V19M16 5V19",
  play: "M7 5L18 12L7 19Z",
  first: "M6 5V19M18 5L9 12L18 19",
  previous: "M15 5L8 12L15 19",
  next: "M9 5L16 12L9 19",
  last: "M18 5V19M6 5L15 12L6 19",
  close: "M6 6L18 18M18 6L6 18",
  hand: "M8 12V6.5A1.5 1.5 0 0 1 11 6.5V11M11 5.5A1.5 1.5 0 0 1 14 5.5V11M14 7.5A1.5 1.5 0 0 1 17 7.5V14C17 18 15 20 12 20C9 20 8 19 5 14.5C4.2 13.2 5.6 12 7 13L8 14",
  zoom: "M10.5 4A6.5 6.5 0 1 0 10.5 17A6.5 6.5 0 1 0 10.5 4M15.4 15.4L21 21M10.5 7.5V13.5M7.5 10.5H13.5",
  rules: "M5 5C8 4 10 5 12 7C14 5 16 4 19 5V18C16 17 14 18 12 20C10 18 8 17 5 18ZM12 7V20",
  played: "M5 12H18M13 7L18 12L13 17",
  refused: "M6 6L18 18M18 6L6 18",
  overruled: "M4 12.5L9.5 18L20 6.5M4 21H20",
  takeback: "M9 6L3 12L9 18M3 12H15A6 6 0 0 1 15 21",
  misread: "M3 12C6 6 18 6 21 12C18 18 6 18 3 12ZM10 12A2 2 0 1 0 14 12A2 2 0 1 0 10 12",
  remark: "M5 6H19V16H11L7 20V16H5Z",
  result: "M7 21V4M7 5H18L15 9L18 13H7",
};
PATHS["referee-wrong"] = PATHS.overruled;

/** A sign by its name; decoration only. */
export function icon(name, size = 20) {
  return s("svg", { viewBox: "0 0 24 24", width: size, height: size, class: "sign", "aria-hidden": "true" },
    s("path", { d: PATHS[name] ?? PATHS.info, fill: "none", stroke: "currentColor", "stroke-width": 2.4, "stroke-linecap": "round", "stroke-linejoin": "round" }));
}
