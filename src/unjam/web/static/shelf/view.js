// A shelf: its levels in a grid, and beside it the chosen one. A click chooses, a second one plays.

/** @import { App, Collection, View } from "../types" */

import { mini, NOTHING } from "../board/thumbnail.js";
import { counted, family, homeOf } from "../state/families.js";
import { dropShelf, keepShelf, nameOf, setTrail, shelfOf, shelfPath, solvedOf } from "../state/shelves.js";
import { lastGame, stateOf } from "../state/store.js";
import { button, difficulty, doing, iconButton } from "../ui/controls.js";
import { focused, h, put } from "../ui/dom.js";
import { say, t } from "../ui/i18n.js";
import { Filters } from "./filters.js";
import { brokenCell, cell, firstUnsolved, levelOf, strip } from "./level_grid.js";
import { learnRatings, learnScenes, sceneOf } from "./loader.js";

/**
 * @param {HTMLElement} view @param {{shelf: Collection, app: App}} options
 * @returns {View}
 */
export function shelfView(view, { shelf, app }) {
  const shown = new ShelfView(shelf, app);
  put(view, shown.main);
  shown.begin();
  return { key: (event) => shown.key(event), close: () => shown.close() };
}

class ShelfView {
  left = new AbortController();
  /** @type {Map<number, HTMLElement>} */
  cells = new Map();

  /** @param {Collection} shelf @param {App} app */
  constructor(shelf, app) {
    this.shelf = shelf;
    this.app = app;
    this.of = family(shelf.family ?? shelf.slots.find((slot) => slot.family)?.family);
    document.title = `${shelf.name} · unjam`;
    this.trail();
    this.next = firstUnsolved(shelf.slots);
    this.at = this.first();
    this.filters = new Filters(shelf.slots, () => this.sift());
    this.grid = h("div.lvs");
    this.shown = h("p.small.dim", { role: "status", hidden: true });
    this.ticks = h("div");
    this.count = h("div.row.cnt");
    this.look = h("div.look");
    this.offer = h("div.offer.row", { role: "status", hidden: true });
    this.play = button("", { class: "go push", onclick: () => this.open() }, "play");
    this.before = iconButton(t("Previous level"), { onclick: () => this.step(-1) }, "left");
    this.after = iconButton(t("Next level"), { onclick: () => this.step(1) }, "right");
    this.main = h(
      "div.shelf",
      this.lead(),
      h("section.grid", this.ticks, this.filters.el, this.shown, this.grid),
    );
    this.grid.addEventListener("click", (event) => this.clicked(event));
  }

  trail() {
    const { key, name, slots } = this.shelf;
    const levels = slots.map(({ id, title }) => ({ id, title }));
    setTrail({ name, path: shelfPath(key), levels });
  }

  /** The level to begin with: the one left off here, else the first that is not solved. */
  first() {
    const { slots } = this.shelf;
    const left = lastGame();
    const at = left && !left.won ? slots.findIndex((slot) => slot.id === left.start) : -1;
    return at >= 0 ? at : Math.max(this.next, 0);
  }

  lead() {
    const { shelf, of } = this;
    const kept = shelfOf(shelf.key);
    return h(
      "aside.lead",
      h("div.title2", h("a.small.dim", { href: homeOf(of) }, say(of.title)), h("h1", shelf.name)),
      this.count,
      h("div.dock.row", this.before, this.after, this.play),
      this.offer,
      this.look,
      h(
        "div.links.small",
        doing(t("First unsolved"), "#first", () =>
          this.choose(Math.max(firstUnsolved(shelf.slots), 0), true),
        ),
        doing(t("My solutions"), "#solutions", () => this.solutions()),
        doing(t("Save progress"), "#save", async () =>
          (await import("../state/progress_file.js")).saveProgress(),
        ),
        kept && doing(t("Delete this shelf"), "#delete", () => this.remove()),
      ),
    );
  }

  begin() {
    const { shelf } = this;
    put(
      this.grid,
      shelf.slots.map((_, at) => this.make(at)),
    );
    this.tell();
    this.choose(this.at, false);
    this.learn();
  }

