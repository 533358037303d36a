// ShelfView: a grid of levels and the selected one beside it; selection by click and key, filters, fixes,
// variants, solutions, deleting the shelf. A click selects a level, a second one plays it.

/** @import { App, Collection, Other, View } from "../types" */

import { findFamily, homePath } from "../state/families.js";
import { setPlaylist, shelfPlaylist } from "../state/playlist.js";
import { levelStatus } from "../state/results.js";
import { countSolved, deleteShelf, loadShelf, saveShelf, shelfPath } from "../state/shelves.js";
import { lastGame } from "../state/store.js";
import { actionLink, button, iconButton } from "../ui/controls.js";
import { focusedElement, h, icon, setChildren } from "../ui/dom.js";
import { messageText, t } from "../ui/i18n.js";
import { Filters } from "./filters.js";
import { brokenCell, firstUnsolved, levelCell, progressStrip } from "./level_grid.js";
import { loadRatings, loadScenes } from "./level_loader.js";
import { LevelPanel } from "./level_panel.js";

/**
 * @param {HTMLElement} view @param {{shelf: Collection, app: App}} options
 * @returns {View}
 */
export function shelfView(view, { shelf, app }) {
  const shelfView = new ShelfView(shelf, app);
  setChildren(view, shelfView.main);
  shelfView.start();
  return { key: (event) => shelfView.key(event), close: () => shelfView.close() };
}

class ShelfView {
  cancel = new AbortController();
  /** @type {Map<number, HTMLElement>} */
  cells = new Map();

  /** @param {Collection} shelf @param {App} app */
  constructor(shelf, app) {
    this.shelf = shelf;
    this.app = app;
    this.family = findFamily(shelf.family ?? shelf.slots.find((item) => item.family)?.family);
    document.title = `${shelf.name} · unjam`;
    setPlaylist(shelfPlaylist(shelf));
    this.next = firstUnsolved(shelf.slots);
    this.at = this.initialIndex();
    this.filters = new Filters(shelf.slots, () => this.applyFilters());
    this.grid = h("div.level-grid");
    this.filterNote = h("p.small.dim", { role: "status", hidden: true });
    this.ticks = h("div");
    this.count = h("div.row.cnt");
    this.panel = new LevelPanel(this.family, (variant) => this.takeVariant(variant));
    this.playButton = button("", { class: "go push", onclick: () => this.open() });
    this.previousButton = iconButton(t("Previous level"), { onclick: () => this.step(-1) }, "left");
    this.nextButton = iconButton(t("Next level"), { onclick: () => this.step(1) }, "right");
    this.main = h(
      "div.shelf",
      this.sidePanel(),
      h("section.grid", this.ticks, this.filters.el, this.filterNote, this.grid),
    );
    this.grid.addEventListener("click", (event) => this.handleClick(event));
  }

  /** The level to select first: the last game on this shelf, else the first unsolved level. */
  initialIndex() {
    const { slots: items } = this.shelf;
    const game = lastGame();
    const at = game && !game.won ? items.findIndex((item) => item.id === game.start) : -1;
    return at >= 0 ? at : Math.max(this.next, 0);
  }

  sidePanel() {
    const { shelf, family } = this;
    const saved = loadShelf(shelf.key);
    return h(
      "aside.lead",
      h(
        "div.shelf-title",
        h("a.small.dim", { href: homePath(family) }, messageText(family.title)),
        h("h1", shelf.name),
      ),
      this.count,
      h("div.dock.row", this.previousButton, this.nextButton, this.playButton),
      this.panel.variantOffer,
      this.panel.preview,
      h(
        "div.links.small",
        actionLink(t("First unsolved"), "#first", () =>
          this.choose(Math.max(firstUnsolved(shelf.slots), 0), true),
        ),
        actionLink(t("My solutions"), "#solutions", () => this.solutions()),
        actionLink(t("Save progress"), "#save", async () =>
          (await import("../state/progress_file.js")).downloadProgress(),
        ),
        saved && actionLink(t("Delete this shelf"), "#delete", () => this.remove()),
      ),
    );
  }

  start() {
    const cells = this.shelf.slots.map((_, at) => this.makeCell(at));
    setChildren(this.grid, cells);
    this.showCounts();
    this.choose(this.at, false);
    this.load();
  }

  /** Loads scenes and ratings. */
  load() {
    const { shelf } = this;
    this.cancel = new AbortController();
    const { signal } = this.cancel;
    loadScenes(shelf.slots, signal, (at) => this.replaceCell(at))
      .then(() => loadRatings(shelf, signal, (at) => this.showRating(at)))
      .catch(() => {}); // what is missing is loaded the next time
  }

  close() {
    this.cancel.abort();
  }

  // -- the grid

  /** @param {number} at */
  makeCell(at) {
    const { shelf, family } = this;
    const item = shelf.slots[at];
    const el = item.id
      ? levelCell(shelf, at, this.next)
      : brokenCell(item, at, family.editor && (() => this.fix(at)));
    this.cells.set(at, el);
    return el;
  }

  /** Redraws the cell of a level. @param {number} at */
  replaceCell(at) {
    const old = this.cells.get(at);
    const hadFocus = old === focusedElement();
    const hidden = old?.hidden;
    const el = this.makeCell(at);
    el.hidden = Boolean(hidden);
    old?.replaceWith(el);
    if (at === this.at) this.choose(at, hadFocus);
  }

