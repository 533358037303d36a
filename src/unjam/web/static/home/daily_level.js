// The level of the day: the same for everybody on a date, to be played where it stands.

/** @import { App, Family, Here, Level, Made } from "../types" */
/** @import { Table } from "../game/game.js" */

import * as api from "../api.js";
import { mini } from "../board/thumbnail.js";
import { hereOf, tableFor } from "../game/create_game.js";
import { followTabs } from "../game/tab_sync.js";
import { keepMade } from "../state/generated_levels.js";
import { h, put } from "../ui/dom.js";
import { dayName, say, t } from "../ui/i18n.js";

const SMALL = matchMedia("(max-width: 900px)"); // here it is a picture, with a button that leads to the board

/** The date where the reader is. */
function today() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((n) => String(n).padStart(2, "0"))
    .join("-");
}

export class Day {
  date = today();
  /** Where the family makes no levels, the next of those that come with unjam. */
  shown = /** @type {Made | Level | null} */ (null);
  table = /** @type {Table | null} */ (null);
  /** Stops following other tabs. */
  leaveTabs = () => {};
  when = h("small");
  el = h("section.day", { "aria-busy": "true" });

  /** @param {Family} family @param {App} app @param {Level | null} next @param {AbortSignal} signal */
  constructor(family, app, next, signal) {
    this.family = family;
    this.app = app;
    this.next = next;
    this.signal = signal;
    this.title = family.sizes.length ? t("Level of the day") : t("Next level");
    this.el.setAttribute("aria-label", this.title);
    SMALL.addEventListener("change", () => this.lay(), { signal });
    this.lay();
  }

  /** Asks for it; where there is none, says so in its place. */
  async open() {
    try {
      this.shown = this.family.sizes.length ? await this.ask() : this.next;
      await this.lay();
      this.app.bar();
    } catch (error) {
      if (!this.signal.aborted) this.when.textContent = api.why(error);
    } finally {
      this.el.removeAttribute("aria-busy");
    }
  }

  async ask() {
    const made = await api.dayLevel(this.family.name, this.date, { signal: this.signal });
    keepMade(made);
    return made;
  }

  async lay() {
    const { shown, el } = this;
    this.close();
    el.classList.toggle("play", !SMALL.matches);
    const { motion, ground } = this.family;
    Object.assign(el.dataset, { motion, ground });
    if (shown?.id && !SMALL.matches) await this.set(shown.id);
    put(el, h("div.stand", this.board()), h("div.row.under", this.table?.below, this.caption()));
    this.update();
  }

  /** @param {string} id */
  async set(id) {
    const table = await tableFor(this.family, {
      quiet: true,
      onchange: () => this.table === table && this.update(),
      next: (next) => this.app.next(next, hereOf(table)),
      edit: (now) => this.app.go(`/draw/${now}`),
    });
    this.table = table;
    put(this.el, table.place);
    this.leaveTabs = followTabs(table, id);
    await table.open(id);
  }

  board() {
    const { table, shown } = this;
    if (table) return table.place;
    if (!shown?.scene) return h("div.board.busy", h("div.well"));
    const href = `/play/${shown.id}`;
    return h("a", { href, tabindex: -1, "aria-hidden": "true" }, mini(shown.scene));
  }

  /** What stands under the board while the table has nothing to say, and the way to the board itself. */
  caption() {
    const { shown, title, when } = this;
    const goal = shown?.scene?.goal;
    return [
      h("p.what", h("b", title), when),
      goal && h("span.gp", mini(goal, { numbers: true, label: t("The goal") })),
      shown && h("a.btn", { href: `/play/${shown.id}` }, t("Play")),
    ];
  }

  update() {
    const { table, shown, when, family } = this;
    if (table?.body) table.board.size(this.el);
    const date = dayName(this.date);
    if (!family.sizes.length) when.textContent = this.next?.title ?? "";
    else if (!shown) when.textContent = t("{date}. Making it.", { date });
    else {
      const time = family.calibrated && (table?.found?.time ?? ("time" in shown && shown.time));
      when.textContent = time ? t("{date}, {time}", { date, time: say(time) }) : date;
    }
  }

  /** @returns {Here | null} */
  here() {
    const id = this.shown?.id;
    if (this.table?.body) return hereOf(this.table);
    return id ? { id, start: id, family: this.family.name } : null;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    return this.table?.body ? this.table.key(event) : false;
  }

  close() {
    this.leaveTabs();
    this.table?.close();
    this.table = null;
  }
}
