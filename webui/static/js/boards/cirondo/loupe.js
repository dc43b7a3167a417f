// A finger is wider than a space of Cirondo's inner rings. Where it can mean one thing only, that is
// taken; where it can mean several, that part of the board is shown larger, to be touched once more.

import { h, s } from "../../dom.js";
import { toBoard } from "../common.js";
import { middle, place, radius } from "./seating.js";

/** How far from the finger something may be that it means: a stellar to choose, a space to go to. */
const REACH_PX = { source: 22, target: 18 };
/** By how much nearer the nearest thing has to be for the others not to be meant. */
const CLEAR_PX = 12;
/** How large the smallest space in the loupe is, and the loupe. */
const SPACE_PX = 46;
const LOUPE_PX = 272;
const RIM_PX = 4;
const MOST_TIMES = 6;

/** What can be chosen now: [site, "source" or "target"]. */
function choices({ targets = [], sources = [], selected = null }) {
  const lit = selected ? targets.map(({ site }) => [site, "target"]) : [];
  const known = new Set(lit.map(([site]) => site));
  return [...lit, ...sources.filter((site) => !known.has(site) && site !== selected).map((site) => [site, "source"])];
}

/** What may be meant near a place on the screen, nearest first: [{site, far}]. */
function near(panel, { x, y }) {
  const matrix = panel.svg.getScreenCTM();
  return choices(panel.options).map(([site, kind]) => {
    const [px, py] = panel.seating.spot(site);
    const at = new DOMPoint(px, py).matrixTransform(matrix);
    return { site, far: Math.hypot(at.x - x, at.y - y), reach: REACH_PX[kind] };
  }).filter(({ far, reach }) => far < reach).sort((a, b) => a.far - b.far);
}

/**
 * The site that a touch means; null where that has to be asked by the loupe. A mouse points exactly,
 * but for stellars beside it.
 */
export function meantBy(panel, touch, site) {
  closeLoupe(panel);
  const { selected, sources = [] } = panel.options;
  const found = near(panel, touch);
  if (touch.pointer !== "touch") return selected || sources.includes(site) ? site : found[0]?.site ?? site;
  if (!found.length || (selected && site === selected)) return site;
  const [first, second] = found;
  if (!second || second.far - first.far >= CLEAR_PX) return first.site;
  openLoupe(panel, touch, found.map((one) => one.site));
  return null;
}

export function closeLoupe(panel) {
  panel.loupe?.remove();
  panel.loupe = null;
}

/** Show the board about a touch larger; what is touched in it is what was meant. */
function openLoupe(panel, touch, sites) {
  const { svg, seating, root } = panel;
  const board = svg.getBoundingClientRect();
  const perUnit = board.width / svg.viewBox.baseVal.width;
  const smallest = Math.min(...sites.map((site) => spaceOf(seating, site))) * perUnit;
  const times = Math.min(MOST_TIMES, Math.max(1.6, SPACE_PX / smallest));
  const width = (LOUPE_PX - 2 * RIM_PX) / times / perUnit;
  const [x, y] = toBoard(svg, { clientX: touch.x, clientY: touch.y });
  const lens = s("svg", { class: "board board-cirondo", viewBox: `${x - width / 2} ${y - width / 2} ${width} ${width}`, width: LOUPE_PX - 2 * RIM_PX, height: LOUPE_PX - 2 * RIM_PX },
    s("use", { href: `#${panel.drawing}` }),
    sites.map((site) => {
      const [cx, cy] = seating.spot(site);
      return s("circle", { class: "loupe-choice", "data-choice": site, cx, cy, r: spaceOf(seating, site) * 0.56 });
    }));
  const within = root.getBoundingClientRect();
  const kept = (at, from, size) => Math.min(Math.max(at - from - LOUPE_PX / 2, 0), Math.max(0, size - LOUPE_PX));
  const loupe = h("div", { class: "loupe", "aria-hidden": "true" }, lens);
  loupe.style.left = `${kept(touch.x, within.left, within.width)}px`;
  loupe.style.top = `${kept(touch.y, within.top, within.height)}px`;
  loupe.addEventListener("click", (event) => {
    event.stopPropagation();
    const at = toBoard(lens, event);
    const site = nearest(seating, sites, at) ?? seating.siteAt(at);
    closeLoupe(panel);
    if (site) panel.options.onTouch?.(site, { by: "pointer" });
  });
  panel.loupe = loupe;
  root.append(loupe);
  const away = (event) => {
    if (loupe.contains(event.target)) return;
    document.removeEventListener("pointerdown", away, true);
    if (panel.loupe === loupe && !svg.contains(event.target)) closeLoupe(panel);
  };
  document.addEventListener("pointerdown", away, true);
}

/** How large a space is, in units of the board. */
function spaceOf(seating, site) {
  const [ring] = place(site);
  return Math.min(radius(ring) - radius(ring + 1), (middle(ring) * 2 * Math.PI) / seating.sectors);
}

/** The one of some sites whose space or edge a place lies on; null if it lies on none. */
function nearest(seating, sites, [x, y]) {
  const all = sites.map((site) => {
    const [sx, sy] = seating.spot(site);
    return [Math.hypot(sx - x, sy - y) / spaceOf(seating, site), site];
  }).sort(([a], [b]) => a - b);
  return all.length && all[0][0] < 0.75 ? all[0][1] : null;
}
