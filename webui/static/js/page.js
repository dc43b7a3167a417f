// What the smaller pages share: words first, then the page; failures said in the page.

import { find, h, show } from "./dom.js";
import { has, loadTexts, say } from "./texts.js";
import { failure, get } from "./api.js";
import "./frame.js";

export const place = () => find("#place");

/** Run a page: `build` gives what is to be shown. */
export async function open(build) {
  try {
    await loadTexts("panel", "boards");
    show(place(), await build());
    document.documentElement.dataset.ready = "yes";
  } catch (error) {
    const [path, name] = location.pathname.startsWith("/games/") ? ["/games", "nav.games"] : ["/", "nav.table"];
    show(place(), h("p", { class: "notice bad", role: "alert" }, error.message || say("error.failed")),
      has(name) ? h("div", { class: "row" }, h("a", { class: "button main", href: path }, say(name))) : null);
    document.documentElement.dataset.ready = "failed";
  }
  place().removeAttribute("aria-busy");
}

/** JSON from the server; throws an error with the words for people. */
export async function ask(path) {
  const answer = await get(path);
  if (!answer.ok) throw new Error(failure(answer));
  return answer.data;
}
