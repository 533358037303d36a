// ShelfView: a grid of levels and the selected one beside it; selection by click, key, number and title,
// filters, fixes, variants, solutions, renaming and deleting the shelf. A click selects, a second one plays.

/** @import { App, Collection, Other, View } from "../types" */

import { findFamily, homePath } from "../state/families.js";
import { setPlaylist, shelfPlaylist } from "../state/playlist.js";
import { bestResult } from "../state/results.js";
import { deleteShelf, loadShelf, saveShelf, sheetPath, shelfPath } from "../state/shelves.js";
import { lastGame, readSession, writeSession } from "../state/store.js";
import { actionLink, button, iconButton } from "../ui/controls.js";
import { focusedElement, h, icon, setChildren } from "../ui/dom.js";
import { messageText, t } from "../ui/i18n.js";
import { Filters } from "./filters.js";
import { findField } from "./find_field.js";
import { brokenLevel, firstUnsolved, haveTitles, levelCell } from "./level_grid.js";
import { LevelLoader } from "./level_loader.js";
import { LevelPanel } from "./level_panel.js";
import { ShelfCounts } from "./shelf_counts.js";
import { shelfTitle } from "./shelf_title.js";
import { VirtualGrid } from "./virtual_grid.js";

const OPENED = "unjam.opened"; // in sessionStorage: the level that was opened last from a shelf
const UPDATE_AFTER = 200; // milliseconds in which ratings are gathered before filters and counts show them

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
  timer = 0;

  /** @param {Collection} shelf @param {App} app */
  constructor(shelf, app) {
    this.shelf = shelf;
    this.app = app;
    this.family = findFamily(shelf.family ?? shelf.slots.find((item) => item.family)?.family);
    this.next = firstUnsolved(shelf.slots);
    this.at = this.initialIndex();
    this.hasTitles = haveTitles(shelf.slots);
    this.filters = new Filters(shelf.slots, () => this.applyFilters());
    this.filterNote = h("p.small.dim", { role: "status", hidden: true });
    this.counts = new ShelfCounts(shelf, this.next);
    this.panel = new LevelPanel(this.family, (variant) => this.takeVariant(variant));
    this.playButton = button("", { class: "go push", onclick: () => this.open() });
    this.previousButton = iconButton(t("Previous level"), { onclick: () => this.step(-1) }, "left");
    this.nextButton = iconButton(t("Next level"), { onclick: () => this.step(1) }, "right");
    this.list = h("ul.level-grid", { class: this.hasTitles && "titled", "aria-label": t("Levels") });
    this.grid = new VirtualGrid(this.list, {
      make: (at) => this.makeCell(at),
      isWide: (at) => !shelf.slots[at].id,
      onrange: () => this.showRange(),
    });
    this.loader = this.makeLoader();
    this.main = this.layOut();
    this.list.addEventListener("click", (event) => this.handleClick(event));
    this.useName();
  }

  /** The level to select first: the last game, else the level opened last, else the first unsolved one. */
  initialIndex() {
    const { slots: items } = this.shelf;
    const game = lastGame();
    const opened = readSession(OPENED);
    const ids = [game && !game.won ? game.start : null, bestResult(opened) ? null : opened];
    const places = ids.map((id) => (id ? items.findIndex((item) => item.id === id) : -1));
    return places.find((at) => at >= 0) ?? Math.max(this.next, 0);
  }

  layOut() {
    const { slots: items } = this.shelf;
    const found = (/** @type {number} */ at) => this.find(at);
    const missed = () => this.showNote(t("No level has this number or title."));
    this.findField = findField(items, () => this.at, found, missed);
    this.filters.el.prepend(this.findField);
    return h(
      "div.shelf",
      this.sidePanel(),
      h("section.grid", this.counts.strip, this.filters.el, this.filterNote, this.list),
    );
  }

  sidePanel() {
    const { shelf, family } = this;
    const saved = loadShelf(shelf.key);
    const first = () => this.choose(Math.max(firstUnsolved(shelf.slots), 0), true);
    return h(
      "aside.lead",
      h(
        "div.shelf-title",
        h("a.small.dim", { href: homePath(family) }, messageText(family.title)),
        shelfTitle(shelf, () => this.useName()),
      ),
      this.counts.el,
      h("div.dock.row", this.previousButton, this.nextButton, this.playButton),
      this.panel.variantOffer,
      this.panel.preview,
      h(
        "div.links.small",
        actionLink(t("First unsolved"), "#first", first),
        actionLink(t("My solutions"), "#solutions", () => this.solutions()),
        actionLink(t("Print"), sheetPath(shelf.key), () => this.print()),
        actionLink(t("Save progress"), "#save", async () =>
          (await import("../state/progress_file.js")).downloadProgress(),
        ),
        saved && actionLink(t("Delete this shelf"), "#delete", () => this.remove()),
      ),
    );
  }

  /** Shows the name of the shelf where it is not only its heading. */
  useName() {
    document.title = `${this.shelf.name} · unjam`;
    setPlaylist(shelfPlaylist(this.shelf));
  }

  start() {
    this.grid.show(this.shelf.slots.map((_, at) => at));
    this.choose(this.at, false);
    this.grid.reveal(this.at, false);
    this.loader.start();
  }

  makeLoader() {
    const grid = { shown: () => [...this.grid.cells.keys()], visible: () => this.grid.visible() };
    return new LevelLoader(this.shelf, grid, {
      onscene: (at) => this.showScene(at),
      onrating: (at) => this.showRating(at),
    });
  }

  close() {
    clearTimeout(this.timer);
    this.loader.close();
  }

  // -- the grid

  /** @param {number} at @returns {HTMLElement} */
  makeCell(at) {
    const { shelf, family, grid } = this;
    const item = shelf.slots[at];
    const place = { "aria-setsize": grid.shown.length, "aria-posinset": grid.shown.indexOf(at) + 1 };
    if (!item.id)
      return h(
        "li.broken",
        { "data-at": at, ...place },
        brokenLevel(item, at, family.editor && (() => this.fix(at))),
      );
    const link = levelCell(shelf, at, { isNext: at === this.next, isTitled: this.hasTitles });
    return this.markCell(h("li", place, link), at);
  }

  /**
   * Marks the cell of the selected level, which the Tab key reaches.
   * @param {HTMLElement} cell @param {number} at
   */
  markCell(cell, at) {
    const link = cell.querySelector("a.level-card");
    if (!link) return cell;
    const isChosen = at === this.at;
    link.classList.toggle("chosen", isChosen);
    link.setAttribute("tabindex", isChosen ? "0" : "-1");
    if (isChosen) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
    return cell;
  }

  /** Other cells are in the page now. */
  showRange() {
    const { cells } = this.grid;
    if (!cells.has(this.at)) cells.values().next().value?.querySelector("a")?.setAttribute("tabindex", "0");
    if (focusedElement() === this.list)
      cells.get(this.at)?.querySelector("a")?.focus({ preventScroll: true });
    this.loader.loadScenes();
  }

  /** @param {number} at */
  showScene(at) {
    this.grid.refresh(at);
    if (at === this.at) this.showSelected();
  }

  /** @param {number} at */
  showRating(at) {
    this.grid.refresh(at);
    this.counts.update(at);
    if (at === this.at) this.showSelected();
    this.timer ||= window.setTimeout(() => this.showRatings(), UPDATE_AFTER);
  }

  /** Shows what several ratings change. */
  showRatings() {
    this.timer = 0;
    this.filters.count(this.shelf.slots);
    if (this.filters.isActive) this.applyFilters();
    this.counts.show();
  }

  /** Shows the levels that match the filters, with their numbers in the file. */
  applyFilters() {
    const { slots: items } = this.shelf;
    const shown = items.flatMap((item, at) => (this.filters.matches(item) ? at : []));
    const before = this.grid.shown;
    if (shown.length !== before.length || shown.some((at, n) => at !== before[n])) this.grid.show(shown);
    this.filters.count(items);
    this.showNote("");
    this.showSelected();
  }

  /** Shows a sentence, and how many levels the filters leave out. @param {string} words */
  showNote(words) {
    const { slots: items } = this.shelf;
    const { filters, filterNote, grid } = this;
    const n = grid.shown.length;
    const unknown = this.counts.unknown(filters.needsRatings).join(", ");
    filterNote.hidden = !words && !filters.isActive;
    setChildren(
      filterNote,
      words && [words, " "],
      filters.isActive && [
        n ? t("{n} of {all} shown.", { n, all: items.length }) : t("No level matches."),
        " ",
        unknown && `(${unknown}) `,
        actionLink(t("Show all"), "#all", () => filters.clear()),
      ],
    );
  }

  // -- the selected level

  /** @param {number} at @param {boolean} focus */
  choose(at, focus) {
    const old = this.at;
    this.at = at;
    for (const each of [old, at]) {
      const cell = this.grid.cells.get(each);
      if (cell) this.markCell(cell, each);
    }
    if (focus) this.grid.reveal(at);
    this.showSelected();
  }

  /** Selects a level that was searched for; filters must not hide it. @param {number} at */
  find(at) {
    if (!this.grid.shown.includes(at)) this.filters.clear();
    this.showNote("");
    this.choose(at, true);
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
    this.loader.close();
    this.loader = this.makeLoader();
    this.grid.refresh(at);
    this.showSelected();
    this.loader.start();
  }

  open() {
    const { id } = this.shelf.slots[this.at] ?? {};
    if (!id) return;
    writeSession(OPENED, id);
    this.app.go(`/play/${id}`);
  }

  /**
   * The next readable level in a direction that the filters show.
   * @param {number} step @param {number} [from]
   */
  neighbour(step, from = this.at) {
    const { slots: items } = this.shelf;
    for (let at = from + step; items[at]; at += step)
      if (items[at].id && this.filters.matches(items[at])) return at;
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
    if (/^\d$/.test(event.key)) {
      this.findField?.focus();
      return false; // the digit is typed into the field
    }
    if (focusedElement()?.closest(".segmented")) return false;
    const { shown, columns } = this.grid;
    if (event.key === "Home") this.step(-1, shown.length);
    else if (event.key === "End") this.step(1, shown.length);
    else {
      const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key];
      if (!step) return false;
      this.step(Math.sign(step), Math.abs(step));
    }
    return true;
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

  /** Opens the sheets to print, with the levels that the filters show. */
  print() {
    const { filters, grid, shelf } = this;
    const readable = grid.shown.filter((at) => shelf.slots[at].id);
    this.app.go(sheetPath(shelf.key, filters.isActive ? readable : null));
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
