// The rules in our own words: to read, to search, to be led to from a reason; with small diagrams.

import { find, h } from "./dom.js";
import { say } from "./texts.js";
import { ask, open } from "./page.js";
import { diagram, sentenceList } from "./rules/card.js";
import { prose, table } from "./rules/prose.js";

open(async () => {
  const { game } = find("#main").dataset;
  const [told, { games }] = await Promise.all([ask(`/api/rules/${game}`), ask("/api/catalogue")]);
  find("#heading").textContent = say("rules.heading", { title: told.title });
  const page = told.sections.map((section) => ({ element: sectionCard(section), text: JSON.stringify(section).toLocaleLowerCase() }));
  const rules = told.rulings.map((rule) => ruleCard(game, rule));
  const none = h("p", { class: "soft", hidden: true }, say("rules.none"));
  const count = h("p", { class: "away", role: "status" });
  const pageList = h("section", { class: "stack", lang: told.page_language }, page.map((card) => card.element));
  const ruleList = h("section", { class: "stack" }, h("h2", {}, say("rules.rulings")), h("p", { class: "lead" }, say("rules.rulings-about")), rules.map((card) => card.element));
  const first = game === "moons-and-stars" ? basics() : null;
  const search = h("input", { type: "search", "aria-label": say("rules.search"), placeholder: say("rules.search"), oninput: () => filter() });
  const filter = () => {
    const words = search.value.toLocaleLowerCase().split(/\s+/).filter(Boolean);
    const found = [...page, ...rules].filter((card) => {
      card.element.hidden = !words.every((word) => card.text.includes(word));
      return !card.element.hidden;
    }).length;
    if (first) first.hidden = words.length > 0;
    ruleList.hidden = rules.every((card) => card.element.hidden);
    none.hidden = found > 0;
    count.textContent = words.length ? say("rules.found", { count: found }) : "";
  };
  requestAnimationFrame(() => goTo(location.hash));
  addEventListener("hashchange", () => goTo(location.hash));
  return [
    h("nav", { class: "contents", "aria-label": say("rules.games") }, games.map((one) => h("a", { class: "button chip", href: `/rules/${one.id}`, "aria-current": one.id === game ? "page" : null }, one.title))),
    h("search", {}, search), count, none, first, pageList, ruleList,
  ];
});

/** Show the rule that a link leads to; it was not there yet when the page was opened. */
function goTo(hash) {
  const rule = hash && find(`[id="${CSS.escape(hash.slice(1))}"]`);
  if (!rule) return;
  for (const details of rule.querySelectorAll("details")) details.open = true;
  rule.scrollIntoView();
  rule.classList.add("sought");
}

/** A section of the page that explains the game; lists are put together from their items. */
function sectionCard({ title, level, blocks }) {
  const body = h("div", { class: "stack prose" });
  for (const { kind, text } of blocks) {
    if (kind === "table") body.append(table(text));
    else if (kind === "code") body.append(h("pre", { tabindex: "0" }, text));
    else if (kind === "item") {
      if (body.lastElementChild?.localName !== "ul") body.append(h("ul", { class: "stack" }));
      body.lastElementChild.append(h("li", {}, prose(text)));
    } else body.append(h("p", {}, prose(text)));
  }
  return h("details", { class: "card", open: level === 1 }, h("summary", {}, h(level > 2 ? "h3" : "h2", { class: "inline" }, title)), body);
}

/** The six faces and the stone, each in two sentences and a small picture. */
function basics() {
  return h("section", { class: "stack" }, h("h2", {}, say("rules.basics")),
    h("p", { class: "lead" }, say("rules.aim")),
    h("div", { class: "cols" }, ["moon", "star", "stack", "pit", "trap", "safe", "path", "stone", "deity"].map((name) =>
      h("article", { class: "card basic" }, diagram(name, say(`rules.piece-${name}`)), h("h3", {}, say(`rules.piece-${name}`)), h("p", { class: "soft" }, say(`rules.about-${name}`))))));
}

function ruleCard(game, { id, title, sentences }) {
  const picture = game === "moons-and-stars" ? diagram(id, title) : null;
  const element = h("article", { class: `card rule${picture ? " with-diagram" : ""}`, id },
    h("h3", {}, h("a", { class: "number", href: `#${id}`, "aria-label": say("rules.link", { id }) }, id), h("span", {}, title)),
    sentences.length ? h("details", {}, h("summary", { class: "small soft" }, say("rules.says")), sentenceList(sentences)) : null,
    picture);
  return { element, text: `${id} ${title} ${sentences.join(" ")}`.toLocaleLowerCase() };
}
