// What the server tells, kept up to date: a snapshot first, then small changes with a version.

import { get } from "./api.js";

const AGAIN_MS = 1500;
const LOST_AFTER_MS = 900;
const OPEN_WITHIN_MS = 4000;

export class Store {
  constructor() {
    this.state = null;
    this.connected = true;
    this.listeners = new Set();
    this.source = null;
    this.timer = null;
    this.lostTimer = null;
    this.openTimer = null;
    this.toldAt = performance.now();
  }

  /** Call `listener(state, changed)` after every change; `changed` names what is new. */
  listen(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  get version() {
    return this.state?.version ?? 0;
  }

  /** Take a whole new state. */
  replace(state) {
    this.state = state;
    this.toldAt = performance.now();
    this.tell(new Set(Object.keys(state)));
  }

  /** Take a change; false where something in between was missed. */
  change({ version, from, set = {}, log_keep: kept, log_add: added = [] }) {
    if (!this.state || from !== this.state.version) return false;
    const changed = new Set(Object.keys(set));
    this.state = { ...this.state, ...set, version };
    const log = this.state.log ?? [];
    if (added.length || kept < log.length) {
      this.state.log = [...log.slice(0, kept), ...added];
      changed.add("log");
    }
    if (changed.has("clock")) this.toldAt = performance.now();
    this.tell(changed);
    return true;
  }

  tell(changed) {
    for (const listener of this.listeners) listener(this.state, changed);
  }

  /** Wait until the state is as new as a version, or for a moment at most. */
  until(version, { mostMs = 2500 } = {}) {
    if (this.version >= version) return Promise.resolve();
    return new Promise((done) => {
      const stop = this.listen(() => this.version >= version && end());
      const timer = setTimeout(() => end(), mostMs);
      const end = () => {
        clearTimeout(timer);
        stop();
        done();
      };
    });
  }

  /** Ask for the whole table anew. */
  async refetch() {
    const answer = await get("/api/table");
    if (answer.ok) this.replace(answer.data);
    return answer.ok;
  }

  /** Look at the table without listening: there are as many listeners as there may be. */
  async look() {
    const answer = await get("/api/table");
    if (!answer.ok) return;
    this.reached(true);
    const { state } = this;
    if (state?.version !== answer.data.version || JSON.stringify(state.you) !== JSON.stringify(answer.data.you)) this.replace(answer.data);
  }

  connect() {
    clearTimeout(this.timer);
    this.source?.close();
    const source = new EventSource("/api/events");
    this.source = source;
    this.openWithin();
    if (!this.woken) {
      this.woken = true;
      addEventListener("online", () => this.connect());
      addEventListener("pageshow", (event) => event.persisted && this.connect());
    }
    source.addEventListener("open", () => this.reached(true));
    source.addEventListener("snapshot", (event) => {
      this.reached(true);
      this.replace(JSON.parse(event.data));
    });
    source.addEventListener("delta", (event) => {
      this.reached(true);
      if (!this.change(JSON.parse(event.data))) this.refetch();
    });
    source.addEventListener("error", () => {
      this.lostTimer ??= setTimeout(() => this.reached(false), LOST_AFTER_MS);
      this.openWithin();
      if (source.readyState === EventSource.CLOSED) {
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.connect(), AGAIN_MS);
        this.look();
      }
    });
  }

  /** Begin anew if nothing comes: a connection may hang that nobody serves any more. */
  openWithin() {
    clearTimeout(this.openTimer);
    this.openTimer = setTimeout(() => this.connect(), OPEN_WITHIN_MS);
  }

  reached(connected) {
    if (connected) clearTimeout(this.openTimer);
    clearTimeout(this.lostTimer);
    this.lostTimer = null;
    if (connected === this.connected) return;
    this.connected = connected;
    this.tell(new Set(["connected"]));
  }
}
