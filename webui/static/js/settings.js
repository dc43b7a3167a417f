// Settings of this screen: colours, language, speech, sounds, from which seat the board is seen.

import { h } from "./dom.js";
import { say, upper } from "./texts.js";
import { ask, open } from "./page.js";
import { chime, speak } from "./speech.js";
import { setWish, wish } from "./wishes.js";

const YEAR_S = 31_536_000;

open(async () => {
  const { language, languages } = await ask("/api/texts?of=none");
  const table = await ask("/api/table");
  return [
    h("section", { class: "card" }, h("h2", {}, say("settings.look")),
      radios("theme", say("settings.theme"), ["auto", "light", "dark"]),
      radios("view", say("settings.view"), ["auto", "brown", "blue", "side"])),
    h("section", { class: "card" }, h("h2", {}, say("settings.language")),
      h("label", { class: "field" }, h("span", { class: "small soft" }, say("settings.language-about")),
        h("select", { onchange: (event) => chooseLanguage(event.target.value) }, (languages ?? [language]).map((tag) =>
          h("option", { value: tag, lang: tag, selected: tag === language }, languageName(tag)))))),
    h("section", { class: "card" }, h("h2", {}, say("settings.aloud")),
      toggle("speech", say("settings.speech"), () => speak(say("settings.speech-try"))),
      toggle("sounds", say("settings.sounds"), () => chime("good"))),
    h("section", { class: "card" }, h("h2", {}, say("settings.table")),
      h("p", { class: "soft" }, say("settings.role", { role: say(`role.${table.you.role}`) })),
      h("div", { class: "row" },
        h("a", { class: "button", href: "/join" }, say("nav.join")),
        h("a", { class: "button", href: "/camera" }, say("settings.camera")),
        table.you.role === "admin" ? h("a", { class: "button", href: "/wizard" }, say("settings.wizard")) : null,
        h("a", { class: "button", href: "/desk" }, say("settings.desk")))),
  ];
});

function radios(name, title, values) {
  return h("fieldset", {}, h("legend", {}, title), h("div", { class: "cols" }, values.map((value) =>
    h("label", { class: "choice" }, h("input", { type: "radio", name, value, checked: wish(name) === value, onchange: () => setWish(name, value) }), h("span", {}, say(`settings.${name}-${value}`))))));
}

function toggle(name, title, sample) {
  return h("label", { class: "switch" }, h("input", { type: "checkbox", role: "switch", checked: wish(name) === "on", onchange: (event) => {
    setWish(name, event.target.checked ? "on" : "off");
    if (event.target.checked) sample();
  } }), h("span", {}, title));
}

function chooseLanguage(tag) {
  document.cookie = `moontable_language=${encodeURIComponent(tag)}; path=/; max-age=${YEAR_S}; samesite=lax`;
  location.reload();
}

function languageName(tag) {
  try {
    return upper(new Intl.DisplayNames([tag], { type: "language" }).of(tag));
  } catch {
    return tag;
  }
}
