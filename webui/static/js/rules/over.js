// A rule over the page that leads to it: whoever reads it stays where they were.

import { get } from "../api.js";
import { h } from "../dom.js";
import { loadTexts, say } from "../texts.js";
import { diagram, sentenceList } from "./card.js";

/** Show the rule of a link ("/rules/GAME#ID"); where it can't be shown here, follow the link. */
export async function showRule(href) {
  const { pathname, hash } = new URL(href, location.href);
  const [, , game] = pathname.split("/");
  const [{ ok, data }] = await Promise.all([get(`/api/rules/${game}`), loadTexts("panel.rules")]);
  const rule = ok && data.rulings.find(({ id }) => id === hash.slice(1));
  if (!rule) {
    location.assign(href);
    return;
  }
  const close = () => {
    box.close();
    box.remove();
  };
  const box = h("dialog", { class: "rule-over", "aria-labelledby": "rule-over", onclose: close },
    h("div", { class: "stack" },
      h("h2", { id: "rule-over" }, rule.title),
      game === "moons-and-stars" ? diagram(rule.id, rule.title) : null,
      rule.sentences.length ? [h("h3", {}, say("rules.says")), sentenceList(rule.sentences)] : null,
      h("div", { class: "row" },
        h("button", { type: "button", class: "main", autofocus: true, onclick: close }, say("rules.close")),
        h("a", { class: "button", href }, say("rules.whole"), " ", h("span", { class: "soft small" }, rule.id)))));
  document.body.append(box);
  box.showModal();
}