  /** @param {number} at */
  showRating(at) {
    this.replaceCell(at);
    const { slots: items } = this.shelf;
    const { level: difficulty } = items[at];
    const isSame = (/** @type {typeof items[0]} */ { level }) => level === difficulty;
    if (difficulty) this.filters.setDifficultyLabel(difficulty, items.filter(isSame).length);
    if (this.filters.isActive) this.applyFilters();
    this.showCounts();
  }

  /** Shows the levels that match the filters, with their numbers in the file. */
  applyFilters() {
    const { slots: items, left } = this.shelf;
    let n = 0;
    for (const [at, el] of this.cells) {
      el.hidden = !this.filters.matches(items[at]);
      if (!el.hidden) n++;
    }
    this.filterNote.hidden = !this.filters.isActive;
    const words = n ? t("{n} of {all} shown.", { n, all: items.length + left }) : t("No level matches.");
    setChildren(
      this.filterNote,
      words,
      " ",
      actionLink(t("Show all"), "#all", () => this.filters.clear()),
    );
  }

  /** Updates the strip and the count. */
  showCounts() {
    const { slots: items, left } = this.shelf;
    const all = items.length + left;
    const solved = countSolved(items);
    const fewest = items.filter((item) => levelStatus(item).mark === "fewest").length;
    const label = t("{n} of {all} solved, in the order of the file", { n: solved, all });
    setChildren(this.ticks, progressStrip(items, this.next, label));
    const below = fewest > 0 && [h("br"), t("{n} optimally", { n: fewest })];
    const cutNote = left > 0 && [h("br"), t("only the first {n} are shown", { n: items.length })];
    setChildren(
      this.count,
      h("span.count.num", solved),
      h("span.dim.small", t("of {all} solved", { all }), below, cutNote),
    );
  }

  // -- the selected level

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
    this.showSelected();
  }

  /** Shows the selected level in the panel. */
  showSelected() {
    const item = this.shelf.slots[this.at];
    setChildren(this.playButton, icon("play"), t("Play level {n}", { n: this.at + 1 }));
    this.playButton.toggleAttribute("disabled", !item?.id);
    this.previousButton.toggleAttribute("disabled", this.neighbour(-1) === null);
    this.nextButton.toggleAttribute("disabled", this.neighbour(1) === null);
    if (item) this.panel.show(item, this.at, this.at === this.next);
  }

  /** Replaces the selected level by a solvable variant. @param {Other} variant */
  takeVariant({ id }) {
    const { shelf, at } = this;
    Object.assign(shelf.slots[at], { id, other: null, cost: null, level: null, time: null, rated: false });
    if (loadShelf(shelf.key)) saveShelf(shelf);
    setPlaylist(shelfPlaylist(shelf));
    this.cancel.abort();
    this.replaceCell(at);
    this.load();
  }

  open() {
    const { id } = this.shelf.slots[this.at] ?? {};
    if (id) this.app.go(`/play/${id}`);
  }

  /** The next visible, readable level in a direction. @param {number} step @param {number} [from] */
  neighbour(step, from = this.at) {
    for (let at = from + step; this.cells.has(at); at += step)
      if (this.shelf.slots[at].id && !this.cells.get(at)?.hidden) return at;
    return null;
  }

  /** Selects another level. @param {number} direction @param {number} [count] */
  step(direction, count = 1) {
    let at = this.at;
    for (let n = 0; n < count; n++) at = this.neighbour(direction, at) ?? at;
    if (at !== this.at) this.choose(at, true);
  }

  /** @param {Event} event */
  handleClick(event) {
    const pointer = /** @type {MouseEvent} */ (event);
    const link = /** @type {Element} */ (event.target).closest("a.level-card");
    if (!link || pointer.ctrlKey || pointer.metaKey || pointer.shiftKey) return;
    event.preventDefault();
    const at = Number(/** @type {HTMLElement} */ (link).dataset.at);
    if (at === this.at) this.open();
    else this.choose(at, true);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const elsewhere = focusedElement()?.closest("button, .links, nav, .broken");
    if (event.key === "Enter" && !elsewhere) {
      this.open();
      return true;
    }
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -this.columns, ArrowDown: this.columns }[event.key];
    if (!step || focusedElement()?.closest(".segmented")) return false;
    this.step(Math.sign(step), Math.abs(step));
    return true;
  }

  get columns() {
    return getComputedStyle(this.grid).gridTemplateColumns.split(" ").length;
  }

  // -- other actions

  /** @param {number} at */
  fix(at) {
    const { slots: items, family: name } = this.shelf;
    this.app.textToFix = { text: items[at].fault?.text ?? "", family: name };
    this.app.go("/draw");
  }

  async solutions() {
    const { solutionsDialog } = await import("./solutions_dialog.js");
    solutionsDialog(this.shelf, this.family);
  }

  /** Deletes the shelf; this can be undone until the player leaves. */
  remove() {
    const { shelf } = this;
    this.close();
    deleteShelf(shelf.key);
    const undo = button(t("Undo"), {
      onclick: () => {
        saveShelf(shelf);
        this.app.go(shelfPath(shelf.key));
      },
    });
    setChildren(
      this.main,
      h(
        "p.row.gone",
        h("span", { role: "status" }, t("“{title}” deleted.", { title: shelf.name })),
        undo,
        h("a.small", { href: "/open" }, t("Open another")),
      ),
    );
    undo.focus();
  }
}
