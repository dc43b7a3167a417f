// Talking to the table: JSON out, JSON in, and what went wrong in words.

import { say } from "./texts.js";

const HEADERS = { "Content-Type": "application/json", "X-Moontable": "1" };

/** {ok, status, data}; never throws. `data.error` holds {code, message, advice} where it failed. */
export async function send(method, path, body) {
  try {
    const answer = await fetch(path, { method, headers: HEADERS, body: body === undefined ? undefined : JSON.stringify(body) });
    const json = (answer.headers.get("Content-Type") ?? "").includes("json");
    const data = json ? await answer.json() : {};
    if (!answer.ok && !data.error) data.error = { code: "failed", message: say("error.failed"), advice: "" };
    return { ok: answer.ok, status: answer.status, data };
  } catch {
    return { ok: false, status: 0, data: { error: { code: "unreachable", message: say("error.unreachable"), advice: say("error.unreachable-advice") } } };
  }
}

export const get = (path) => send("GET", path);
export const post = (path, body) => send("POST", path, body);

/** A key that no other command has; works without a secure page, too. */
export function freshKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Post a command for the table at a version; tried twice with one key, so it is done once. */
export async function command(type, fields, version) {
  const body = { type, ...fields, version, key: freshKey() };
  const answer = await post("/api/commands", body);
  return answer.status === 0 ? post("/api/commands", body) : answer;
}

/** A failure in one line. */
export const failure = ({ data }) => [data.error?.message, data.error?.advice].filter(Boolean).join(" ");
