// Small windows that ask something, and a line that tells something.

import { h } from "./dom.js";
import { say } from "./texts.js";

/** Ask to choose one of [{label, detail?, value, className?}]; null where nothing was chosen. */
export function choose(title, choices, { text = "", cancel = say("ask.cancel") } = {}) {
  return new Promise((done) => {
    const close = (value) => {
      box.close();
      box.remove();
      done(value);
    };
    const id = `asking-${Math.random().toString(36).slice(2)}`;
    const box = h("dialog", { "aria-labelledby": id, onclose: () => close(null) },
      h("div", { class: "stack" },
        h("h2", { id }, title),
        text ? h("p", { class: "soft" }, text) : null,
        choices.map(({ label, detail, value, className }) =>
          h("button", { type: "button", class: className ?? "", onclick: () => close(value) },
            h("span", { class: "stack" }, h("span", {}, label), detail ? h("span", { class: "small soft" }, detail) : null))),
        h("button", { type: "button", class: "quiet", onclick: () => close(null) }, cancel)));
    document.body.append(box);
    box.showModal();
  });
}

/** Ask whether something should be done. */
export const confirmed = (title, yes, { text = "", className = "main" } = {}) =>
  choose(title, [{ label: yes, value: true, className }], { text }).then(Boolean);

/** Where lines are told; it is there before them, or no screen reader would hear of them. */
const told = h("div", { role: "status" });
document.body.append(told);

/** Tell something in a line that goes away by itself, once there was time to read it. */
export function toast(text) {
  if (!text) return;
  const line = h("div", { class: "toast" }, text);
  told.replaceChildren(line);
  setTimeout(() => line.remove(), 3500 + 60 * text.length);
}
