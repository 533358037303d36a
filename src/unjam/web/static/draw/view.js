// Draw: a board and its text, which are two views of one level. The server makes every edit, on the text.

/** @import { App, Editor, Family, Fault, Sketch, View } from "../types" */

import { texts, why } from "../api.js";
import { Board } from "../board/board.js";
import { makePiece } from "../board/piece.js";
import { draftOf } from "../state/drafts.js";
import { families } from "../state/families.js";
import { doing, iconButton, line, seg, select } from "../ui/controls.js";
import { h, icon, put, steady } from "../ui/dom.js";
import { capital, join, plural, say, t } from "../ui/i18n.js";
import { style } from "../ui/theme.js";
import { countDrafts, DraftList, forget } from "./draft_list.js";
import { Keeping } from "./draft_saver.js";
import { Drawing } from "./drawing.js";
import { blame, faultCard, wellCard } from "./faults.js";
import { DrawKeys } from "./keys.js";
import { Palette } from "./palette.js";
import { dragTool, drawable } from "./pointer.js";
import { Rating } from "./rating.js";
import { Sizes } from "./size_fields.js";
import { TextBoard } from "./text_editor.js";

/** The drawing that was open before: what it still asks is kept too. @type {Draw | null} */
let last = null;

/**
 * @param {HTMLElement} view
 * @param {{of: Family, app: App, wanted: () => boolean, key?: string, id?: string, title?: string}} options
 *   key: of the draft to go on with; id and title: of the level to copy
 * @returns {Promise<View>}
 */
export async function drawView(view, { of, app, wanted, key, id, title = "" }) {
  const given = app.fix?.text ?? "";
  app.fix = null;
  await last?.drawing.asking;
  const copied = id ? await texts(id) : null;
  const draw = new Draw(of, app, title && t("Copy of {title}", { title }));
  const draft = key ? draftOf(key) : null;
  draw.drawing.text = copied ? (copied[editorOf(of).format] ?? Object.values(copied)[0]) : given;
  if (draft) draw.keeping.take(draft);
  if (!wanted()) return {};
  last = draw;
  draw.choose(countDrafts() ? "drafts" : "text");
  put(view, draw.main);
  document.title = `${t("Draw")} · unjam`;
  await draw.drawing.edit({});
  if (given) draw.keeping.keep();
  return {
    here: () => draw.here(),
    unsound: () => !draw.now?.id || draw.now.faults.length > 0,
    key: (event) => draw.keys.press(event),
    close: () => draw.close(),
  };
}

/** @param {Family} of */
const editorOf = (of) => /** @type {Editor} */ (of.editor);

class Draw {
  /** @param {Family} of @param {App} app @param {string} title */
  constructor(of, app, title) {
    this.app = app;
    this.board = new Board({ still: true });
    this.board.el.tabIndex = 0;
    this.below = h("p.below", { role: "status" });
    this.drawing = new Drawing(
      of,
      (keep) => this.show(keep),
      (error) => line(this.below, why(error), "", { warn: true }),
    );
    this.keeping = new Keeping(this.drawing, title, () => this.listDrafts());
    this.drafts = new DraftList(app, () => this.keeping.key);
    this.card = h("ul.faults", { tabindex: "0", "aria-label": t("What there is to say of it") });
    this.rating = new Rating(this.below, {
      more: (id) => app.rating(id),
      told: (main, rest) => wellCard(this.card, main, rest),
      rated: (level, cost) => this.keeping.rated(level, cost),
    });
    this.text = new TextBoard((text) => this.drawing.type(text));
    this.palette = new Palette({
      now: (tool) => this.drawing.edit({ edit: "put", tool: tool.name, cell: [0, 0] }),
      drag: (event, tool) =>
        dragTool(this.board, event, { tool, editor: this.editor }, (cell) => {
          this.palette.choose(tool);
          this.drawing.edit({ edit: "put", tool: tool.name, cell });
        }),
    });
    this.keys = new DrawKeys(this.board, this.drawing, this.palette);
    this.sizes = new Sizes((what) => this.drawing.edit(what));
    this.heading = h("span.small.dim.desk");
    this.formats = h("div.push");
    this.number = h("button.btn.phone", { onclick: () => this.openList() });
    this.help = h("p.small.dim.desk");
    this.undo = iconButton(t("Undo"), { title: t("Undo (Z)"), onclick: () => this.drawing.undo() }, "undo");
    this.redo = iconButton(t("Redo"), { title: t("Redo (Y)"), onclick: () => this.drawing.redo() }, "redo");
    this.main = this.lay();
    drawable(this.board, () => this.now && { ...this.hold(), at: (cell) => this.keys.at(cell) });
    this.dress();
    this.listDrafts();
  }

