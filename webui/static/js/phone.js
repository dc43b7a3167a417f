// A phone lends the table its camera: a running picture, and good photos whenever one is wanted.

import { find, h, show } from "./dom.js";
import { get } from "./api.js";
import { toast } from "./asking.js";
import { loadTexts, say } from "./texts.js";
import "./frame.js";

const EVERY_MS = 350;
const RUNNING_PX = 640;
const PHOTO_PX = 2048;

class Phone {
  constructor() {
    this.video = find("#video");
    this.stream = null;
    this.canvas = document.createElement("canvas");
    this.sent = 0;
  }

  draw() {
    show(find("#live"), this.stream
      ? h("button", { type: "button", "data-focus": "stop", onclick: () => this.stop() }, say("wizard.phone.stop"))
      : h("button", { type: "button", class: "main", "data-focus": "start", onclick: () => this.start() }, say("wizard.phone.start")));
    if (!this.stream) show(find("#told"));
  }

  async start() {
    if (!navigator.mediaDevices?.getUserMedia) {
      tell(say("wizard.phone.no-live"));
      return;
    }
    try {
      this.stream = await navigator.mediaDevices.getUserMedia({ audio: false, video: { facingMode: { ideal: "environment" }, width: { ideal: 1920 }, height: { ideal: 1440 } } });
    } catch (error) {
      tell(say("wizard.phone.refused", { why: error.name }));
      return;
    }
    this.video.srcObject = this.stream;
    this.video.hidden = false;
    await this.video.play();
    navigator.wakeLock?.request("screen").catch(() => {});
    tell("");
    this.draw();
    this.run();
  }

  stop() {
    this.stream?.getTracks().forEach((track) => track.stop());
    this.stream = null;
    this.video.hidden = true;
    this.draw();
  }

  async run() {
    let wanted = 0;
    while (this.stream) {
      const data = await this.grab(wanted ? PHOTO_PX : RUNNING_PX, wanted ? 0.92 : 0.7);
      if (data) {
        const answer = await send(data, wanted ? `answers=${wanted}` : "live=1");
        if (answer.ok) {
          this.sent += 1;
          show(find("#told"), say("wizard.phone.sent", { count: this.sent }));
          const next = answer.data.wanted;
          if (next && next !== wanted) {
            wanted = next;
            continue;
          }
          wanted = 0;
        } else {
          tell(answer.text);
          wanted = 0;
        }
      }
      await new Promise((done) => setTimeout(done, EVERY_MS));
    }
  }

  grab(longest, quality) {
    const { videoWidth: width, videoHeight: height } = this.video;
    if (!width) return null;
    const scale = Math.min(1, longest / Math.max(width, height));
    this.canvas.width = Math.round(width * scale);
    this.canvas.height = Math.round(height * scale);
    this.canvas.getContext("2d").drawImage(this.video, 0, 0, this.canvas.width, this.canvas.height);
    return new Promise((done) => this.canvas.toBlob(done, "image/jpeg", quality));
  }
}

/** Send a picture; {ok, data, text}. */
async function send(data, query) {
  try {
    const answer = await fetch(`/api/camera/picture?${query}`, { method: "POST", headers: { "Content-Type": data.type || "image/jpeg", "X-Moontable": "1" }, body: data });
    const told = await answer.json();
    return { ok: answer.ok, data: told, text: [told.error?.message, told.error?.advice].filter(Boolean).join(" ") };
  } catch {
    return { ok: false, data: {}, text: say("error.unreachable") };
  }
}

function tell(text) {
  const place = find("#trouble");
  place.hidden = !text;
  place.textContent = text;
}

async function main() {
  await loadTexts();
  const phone = new Phone();
  phone.draw();
  if (!navigator.mediaDevices?.getUserMedia) tell(say("wizard.phone.no-live"));
  const { data } = await get("/api/camera");
  if (data.phone === false) tell(say("wizard.phone.not-used"));
  find("#file").addEventListener("change", async (event) => {
    const [file] = event.target.files;
    if (!file) return;
    const answer = await send(file, "answers=0");
    toast(answer.ok ? say("wizard.phone.photo-sent") : answer.text);
    event.target.value = "";
  });
  document.documentElement.dataset.ready = "yes";
}

main().catch((error) => {
  document.documentElement.dataset.ready = "failed";
  tell(String(error));
});
