// A photograph with what was read on it, drawn over it in layers.

import { find, h, s, show } from "../dom.js";
import { nearestStep } from "../boards/nearest.js";
import { icon } from "../icons.js";
import { say } from "../texts.js";
import { named } from "../desk/words.js";

const LAYERS = ["grid", "pieces", "names", "sure"];
/** What is shown at first; what is doubtful says how sure it is anyway. */
const FIRST = ["grid", "pieces", "names"];
const DOUBT = 0.9;
const TOUCH_PX = 33;
/** So far beside a point it may be touched: a finger on a phone is wider than a point of the photo. */
const NEAR_PX = 60;
const KEY = "moontable.layers";
const line = (points) => points.map((point) => point.join(",")).join(" ");
const pointFocus = (site) => `point-${site}`;
const ARROWS = { north: "↑", south: "↓", east: "→", west: "←", "north-south": "↕", "east-west": "↔" };

function kept() {
  try {
    return new Set(JSON.parse(localStorage.getItem(KEY)) ?? FIRST);
  } catch {
    return new Set(FIRST);
  }
}

export class PhotoView {
  constructor(sight, place) {
    this.sight = sight;
    this.place = place;
    this.layers = kept();
    this.at = null;
  }

  empty() {
    show(this.place, h("div", { class: "card empty" }, h("h2", {}, say("wizard.camera.no-photo")), h("p", { class: "soft" }, say("wizard.camera.no-photo-about"))));
  }

  draw() {
    const { marks, number, said } = this.sight;
    const [width, height] = marks.size_px;
    const chosen = this.sight.editor.site;
    const svg = s("svg", { viewBox: `0 0 ${width} ${height}`, class: "sight-scene", role: "group", "aria-label": say("wizard.camera.photo", { number }) },
      s("image", { href: `/api/photos/${number}.jpg`, width, height, "aria-hidden": "true" }),
      s("g", { class: "marks-grid layer-grid" }, (marks.grid ?? []).map((points) => s("polyline", { points: line(points) }))),
      s("g", { class: "layer-pieces" }, Object.entries(marks.sites ?? {}).map(([site, mark]) => this.outline(site, mark))),
      marks.roll ? this.roll(marks.roll) : null,
      Object.entries(marks.notches ?? {}).filter(([, { px }]) => px).map(([colour, { px: [cx, cy], notch }]) => s("g", { class: `mark side-mark-${colour}` }, s("circle", { cx, cy, r: 24 }), s("text", { x: cx, y: cy + 44 }, String(notch)))),
      s("g", { class: "marks-said" }, [...said.keys()].map((site) => this.ring(site, "corrected"))),
      s("g", { class: "marks-shine" }),
      chosen ? this.ring(chosen, "chosen") : null,
      this.touch());
    svg.dataset.photo = String(number);
    svg.addEventListener("click", (event) => this.touched(event, svg));
    for (const layer of LAYERS) svg.classList.toggle(`without-${layer}`, !this.layers.has(layer));
    show(this.place, svg);
    this.toolbar();
    const status = marks.status === "ok" ? say("wizard.camera.read", { count: Object.keys(marks.sites ?? {}).length }) : `${say(`wizard.camera.status-${marks.status}`)} ${marks.reason ?? ""}`;
    show(find("#reading"), marks.roll ? "" : status);
  }

  outline(site, { outline, piece, p, level, px: [x, y] }) {
    const [colour, face, facing] = piece.split(" ");
    const sure = p >= DOUBT;
    return s("g", { class: `mark side-mark-${colour}${sure ? "" : " doubtful"}` },
      s("polygon", { points: line(outline) }),
      level > 1 ? s("polygon", { points: line(outline.map(([cx, cy]) => [x + (cx - x) * 1.28, y + (cy - y) * 1.28])) }) : null,
      s("text", { class: "layer-names", x, y: y + 37 }, `${say(`wizard.word.${face}`)}${ARROWS[facing] ?? ""}`),
      s("text", { class: sure ? "layer-sure" : "layer-sure always", x, y: y - 27 }, `${Math.round(p * 100)} %`));
  }