  get now() {
    return this.drawing.now;
  }

  get editor() {
    return editorOf(this.drawing.of);
  }

  hold() {
    return { editor: this.editor, tool: this.palette.tool, edit: this.drawing.edit.bind(this.drawing) };
  }

  here() {
    const id = this.now?.id;
    return id ? { id, start: id, family: this.drawing.of.name } : null;
  }

  lay() {
    const { drawing, keeping } = this;
    const empty = () => drawing.edit({ edit: "empty" });
    const play = h(
      "button.btn.go.push",
      { id: "filled", onclick: () => this.play() },
      icon("play"),
      t("Play it"),
    );
    const meta = h("div.row.meta", this.rating.el, keeping.saved);
    const bin = iconButton(t("Empty the board"), { onclick: empty }, "bin");
    return h(
      "div.play.draw",
      h("div.head", this.heading, h("h1", keeping.title), this.number, meta),
      h("div.mid", this.board.el, this.below),
      h(
        "div.side.stack",
        h("div.dock.row", this.undo, this.redo, bin, play),
        this.palette.el,
        this.card,
        this.layBoth(),
        this.layLinks(),
        h("div.sizes", h("label", this.layFamilies()), this.sizes.labels),
        this.help,
      ),
    );
  }

  /** The drafts and the text of the level, of which one is shown. */
  layBoth() {
    const start = `/draw?family=${this.drawing.of.name}`;
    const fresh = h("a.small.push", { href: start }, t("New drawing"));
    const words = h("div.row", h("h2.small.dim", t("Level text")), this.formats);
    this.both = {
      drafts: h("div.stack.tight.dr", h("div.row", h("h2.small.dim", t("Drafts")), fresh), this.drafts.el),
      text: h("div.stack.tight.txt", words, this.text.el),
    };
    return Object.values(this.both);
  }

  layLinks() {
    const other = (/** @type {"drafts" | "text"} */ name, /** @type {string} */ label) =>
      doing(label, `#${name}`, () => this.choose(name, true));
    this.others = { drafts: other("drafts", t("Drafts")), text: other("text", t("Level text")) };
    return h(
      "div.links.small",
      Object.values(this.others),
      h("a", { href: "/open" }, t("Open or paste")),
      doing(t("Copy text"), "#copy", () => this.copy()),
    );
  }

  layFamilies() {
    const drawn = families().filter((each) => each.editor);
    const names = drawn.map((each) => [each.name, say(each.title)]);
    return select({ "aria-label": t("Family") }, names, this.drawing.of.name, (name) => this.change(name));
  }

  /** Shows the drafts or the text. @param {"drafts" | "text"} name @param {boolean} [by] by hand */
  choose(name, by = false) {
    const rest = name === "text" ? "drafts" : "text";
    if (!this.both || !this.others) return;
    this.both[rest].hidden = this.others[name].hidden = true;
    this.both[name].hidden = this.others[rest].hidden = false;
    if (by) this.others[rest].focus();
  }

  listDrafts() {
    this.drafts.show();
    const n = countDrafts();
    put(this.number, icon("list"), n);
    this.number.setAttribute("aria-label", plural(n, "{n} draft", "{n} drafts"));
  }

  /** The list in a sheet, for a window without room. */
  async openList() {
    const [{ sheet }] = await Promise.all([import("../dialogs/dialogs.js"), style("dialogs")]);
    const list = new DraftList(this.app, () => this.keeping.key);
    list.show();
    const fresh = h("a.btn", { href: `/draw?family=${this.drawing.of.name}` }, t("New drawing"));
    const dialog = sheet(t("Drafts"), list.el, fresh);
    dialog.classList.add("up");
    dialog.addEventListener("click", ({ target }) => {
      if (/** @type {Element} */ (target).closest("a")) dialog.close();
    });
    dialog.addEventListener("close", () => last?.listDrafts());
  }