  /** Looks and ratings, as they come. */
  learn() {
    const { shelf } = this;
    this.left = new AbortController();
    const { signal } = this.left;
    const trouble = () => undefined; // what is not there yet is shown the next time
    learnScenes(shelf.slots, signal, (at) => this.renew(at))
      .then(() => learnRatings(shelf, signal, (at) => this.rated(at)))
      .catch(trouble);
  }

  close() {
    this.left.abort();
  }

  // -- the grid

  /** @param {number} at */
  make(at) {
    const { shelf, of } = this;
    const slot = shelf.slots[at];
    const el = slot.id ? cell(shelf, at, this.next) : brokenCell(slot, at, of.editor && (() => this.fix(at)));
    this.cells.set(at, el);
    return el;
  }

  /** Something became known of a level. @param {number} at */
  renew(at) {
    const old = this.cells.get(at);
    const had = old === focused();
    const hidden = old?.hidden;
    const el = this.make(at);
    el.hidden = Boolean(hidden);
    old?.replaceWith(el);
    if (at === this.at) this.choose(at, had);
  }

  /** @param {number} at */
  rated(at) {
    this.renew(at);
    const { level } = this.shelf.slots[at];
    if (level) this.filters.bars(level, this.shelf.slots.filter((slot) => slot.level === level).length);
    if (this.filters.on) this.sift();
    this.tell();
  }

  /** Shows what fits the filters; numbers stay those of the file. */
  sift() {
    const { slots, left } = this.shelf;
    let n = 0;
    for (const [at, el] of this.cells) {
      el.hidden = !this.filters.fits(slots[at]);
      if (!el.hidden) n++;
    }
    this.shown.hidden = !this.filters.on;
    const words = n ? t("{n} of {all} shown.", { n, all: slots.length + left }) : t("None like that here.");
    put(
      this.shown,
      words,
      " ",
      doing(t("Show all"), "#all", () => this.filters.clear()),
    );
  }

  /** The ticks and the count. */
  tell() {
    const { slots, left } = this.shelf;
    const all = slots.length + left;
    const solved = solvedOf(slots);
    const fewest = slots.filter((slot) => stateOf(slot).mark === "fewest").length;
    const label = t("{n} of {all} solved, in the order of the file", { n: solved, all });
    put(this.ticks, strip(slots, this.next, label));
    const below = fewest > 0 && [h("br"), t("{n} with the fewest", { n: fewest })];
    put(
      this.count,
      h("span.count.num", solved),
      h("span.dim.small", t("of {all} solved", { all }), below, left > 0 && [h("br"), cut(slots.length)]),
    );
  }

  // -- the chosen level

  /** @param {number} at @param {boolean} focus */
  choose(at, focus) {
    const old = this.cells.get(this.at);
    old?.classList.remove("chosen");
    old?.removeAttribute("aria-current");
    if (old?.matches("a")) old.tabIndex = -1;
    this.at = at;
    const el = this.cells.get(at);
    el?.classList.add("chosen");
    el?.setAttribute("aria-current", "true");
    if (el?.matches("a")) el.tabIndex = 0;
    if (focus) el?.focus({ preventScroll: true });
    if (focus) el?.scrollIntoView({ block: "nearest" });
    this.describe();
  }

  describe() {
    const { slots } = this.shelf;
    const slot = slots[this.at];
    const n = this.at + 1;
    put(this.play, this.play.firstElementChild, t("Play level {n}", { n }));
    this.play.toggleAttribute("disabled", !slot?.id);
    this.before.toggleAttribute("disabled", this.beside(-1) === null);
    this.after.toggleAttribute("disabled", this.beside(1) === null);
    this.suggest();
    if (!slot) return;
    const scene = sceneOf(slot.id);
    const title = nameOf(slot.title, this.at);
    const number = t("Level {n}", { n });
    const note = title === number ? this.at === this.next && t("the first you have not solved") : title;
    const { cost } = levelOf(slot, this.at);
    const unknown = slot.rated ? t("not proved") : t("not rated yet");
    put(
      this.look,
      mini(scene ?? NOTHING, { label: title }),
      h("div.named", h("h2", number), h("small", note)),
      h(
        "dl.small",
        h("dt", t("Difficulty")),
        h("dd", difficulty(slot.level ?? null)),
        h("dt", t("Fewest")),
        h("dd.num", cost === null ? h("span.dim", unknown) : counted(this.of, this.of.metrics[0].name, cost)),
        scene && [
          h("dt", t("Size")),
          h("dd.num", t("{rows} by {cols}", { rows: scene.rows, cols: scene.cols })),
        ],
      ),
    );
  }

