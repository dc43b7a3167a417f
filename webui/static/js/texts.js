// The words of the panel in the viewer's language, and how their gaps are filled.

let words = {};
let plural = new Intl.PluralRules("en");
let order = ["one", "other"];
let number = new Intl.NumberFormat("en", { useGrouping: false, maximumFractionDigits: 2 });

const GAP = /\{(\^?)(\w+)((?:\|[^{}|]*)*)\}/g;

/**
 * Fetch the words, all or those of some parts ("panel"), besides those that are there already; every
 * module may then use `say`. A page that brings its words with it needs no second journey for them.
 */
export async function loadTexts(...parts) {
  const brought = document.getElementById("texts");
  if (brought && !parts.length) {
    useTexts(JSON.parse(brought.textContent));
    return;
  }
  const wanted = parts.length ? `?of=${parts.join(",")}` : "";
  const answer = await fetch(`/api/texts${wanted}`, { headers: { Accept: "application/json" } });
  if (!answer.ok) throw new Error(`texts: ${answer.status}`);
  useTexts(await answer.json());
}

/** Use these words, too: {language, texts: {"table.done": "Done", …}}. */
export function useTexts({ language = "en", texts = {} }) {
  words = { ...words, ...texts };
  plural = new Intl.PluralRules(language);
  number = new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: 2 });
  order = plural.resolvedOptions().pluralCategories.length > 1 ? ["one", "other"] : ["other"];
}

/** Whether there is such a text. */
export const has = (key) => `panel.${key}` in words || key in words;

/** The text of a key of the panel's, or of a whole key ("wizard.desk.turn"); filled in. */
export function say(key, values = {}) {
  const template = words[`panel.${key}`] ?? words[key];
  if (template === undefined) return key;
  return template.replace(GAP, (gap, capital, name, choices) => {
    if (!(name in values)) return gap;
    const value = values[name];
    const text = choices ? chosen(Number(value), choices.slice(1).split("|")) : written(value);
    return capital ? upper(text) : text;
  });
}

/** How the viewer's device writes dates, where it speaks the language of the page; or the language. */
export const locale = () => navigator.languages.find((one) => one.split("-")[0] === document.documentElement.lang) ?? document.documentElement.lang;

/** A number as the language writes it ("0,84"); anything else as it is. */
const written = (value) => (typeof value === "number" ? number.format(value) : String(value));

/** Of a word's forms ({one: "moon", other: "moons"}), the one that goes with so many. */
export const numbered = (forms, count) => forms?.[plural.select(count)] ?? forms?.other;

function chosen(count, choices) {
  const place = order.indexOf(plural.select(count));
  return choices[Math.min(place < 0 ? choices.length - 1 : place, choices.length - 1)];
}

/** A text with a capital letter at its beginning. */
export const upper = (text) => text.charAt(0).toLocaleUpperCase() + text.slice(1);