  /** As the family wants it. */
  dress() {
    const { of } = this.drawing;
    this.palette.show(of);
    this.sizes.dress(this.editor);
    this.help.textContent = say(of.words.draw);
    this.main.dataset.ground = of.ground;
  }

  /** Another family is another drawing. @param {string} name */
  async change(name) {
    await this.app.go(`/draw?family=${name}`);
    last?.main.querySelector("select")?.focus();
  }

  close() {
    this.rating.stop();
    this.keeping.stop();
    if (!location.pathname.startsWith("/draw")) forget();
  }

  play() {
    return this.drawing.asking.then(() => {
      if (this.now?.id) {
        this.keeping.keep();
        this.app.go(`/play/${this.now.id}`);
      } else if (this.now?.greeting)
        line(this.below, join(t("Not yet."), say(this.now.greeting)), "", { warn: true });
      else if (this.now) this.blame(this.now, t("Not yet."));
    });
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(this.drawing.text);
      line(this.below, t("The text is copied."));
    } catch {
      this.choose("text");
      this.text.area.select();
    }
  }

  /** @param {Sketch} now @param {string} [before] */
  blame(now, before) {
    blame(this.below, now.faults, (fault) => this.fix(fault), before);
  }

  /** @param {Fault} fault */
  fix({ cells: [cell] }) {
    return this.drawing.edit({ edit: "fix", ...(cell && { cell }) });
  }

  /**
   * Shows what the server made of the last edit.
   * @param {boolean} keep leave the text as it is being typed
   */
  show(keep) {
    const { board, drawing, now } = this;
    if (!now) return;
    const { scene, faults } = now;
    board.unmark();
    board.show(scene);
    board.size(this.main);
    board.mark(
      "at-fault",
      faults.flatMap((fault) => fault.cells),
    );
    this.sizes.show(scene);
    this.heading.textContent = `${say(drawing.of.title)} · ${scene.rows} × ${scene.cols}`;
    this.main.querySelector(".tray")?.remove();
    const waiting = scene.waiting.map((piece) => makePiece(piece, true));
    if (waiting.length) this.below.after(h("div.tray.under", { "aria-hidden": "true" }, waiting));
    this.undo.toggleAttribute("disabled", !drawing.past.length);
    this.redo.toggleAttribute("disabled", !drawing.future.length);
    const shown = keep ? this.text.area.value : (now.formats[drawing.format] ?? drawing.text);
    this.text.show(shown, scene, faults, this.editor, drawing.format);
    this.offerFormats(now);
    this.keeping.look();
    this.app.bar();
    this.judge(now);
  }

  /** Says what is to be said of the drawing. @param {Sketch} now */
  judge(now) {
    const { faults, greeting, refused } = now;
    this.rating.quiet = Boolean(refused);
    if (greeting) {
      this.rating.stop();
      line(this.below, say(greeting));
      wellCard(this.card, t("Nothing is drawn yet."), "", "edit");
    } else if (faults.length) {
      this.rating.stop();
      this.blame(now);
      faultCard(this.card, faults, (fault) => this.fix(fault));
    } else if (!refused) this.rating.look(now, this.drawing.of); // else it is rated already, or being rated
    if (refused) line(this.below, say(refused), "", { warn: true });
  }

  /** @param {Sketch} now */
  offerFormats({ formats }) {
    const { drawing } = this;
    const names = Object.keys(formats);
    const written = names.find((name) => formats[name].trim() === drawing.text.trim()) ?? "";
    const choose = (/** @type {string} */ name) => {
      drawing.format = name;
      this.show(false);
    };
    const choices = names.map((name) => /** @type {[string, string]} */ ([name, capital(name)]));
    steady(this.formats, () =>
      put(this.formats, names.length > 1 && seg(t("Format"), choices, drawing.format || written, choose)),
    );
  }
}