  /** Where the chosen level has no solution: the one that may be meant, in its place at one click. */
  suggest() {
    const { shelf, at } = this;
    const { other } = shelf.slots[at] ?? {};
    this.offer.hidden = !other;
    if (!other) return put(this.offer);
    const take = () => {
      Object.assign(shelf.slots[at], { id: other.id, other: null, cost: null, level: null, rated: false });
      if (shelfOf(shelf.key)) keepShelf(shelf);
      this.trail();
      this.left.abort();
      this.renew(at);
      this.learn();
    };
    return put(
      this.offer,
      h("span.small.warn", say(other.said)),
      button(say(other.does), { class: "slim push", onclick: take }),
    );
  }

  open() {
    const { id } = this.shelf.slots[this.at] ?? {};
    if (id) this.app.go(`/play/${id}`);
  }

  /** The next readable level that is shown, in that direction. @param {number} way @param {number} [from] */
  beside(way, from = this.at) {
    for (let at = from + way; this.cells.has(at); at += way)
      if (this.shelf.slots[at].id && !this.cells.get(at)?.hidden) return at;
    return null;
  }

  /** @param {number} way @param {number} [count] */
  step(way, count = 1) {
    let at = this.at;
    for (let n = 0; n < count; n++) at = this.beside(way, at) ?? at;
    if (at !== this.at) this.choose(at, true);
  }

  /** @param {Event} event */
  clicked(event) {
    const pointer = /** @type {MouseEvent} */ (event);
    const link = /** @type {Element} */ (event.target).closest("a.lv");
    if (!link || pointer.ctrlKey || pointer.metaKey || pointer.shiftKey) return;
    event.preventDefault();
    const at = Number(/** @type {HTMLElement} */ (link).dataset.at);
    if (at === this.at) this.open();
    else this.choose(at, true);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const elsewhere = focused()?.closest("button, .links, nav, .broken");
    if (event.key === "Enter" && !elsewhere) {
      this.open();
      return true;
    }
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -this.columns, ArrowDown: this.columns }[event.key];
    if (!step || focused()?.closest(".seg")) return false;
    this.step(Math.sign(step), Math.abs(step));
    return true;
  }

  get columns() {
    return getComputedStyle(this.grid).gridTemplateColumns.split(" ").length;
  }

  // -- other things to do

  /** @param {number} at */
  fix(at) {
    const { slots, family: name } = this.shelf;
    this.app.fix = { text: slots[at].fault?.text ?? "", family: name };
    this.app.go("/draw");
  }

  async solutions() {
    const { solutionsSheet } = await import("./solutions_dialog.js");
    solutionsSheet(this.shelf, this.of);
  }

  /** Nothing is asked; it can be taken back until one leaves. */
  remove() {
    const { shelf } = this;
    this.close();
    dropShelf(shelf.key);
    const undo = button(t("Undo"), {
      onclick: () => {
        keepShelf(shelf);
        this.app.go(shelfPath(shelf.key));
      },
    });
    put(
      this.main,
      h(
        "p.row.gone",
        h("span", { role: "status" }, t("“{title}” is deleted.", { title: shelf.name })),
        undo,
        h("a.small", { href: "/open" }, t("Open another")),
      ),
    );
    undo.focus();
  }
}

/** @param {number} n */
const cut = (n) => t("the first {n} are here", { n });
