// Says what lies on a point, pile by pile: what the camera misread, and what it can't see.

import { find, h, show } from "../dom.js";
import { say, upper } from "../texts.js";
import { drawn } from "../desk/tray.js";
import { named, pieceName } from "../desk/words.js";

const FACES = ["moon", "star", "pit", "trap", "safe", "path"];
const WAYS = { trap: ["north", "east", "south", "west"], path: ["north-south", "east-west"] };
const MOST = 3;

const parts = (name) => {
  const [colour, face, facing] = name.split(" ");
  return { colour, face, facing };
};
const whole = ({ colour, face, facing }) => [colour, face, facing].filter(Boolean).join(" ");

export class Editor {
  constructor(sight, place) {
    this.sight = sight;
    this.place = place;
    this.site = null;
    this.pile = [];
    this.level = 0;
    this.learn = true;
  }

  /** Begin with what was read, or with what was said before, or with what the referee remembers. */
  open(site) {
    this.site = site;
    const mark = this.sight.marks.sites?.[site];
    const known = (this.sight.room.state?.lying?.[site] ?? this.sight.room.state?.board?.sites?.[site] ?? []).map((piece) => [piece.owner, piece.kind, piece.facing].filter(Boolean).join(" "));
    const below = mark && known.length >= mark.level ? known.slice(0, mark.level - 1) : [];
    this.pile = this.sight.said.get(site) ?? (mark ? [...below, mark.piece] : []);
    this.level = Math.max(0, this.pile.length - 1);
    this.sight.view.draw();
    this.draw();
    this.place.scrollIntoView({ block: "nearest" });
    find("h2", this.place).focus({ preventScroll: true });
  }

  close() {
    const { site } = this;
    this.site = null;
    this.draw();
    this.sight.view.draw();
    if (site) this.sight.view.goBack(site);
  }

  draw() {
    const { sight, site } = this;
    const { said, room } = sight;
    const may = Boolean(room.state) && room.may("player");
    this.place.hidden = !site && !said.size;
    show(this.place, site ? this.point(may) : null, said.size && may ? this.sending() : null);
  }

  point(may) {
    const mark = this.sight.marks.sites?.[this.site];
    return h("div", { class: "stack" },
      h("div", { class: "row between" }, h("h2", { tabindex: -1, "data-focus": "head" }, say("wizard.camera.on", { site: this.site })),
        h("button", { type: "button", class: "chip quiet", onclick: () => this.close() }, say("wizard.camera.close"))),
      h("p", { class: "soft" }, mark ? say("wizard.camera.point", { site: this.site, piece: named(mark.piece), sure: Math.round(mark.p * 100) }) : say("wizard.camera.point-empty", { site: this.site })),
      mark?.others?.length ? h("p", { class: "small soft" }, say("wizard.camera.others", { others: mark.others.map(({ piece, p }) => `${piece ? named(piece) : say("wizard.camera.nothing")} ${Math.round(p * 100)} %`).join(", ") })) : null,
      may ? this.picker() : null);
  }

  picker() {
    const piece = this.pile[this.level] ? parts(this.pile[this.level]) : null;
    const put = (next) => {
      this.pile = [...this.pile];
      this.pile[this.level] = whole(next);
      this.draw();
    };
    return h("div", { class: "stack" },
      h("div", { class: "row tight", role: "group", "aria-label": say("wizard.camera.pile") },
        this.pile.map((name, level) => h("button", { type: "button", class: "chip", "data-focus": `level-${level}`, "aria-pressed": String(level === this.level), onclick: () => { this.level = level; this.draw(); } }, drawn(parts(name), 26), say(level === this.pile.length - 1 ? "wizard.camera.top" : "wizard.camera.below", { level: level + 1 }))),
        this.pile.length && this.pile.length < MOST ? h("button", { type: "button", class: "chip", "data-focus": "hide", onclick: () => { this.pile = ["brown safe", ...this.pile]; this.level = 0; this.draw(); } }, say("wizard.camera.add-below")) : null,
        this.pile.length > 1 ? h("button", { type: "button", class: "chip", "data-focus": "out", onclick: () => { this.pile = this.pile.filter((_, level) => level !== this.level); this.level = this.pile.length - 1; this.draw(); } }, say("wizard.camera.take-out")) : null),
      ["brown", "blue"].map((colour) => h("div", { class: "row tight" }, [...FACES, "stone"].map((face) => {
        const chosen = piece?.colour === colour && piece?.face === face;
        const next = { colour, face, facing: WAYS[face]?.[0] };
        return h("button", { type: "button", class: "chip face-chip", "data-focus": `${colour}-${face}`, "data-pick": `${colour} ${face}`, "aria-pressed": String(chosen), "aria-label": pieceName({ colour, face }), onclick: () => put(next) }, drawn({ colour, face }, 28));
      }))),
      piece && WAYS[piece.face] ? h("div", { class: "row tight" }, WAYS[piece.face].map((facing) => h("button", { type: "button", class: "chip", "data-focus": facing, "aria-pressed": String(piece.facing === facing), onclick: () => put({ ...piece, facing }) }, upper(say(`wizard.word.${facing}`))))) : null,
      h("div", { class: "row" },
        h("button", { type: "button", class: "main", "data-focus": "keep", disabled: !this.pile.length, onclick: () => this.keep(this.pile) }, say("wizard.camera.so-it-is")),
        h("button", { type: "button", "data-focus": "nothing", onclick: () => this.keep([]) }, say("wizard.camera.nothing-there"))));
  }

  keep(pile) {
    this.sight.said.set(this.site, pile);
    this.close();
  }

  sending() {
    const { said, room } = this.sight;
    const check = h("input", { type: "checkbox", onchange: (event) => { this.learn = event.target.checked; } });
    check.checked = this.learn;
    return h("div", { class: "stack" },
      h("h2", {}, say("wizard.camera.corrections")),
      h("ul", { class: "stack" }, [...said].map(([site, pile]) => h("li", { class: "row between" },
        h("span", {}, say("wizard.camera.is", { site, pieces: pile.length ? pile.map(named).join(", ") : say("wizard.camera.nothing") })),
        h("button", { type: "button", class: "chip quiet", onclick: () => { said.delete(site); this.sight.view.draw(); this.draw(); } }, say("wizard.camera.forget"))))),
      room.may("referee") ? h("label", { class: "switch" }, check, h("span", {}, say("wizard.camera.learn"))) : null,
      h("button", { type: "button", class: "main", "data-focus": "send", onclick: () => this.sight.send({ learn: this.learn && room.may("referee") }) }, say("wizard.camera.send", { count: said.size })));
  }
}
