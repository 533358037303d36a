// Playback plays all searches in step: slider, counter of expansions, buttons for play, stop and single
// steps, keys.

import { iconButton, setLabel } from "../ui/controls.js";
import { h } from "../ui/dom.js";
import { formatNumber, t } from "../ui/i18n.js";
import { prefersNoMotion } from "../ui/theme.js";

const MAX_DURATION = 8_000; // milliseconds for the whole run
const MAX_STEP = 90; // milliseconds for one expansion

/** Playback from 0 to `end` expansions; `end` is 0 while there is nothing to play. */
export class Playback {
  position = 0;
  end = 0;
  playing = 0;
  frame = 0;

  /**
   * @param {{render: () => void, rest: () => void, idle: () => void}} host draws the searches;
   *   `rest` is called when playback stops, `idle` when the button is pressed with nothing to play
   */
  constructor(host) {
    this.host = host;
    this.counter = h("b.num.push", "0");
    this.slider = h("input", { id: "t", type: "range", min: 0, max: 1, value: 0, disabled: true });
    this.playButton = h("button.btn.go", { id: "main-button", onclick: () => this.toggle() });
    this.slider.addEventListener("input", () => this.stop(Number(this.slider.value)));
    const first = iconButton(
      t("Back to the start"),
      { title: t("Back to the start (Home)"), onclick: () => this.stop(0) },
      "first",
    );
    const step = iconButton(
      t("One expansion"),
      { title: t("One expansion (→)"), onclick: () => this.stop(this.position + 1) },
      "right",
    );
    this.el = h(
      "div.playback.stack.tight",
      h("label.row.small.dim", { for: "t" }, t("Expansions"), this.counter),
      this.slider,
      h("div.dock.row", first, this.playButton, step),
    );
  }

  get isOver() {
    return this.position >= this.end;
  }

  /** The searches are running on the server. */
  wait() {
    this.cancel();
    this.end = 0;
    this.slider.disabled = true;
    setLabel(this.playButton, "stop", t("Stop"));
  }

  /** The searches were stopped. */
  ready() {
    setLabel(this.playButton, "play", t("Run all"));
  }

  /** The searches have ended. @param {number} end */
  begin(end) {
    this.position = 0;
    this.end = end;
    this.slider.max = String(end);
    this.slider.disabled = false;
    this.render();
    this.pause();
  }

  render() {
    this.frame = 0;
    this.slider.value = String(this.position);
    this.counter.textContent = this.isOver ? t("all done") : formatNumber(this.position);
    this.host.render();
    if (!this.playing) this.host.rest();
  }

  /** @param {number} to */
  stop(to) {
    if (!this.end) return;
    this.pause();
    this.position = Math.max(0, Math.min(this.end, Math.round(to)));
    this.frame ||= requestAnimationFrame(() => this.render());
  }

  cancel() {
    cancelAnimationFrame(this.playing);
    cancelAnimationFrame(this.frame);
    this.playing = this.frame = 0;
    document.body.classList.remove("running");
  }

  pause() {
    this.cancel();
    setLabel(this.playButton, this.isOver ? "again" : "play", t("Run all"));
    this.host.rest();
  }

  start() {
    if (this.isOver) this.position = 0;
    if (prefersNoMotion()) return this.stop(this.end);
    const from = this.position;
    const whole = Math.min(MAX_DURATION, this.end * MAX_STEP);
    let startTime = 0;
    const tick = (/** @type {number} */ now) => {
      startTime ||= now;
      this.position = Math.min(this.end, from + Math.floor(((now - startTime) / whole) * this.end));
      this.render();
      if (this.isOver) this.pause();
      else this.playing = requestAnimationFrame(tick);
    };
    setLabel(this.playButton, "pause", t("Pause"));
    document.body.classList.add("running");
    this.playing = requestAnimationFrame(tick);
  }

  toggle() {
    if (!this.end) return this.host.idle();
    return this.playing ? this.pause() : this.start();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.end) return false;
    const focused = document.activeElement;
    // links are fine: Space does nothing on them
    const isOther = focused !== this.playButton && focused?.matches("button, summary, input[type=checkbox]");
    if (event.key === " " && isOther) return false;
    if (focused === this.slider && event.key.startsWith("Arrow")) return false;
    const far = event.shiftKey ? Math.max(10, Math.round(this.end / 50)) : 1;
    /** @type {Record<string, () => void>} */
    const keys = {
      " ": () => this.toggle(),
      r: () => {
        this.stop(0);
        this.start();
      },
      ArrowRight: () => this.stop(this.position + far),
      ArrowLeft: () => this.stop(this.position - far),
      Home: () => this.stop(0),
      End: () => this.stop(this.end),
    };
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    act?.();
    return Boolean(act);
  }
}
