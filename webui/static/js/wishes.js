// What this screen was asked to be like; kept in the browser, for this screen only.

const DEFAULTS = { theme: "auto", speech: "off", sounds: "off", view: "auto" };

/** What is wished for: "theme", "speech", "sounds" or "view". */
export function wish(name) {
  try {
    return localStorage.getItem(`moontable.${name}`) ?? DEFAULTS[name];
  } catch {
    return DEFAULTS[name];
  }
}

/** Wish for something else from now on. */
export function setWish(name, value) {
  try {
    localStorage.setItem(`moontable.${name}`, value);
  } catch {
    // A browser that keeps nothing forgets the wish; the page works all the same.
  }
  if (name === "theme") dispatchEvent(new Event("moontable-theme"));
}
