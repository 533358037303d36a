// The run of all searches in step, on one slider.

import { iconButton, relabel } from "../ui/controls.js";
import { h } from "../ui/dom.js";
import { count, t } from "../ui/i18n.js";
import { isStill } from "../ui/theme.js";

const FULL = 8_000; // milliseconds of a whole run
const SLOWEST = 90; // milliseconds of one expansion

/** A run from 0 to `end` expansions; 0 while there is nothing to run. */
export class Run {
  v = 0;
  end = 0;
  playing = 0;
  frame = 0;

  /**
   * @param {{render: () => void, rest: () => void, idle: () => void}} host draws the searches,
   *   hears that they stand still, and that the button was pressed with nothing to run
   */
  constructor(host) {
    this.host = host;
    this.shown = h("b.num.push", "0");
    this.slider = h("input", { id: "t", type: "range", min: 0, max: 1, value: 0, disabled: true });
    this.go = h("button.btn.go", { id: "filled", onclick: () => this.toggle() });
    this.slider.addEventListener("input", () => this.stop(Number(this.slider.value)));
    const first = iconButton(
      t("Back to the start"),
      { title: t("Back to the start (Home)"), onclick: () => this.stop(0) },
      "first",
    );
    const step = iconButton(
      t("One expansion"),
      { title: t("One expansion (→)"), onclick: () => this.stop(this.v + 1) },
      "right",
    );
    this.el = h(
      "div.runbox.stack.tight",
      h("label.row.small.dim", { for: "t" }, t("Expansions"), this.shown),
      this.slider,
      h("div.dock.row", first, this.go, step),
    );
  }

  get over() {
    return this.v >= this.end;
  }

  /** Searches run on the server. */
  wait() {
    this.cancel();
    this.end = 0;
    this.slider.disabled = true;
    relabel(this.go, "stop", t("Stop"));
  }

  /** They were called off. */
  ready() {
    relabel(this.go, "play", t("Run all"));
  }

  /** There is something to run. @param {number} end */
  begin(end) {
    this.v = 0;
    this.end = end;
    this.slider.max = String(end);
    this.slider.disabled = false;
    this.render();
    this.pause();
  }

  render() {
    this.frame = 0;
    this.slider.value = String(this.v);
    this.shown.textContent = this.over ? t("all done") : count(this.v);
    this.host.render();
    if (!this.playing) this.host.rest();
  }

  /** @param {number} to */
  stop(to) {
    if (!this.end) return;
    this.pause();
    this.v = Math.max(0, Math.min(this.end, Math.round(to)));
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
    relabel(this.go, this.over ? "again" : "play", t("Run all"));
    this.host.rest();
  }

  start() {
    if (this.over) this.v = 0;
    if (isStill()) return this.stop(this.end);
    const from = this.v;
    const whole = Math.min(FULL, this.end * SLOWEST);
    let began = 0;
    const tick = (/** @type {number} */ now) => {
      began ||= now;
      this.v = Math.min(this.end, from + Math.floor(((now - began) / whole) * this.end));
      this.render();
      if (this.over) this.pause();
      else this.playing = requestAnimationFrame(tick);
    };
    relabel(this.go, "pause", t("Pause"));
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
    const on = document.activeElement;
    // a link is not among them: Space does nothing on it
    const other = on !== this.go && on?.matches("button, summary, input[type=checkbox]");
    if (event.key === " " && other) return false;
    if (on === this.slider && event.key.startsWith("Arrow")) return false;
    const far = event.shiftKey ? Math.max(10, Math.round(this.end / 50)) : 1;
    /** @type {Record<string, () => void>} */
    const keys = {
      " ": () => this.toggle(),
      r: () => {
        this.stop(0);
        this.start();
      },
      ArrowRight: () => this.stop(this.v + far),
      ArrowLeft: () => this.stop(this.v - far),
      Home: () => this.stop(0),
      End: () => this.stop(this.end),
    };
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    act?.();
    return Boolean(act);
  }
}
