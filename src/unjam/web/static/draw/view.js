// Draw: a board and its text, which are two views of one level. The server makes every edit, on the text.

/** @import { App, Editor, Family, Sketch, View } from "../types" */

import { texts, why } from "../api.js";
import { Board } from "../board/board.js";
import { makePiece } from "../board/piece.js";
import { doing, iconButton, line, seg, select } from "../controls.js";
import { h, icon, put, steady } from "../dom.js";
import { families, family } from "../families.js";
import { familyStyle, showSky } from "../looks.js";
import { capital, say, t } from "../words.js";
import { blame, faultList } from "./faults.js";
import { dragTool, drawable } from "./hand.js";
import { DrawKeys } from "./keys.js";
import { Drawing } from "./model.js";
import { Palette } from "./palette.js";
import { Rating } from "./rating.js";
import { Sizes } from "./sizes.js";
import { TextBoard } from "./text.js";

/**
 * @param {HTMLElement} view @param {{id: string | null, of: Family, app: App, wanted: () => boolean}} options
 * @returns {Promise<View>}
 */
export async function drawView(view, { id, of, app, wanted }) {
  const given = app.fix?.text ?? "";
  app.fix = null;
  const copied = id ? await texts(id) : null;
  const draw = new Draw(of, app, id !== null);
  draw.drawing.text = copied ? (copied[editorOf(of).format] ?? Object.values(copied)[0]) : given;
  if (!wanted()) return {};
  put(view, draw.main);
  document.title = `${t("Draw")} · unjam`;
  await draw.drawing.edit({});
  return {
    here: () => draw.here(),
    unsound: () => !draw.now?.id || draw.now.faults.length > 0,
    key: (event) => draw.keys.press(event),
    close: () => draw.rating.stop(),
  };
}

/** @param {Family} of */
const editorOf = (of) => /** @type {Editor} */ (of.editor);

class Draw {
  /** @param {Family} of @param {App} app @param {boolean} copy */
  constructor(of, app, copy) {
    this.app = app;
    this.board = new Board({ still: true });
    this.board.el.tabIndex = 0;
    this.below = h("p.below", { role: "status" });
    this.drawing = new Drawing(
      of,
      (keep) => this.show(keep),
      (error) => line(this.below, why(error), "", { warn: true }),
    );
    this.rating = new Rating(this.below, (id) => app.rating(id));
    this.text = new TextBoard((text) => this.drawing.type(text));
    this.palette = new Palette({
      now: (tool) => this.drawing.edit({ edit: "put", tool: tool.name, cell: [0, 0] }),
      drag: (event, tool) =>
        dragTool(this.board, event, tool, (cell) => {
          this.palette.choose(tool);
          this.drawing.edit({ edit: "put", tool: tool.name, cell });
        }),
    });
    this.keys = new DrawKeys(this.board, this.drawing, this.palette);
    this.sizes = new Sizes((what) => this.drawing.edit(what));
    this.heading = h("span.small.dim.desk");
    this.formats = h("div.push");
    this.list = h("ul.faults.small", { hidden: true });
    this.help = h("p.small.dim.desk");
    this.undo = iconButton(t("Undo"), { title: t("Undo (Z)"), onclick: () => this.drawing.undo() }, "undo");
    this.redo = iconButton(t("Redo"), { title: t("Redo (Y)"), onclick: () => this.drawing.redo() }, "redo");
    this.main = this.lay(copy ? t("A copy") : t("Untitled level"));
    drawable(this.board, () => this.now && { ...this.hold(), at: (cell) => this.keys.at(cell) });
    this.dress();
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

  /** @param {string} title */
  lay(title) {
    const { drawing, text } = this;
    const empty = () => drawing.edit({ edit: "empty" });
    const play = h(
      "button.btn.go.push",
      { id: "filled", onclick: () => this.play() },
      icon("play"),
      t("Play it"),
    );
    const words = h("div.row", h("h2.small.dim", t("Level text")), this.formats);
    const drawn = families().filter((each) => each.editor);
    const names = drawn.map((each) => [each.name, say(each.title)]);
    const change = (/** @type {string} */ name) => this.change(family(name));
    const pick = select({ "aria-label": t("Family") }, names, drawing.of.name, change);
    return h(
      "div.play.draw",
      h("div.head", h("div.stack.tight", this.heading, h("h1", title)), this.rating.el),
      h("div.mid", this.board.el, this.below),
      h(
        "div.side.stack",
        h(
          "div.dock.row",
          this.undo,
          this.redo,
          iconButton(t("Empty the board"), { onclick: empty }, "bin"),
          play,
        ),
        this.palette.el,
        h("div.stack.tight.txt", words, text.el, this.list),
        h("div.sizes", h("label", pick), this.sizes.labels),
        h(
          "div.links.small",
          h("a", { href: "/open" }, t("Open or paste")),
          doing(t("Copy text"), "#copy", () => this.copy()),
        ),
        this.help,
      ),
    );
  }

  /** As the family wants it. */
  dress() {
    const { of } = this.drawing;
    this.palette.show(of);
    this.sizes.dress(this.editor);
    this.help.textContent = say(of.words.draw);
    this.main.dataset.ground = of.ground;
  }

  /** @param {Family} of */
  async change(of) {
    showSky(of.sky);
    this.text.rest();
    await familyStyle(of);
    this.drawing.begin(of);
    this.dress();
  }

  play() {
    return this.drawing.asking.then(() => {
      if (this.now?.id) this.app.go(`/play/${this.now.id}`);
      else if (this.now) this.blame(this.now, t("Not yet."));
    });
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(this.drawing.text);
      line(this.below, t("The text is copied."));
    } catch {
      this.text.area.select();
    }
  }

  /** @param {Sketch} now @param {string} [before] */
  blame(now, before) {
    blame(this.below, now.faults, () => this.drawing.edit({ edit: "fix" }), before);
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
    faultList(this.list, faults);
    this.app.bar();
    if (faults.length) {
      this.rating.stop();
      this.blame(now);
    } else this.rating.look(now, drawing.of);
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
