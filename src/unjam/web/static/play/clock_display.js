// ClockDisplay: the time played, beside the difficulty; a setting hides it.

/** @import { Clock } from "../game/clock.js" */

import { h } from "../ui/dom.js";
import { formatClock } from "../ui/duration.js";
import { t } from "../ui/i18n.js";

export class ClockDisplay {
  el = h("span.clock.num.small.dim", { role: "timer", "aria-label": t("Time played") });

  /** @param {Clock} clock */
  constructor(clock) {
    this.clock = clock;
    this.timer = setInterval(() => this.update(), 1000);
    this.update();
  }

  update() {
    const text = formatClock(this.clock.seconds);
    if (this.el.textContent !== text) this.el.textContent = text;
  }

  close() {
    clearInterval(this.timer);
  }
}
