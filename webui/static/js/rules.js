// The rules in our own words: to read, to search, to be led to from a reason; with small diagrams.

import { find, h, show } from "./dom.js";
import { say, upper } from "./texts.js";
import { ask, open } from "./page.js";
import { draw } from "./boards/moons-and-stars.js";
import { DIAGRAMS } from "./rules/diagrams.js";

open(async () => {
  const game = find("#main").dataset.game;
  const [told, catalogue] = await Promise.all([ask(`/api/rules/${game}`), ask("/api/catalogue")]);
  const games = catalogue.games ?? catalogue;
  find("#heading").textContent = say("rules.heading", { title: told.title ?? games.find((one) => one.id === game)?.title ?? game });
  const sections = told.sections ?? [{ title: "", rules: told.rules ?? told.rulings ?? [] }];
  const list = h("div", { class: "stack loose" });
  const none = h("p", { class: "soft", hidden: true }, say("rules.none"));
  const count = h("p", { class: "away", role: "status" });
  const search = h("input", { type: "search", "aria-label": say("rules.search"), placeholder: say("rules.search"), oninput: () => filter() });
  const cards = [];
  for (const section of sections) {
    const own = (section.rules ?? section.rulings ?? []).map((rule) => ruleCard(game, rule));
    cards.push(...own);
    list.append(h("section", { class: "stack" }, section.title ? h("h2", {}, section.title) : null, section.text ? h("p", { class: "lead" }, section.text) : null, own.map((card) => card.element)));
  }
  const filter = () => {
    const words = search.value.toLocaleLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const card of cards) {
      const fits = words.every((word) => card.text.includes(word));
      card.element.hidden = !fits;
      found += fits;
    }
    for (const section of list.children) section.hidden = !section.querySelector(".rule:not([hidden])");
    none.hidden = found > 0;
    count.textContent = words.length ? say("rules.found", { count: found }) : "";
  };
  requestAnimationFrame(() => {
    if (location.hash) find(`[id="${CSS.escape(location.hash.slice(1))}"]`)?.scrollIntoView();
  });
  return [
    h("nav", { class: "contents", "aria-label": say("rules.games") }, games.map((one) => h("a", { class: "button chip", href: `/rules/${one.id}`, "aria-current": one.id === game ? "page" : null }, one.title))),
    told.objective ? h("p", { class: "lead" }, told.objective) : null,
    game === "moons-and-stars" ? basics() : null,
    h("div", { class: "card" }, search), count, none, list,
  ];
});

/** The six faces and the stone, each in two sentences and a small picture. */
function basics() {
  return h("section", { class: "stack" }, h("h2", {}, say("rules.basics")),
    h("p", { class: "lead" }, say("rules.aim")),
    h("div", { class: "cols" }, ["moon", "star", "stack", "pit", "trap", "safe", "path", "stone", "deity"].map((name) =>
      h("article", { class: "card" }, diagram(name), h("h3", {}, say(`rules.piece-${name}`)), h("p", { class: "soft" }, say(`rules.about-${name}`))))));
}

function ruleCard(game, rule) {
  const id = rule.id ?? rule.ruling ?? rule.number;
  const texts = [rule.title, rule.text, ...(rule.texts ?? rule.sentences ?? []), rule.switch].filter((text) => typeof text === "string" && text);
  const picture = game === "moons-and-stars" ? diagram(id) : null;
  const body = texts.slice(1);
  const element = h("article", { class: `card rule${picture ? " with-diagram" : ""}`, id },
    h("h3", {}, h("a", { class: "number", href: `#${id}`, "aria-label": say("rules.link", { id }) }, id), h("span", {}, texts[0] ?? id)),
    body.length ? h("div", { class: "stack" }, body.map((text) => h("p", { class: "soft" }, text))) : null,
    picture);
  return { element, text: `${id} ${texts.join(" ")}`.toLocaleLowerCase() };
}

/** A small board with a few pieces and what can be done there. */
function diagram(name) {
  const drawn = DIAGRAMS[name];
  if (!drawn) return null;
  const sites = Object.fromEntries(Object.entries(drawn.sites).map(([site, pile]) => [site, pile.split("+").map((words) => {
    const [owner, kind, facing] = words.trim().split(" ");
    return { owner, kind, facing: facing ?? "" };
  })]));
  return h("div", { class: "diagram" }, draw(
    { sites, facts: { columns: 9, notches: drawn.notches ?? 0 } },
    { still: true, crop: drawn.crop, targets: drawn.targets, arrows: drawn.arrows, label: say("rules.diagram", { title: upper(name) }) }));
}