  roll({ colour, cubes, unread }) {
    return s("g", {}, cubes.map(({ face, p, px: [x, y], outline }) => s("g", { class: `mark side-mark-${colour}${p >= DOUBT ? "" : " doubtful"}` },
      s("polygon", { points: line(outline) }), s("text", { class: "layer-names", x, y: y + 40 }, say(`wizard.word.${face}`)))),
    unread.map(([cx, cy]) => s("g", { class: "mark doubtful" }, s("circle", { cx, cy, r: 26 }), s("text", { x: cx, y: cy + 8 }, "?"))));
  }

  /** A place to touch for every point; for the keyboard they are one stop, and arrows lead on. */
  touch() {
    const { marks, editor } = this.sight;
    if (!marks.points || marks.roll) return null;
    const places = new Map(Object.entries(marks.points).map(([site, px]) => [site, marks.sites?.[site]?.px ?? px]));
    if (!places.has(this.at)) [this.at] = Object.keys(marks.sites ?? {}).concat([...places.keys()]);
    const step = nearestStep(places);
    const circles = new Map();
    const goTo = (site) => {
      circles.get(this.at).setAttribute("tabindex", -1);
      this.at = site;
      circles.get(site).setAttribute("tabindex", 0);
    };
    const key = (event) => {
      const next = step(this.at, event.key);
      if (next) circles.get(next).focus({ preventScroll: true });
      else if (event.key === "Enter" || event.key === " ") editor.open(this.at);
      if (next || /^(Enter| |Arrow.*)$/.test(event.key)) event.preventDefault();
    };
    for (const [site, [cx, cy]] of places) {
      const mark = marks.sites?.[site];
      const label = mark ? say("wizard.camera.point", { site, piece: named(mark.piece), sure: Math.round(mark.p * 100) }) : say("wizard.camera.point-empty", { site });
      circles.set(site, s("circle", { cx, cy, r: TOUCH_PX, role: "button", tabindex: site === this.at ? 0 : -1, "aria-label": label, "data-site": site, "data-focus": pointFocus(site), onfocus: () => goTo(site) }, s("title", {}, label)));
    }
    return s("g", { class: "touch", role: "group", tabindex: -1, "aria-label": say("wizard.camera.points"), onkeydown: key }, [...circles.values()]);
  }

  /** Open the point that a finger meant. */
  touched(event, svg) {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    const { marks, editor } = this.sight;
    if (!marks.points || marks.roll) return;
    const far = Object.entries(marks.points).map(([site, px]) => [Math.hypot(...[0, 1].map((axis) => (marks.sites?.[site]?.px ?? px)[axis] - [x, y][axis])), site]);
    const [off, site] = far.sort(([one], [other]) => one - other)[0];
    if (off <= NEAR_PX) editor.open(site);
  }

  /** Let the keyboard go back to a point. */
  goBack(site) {
    find(`[data-focus="${pointFocus(site)}"]`, this.place)?.focus({ preventScroll: true });
  }

  ring(site, className) {
    const { marks } = this.sight;
    const [cx, cy] = marks.sites?.[site]?.px ?? marks.points?.[site] ?? [0, 0];
    return s("circle", { cx, cy, r: 36, class: className });
  }

  shine(sites) {
    const place = find(".marks-shine", this.place);
    place?.replaceChildren(...sites.filter((site) => this.sight.marks.points?.[site]).map((site) => this.ring(site, "shine")));
  }

  toolbar() {
    show(find("#layers"), LAYERS.map((layer) => h("button", { type: "button", class: "chip", "data-focus": `layer-${layer}`, "aria-pressed": String(this.layers.has(layer)), onclick: () => this.toggle(layer) }, say(`wizard.camera.layer-${layer}`))),
      h("button", { type: "button", class: "icon nearer", "data-focus": "nearer", "aria-pressed": String(this.place.classList.contains("near")), "aria-label": say("boards.zoom"), title: say("boards.zoom"), onclick: () => this.nearer() }, icon("zoom")));
  }

  /** On a small screen the photograph can be looked at from nearer, where its names can be read. */
  nearer() {
    const { place } = this;
    place.classList.toggle("near");
    place.scrollTo({ left: (place.scrollWidth - place.clientWidth) / 2, top: (place.scrollHeight - place.clientHeight) / 2 });
    this.toolbar();
  }

  toggle(layer) {
    if (!this.layers.delete(layer)) this.layers.add(layer);
    localStorage.setItem(KEY, JSON.stringify([...this.layers]));
    this.draw();
  }
}
