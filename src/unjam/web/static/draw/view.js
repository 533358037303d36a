// The Draw view: lays out board, palette, tabs (drafts, text) and family; shows faults or rating; copies,
// plays, changes the family. The server applies every edit to the text.

/** @import { App, Editor, Family, Fault, Sketch, View } from "../types" */

import { currentPath } from "../addresses.js";
import { errorText, texts, watchLoading } from "../api.js";
import { Board } from "../board/board.js";
import { makePiece } from "../board/piece.js";
import { loadDraft } from "../state/drafts.js";
import { families } from "../state/families.js";
import { actionLink, iconButton, segmentedControl, select, showStatus } from "../ui/controls.js";
import { h, icon, keepFocus, setChildren } from "../ui/dom.js";
import { joinSentences, messageText, plural, t } from "../ui/i18n.js";
import { loadStyle } from "../ui/theme.js";
import { AdviceList } from "./advice_list.js";
import { countDrafts, DraftList, forgetDeleted } from "./draft_list.js";
import { DraftSaver } from "./draft_saver.js";
import { Drawing } from "./drawing.js";
import { DrawingRating } from "./drawing_rating.js";
import { listFaults, showFault } from "./faults.js";
import { DrawKeys } from "./keys.js";
import { Palette } from "./palette.js";
import { dragTool, enableDrawing } from "./pointer.js";
import { EditPreview } from "./preview.js";
import { Proposals } from "./proposals.js";
import { SizeFields } from "./size_fields.js";
import { formatName, TextEditor } from "./text_editor.js";

/** The last drawing; its pending requests are finished first. @type {Draw | null} */
let lastDraw = null;

/**
 * @param {HTMLElement} view
 * @param {{family: Family, app: App, isCurrent: () => boolean, key?: string, id?: string,
 *   title?: string}} options
 *   key: of the draft to go on with; id and title: of the level to copy
 * @returns {Promise<View>}
 */
export async function drawView(view, { family, app, isCurrent, key, id, title = "" }) {
  const text = app.textToFix?.text ?? "";
  app.textToFix = null;
  await lastDraw?.drawing.lastRequest;
  const formats = id ? await texts(id) : null;
  const draw = new Draw(family, app, title && t("Copy of {title}", { title }));
  const draft = key ? loadDraft(key) : null;
  draw.drawing.text = formats ? (formats[editorOf(family).format] ?? Object.values(formats)[0]) : text;
  if (draft) draw.saver.resume(draft);
  if (!isCurrent()) return {};
  lastDraw = draw;
  draw.showTab(countDrafts() ? "drafts" : "text");
  setChildren(view, draw.main);
  document.title = `${t("Draw")} · unjam`;
  await draw.drawing.edit({});
  if (text) draw.saver.save();
  return {
    currentPosition: () => draw.currentPosition(),
    isInvalid: () => !draw.sketch?.id || draw.sketch.faults.length > 0,
    key: (event) => draw.keys.press(event),
    close: () => draw.close(),
  };
}

/** @param {Family} family */
const editorOf = (family) => /** @type {Editor} */ (family.editor);

class Draw {
  control = new AbortController();

  /** @param {Family} family @param {App} app @param {string} title */
  constructor(family, app, title) {
    this.app = app;
    this.board = new Board({ still: true });
    this.board.el.tabIndex = 0;
    this.below = h("p.below", { role: "status" });
    this.refusal = h("p.refusal", { role: "status", hidden: true });
    watchLoading((progress) => showStatus(this.below, "", progress), this.control.signal);
    this.drawing = new Drawing(
      family,
      (isTyping) => this.show(isTyping),
      (error) => showStatus(this.below, errorText(error), "", { warn: true }),
    );
    this.saver = new DraftSaver(this.drawing, title, () => this.listDrafts());
    this.drafts = new DraftList(app, () => this.saver.key);
    this.faultList = h("ul.faults", { tabindex: "0", "aria-label": t("Notes on the drawing") });
    this.advice = new AdviceList(this.board);
    this.proposals = new Proposals({ family, take: (text) => this.drawing.replace(text) });
    this.rating = new DrawingRating(this.below, {
      more: (id) => app.rating(id),
      saveRating: (difficulty, cost) => this.saver.setRating(difficulty, cost),
      onrated: (id, rated) => {
        this.proposals.setLevel({ id, rated });
        this.advice.ask(id);
      },
    });
    this.preview = new EditPreview(this.board, this.drawing, (refused) => this.showPreview(refused));
    this.text = new TextEditor((text) => this.drawing.type(text));
    this.palette = new Palette({
      now: (tool) => this.drawing.edit({ edit: "put", tool: tool.name, cell: [0, 0] }),
      drag: (event, tool) =>
        dragTool(this.board, event, { tool, preview: this.preview }, (cell) => {
          this.palette.choose(tool);
          this.drawing.edit({ edit: "put", tool: tool.name, cell });
        }),
    });
    this.keys = new DrawKeys(this.board, this.drawing, this.palette);
    this.sizes = new SizeFields((what) => this.drawing.edit(what));
    this.formats = h("div.push");
    this.draftsButton = h("button.btn.phone", { onclick: () => this.openList() });
    this.help = h("p.small.dim.desk");
    this.undo = iconButton(
      t("Undo"),
      { title: t("Undo (Ctrl+Z)"), onclick: () => this.drawing.undo() },
      "undo",
    );
    this.redo = iconButton(
      t("Redo"),
      { title: t("Redo (Ctrl+Y)"), onclick: () => this.drawing.redo() },
      "redo",
    );
    this.main = this.layOut();
    enableDrawing(this.board, () => this.sketch && this.toolState());
    this.showFamily();
    this.listDrafts();
  }

  get sketch() {
    return this.drawing.sketch;
  }

  get editor() {
    return editorOf(this.drawing.family);
  }

  toolState() {
    const { drawing, editor, keys, palette, preview } = this;
    const edit = drawing.edit.bind(drawing);
    return { editor, tool: palette.tool, edit, preview, onpress: keys.moveTo.bind(keys) };
  }

  currentPosition() {
    const id = this.sketch?.id;
    return id ? { id, start: id, family: this.drawing.family.name } : null;
  }

  layOut() {
    const { drawing, saver } = this;
    const empty = () => drawing.edit({ edit: "empty" });
    const play = h(
      "button.btn.go.push",
      { id: "main-button", onclick: () => this.play() },
      icon("play"),
      t("Play it"),
    );
    const meta = h("div.row.meta", this.rating.el, saver.status);
    const bin = iconButton(t("Empty the board"), { onclick: empty }, "bin");
    return h(
      "div.play.draw",
      h("div.head", this.layOutFamily(), h("h1", saver.title), this.draftsButton, meta),
      h("div.mid", this.board.el, this.below, this.refusal),
      h(
        "div.side.stack",
        h("div.dock.row", this.undo, this.redo, bin, play),
        this.palette.el,
        this.faultList,
        this.advice.el,
        this.proposals.el,
        this.layOutTabs(),
        this.layOutLinks(),
        this.help,
      ),
    );
  }

  /** What is drawn, and how large. */
  layOutFamily() {
    return h("div.sizes", this.familySelect(), this.sizes.labels);
  }

  /** The drafts and the text, of which one is shown. */
  layOutTabs() {
    const start = `/draw?family=${this.drawing.family.name}`;
    const newLink = h("a.small.push", { href: start }, t("New drawing"));
    const words = h("div.row", h("h2.small.dim", t("Level text")), this.formats);
    this.tabs = {
      drafts: h(
        "div.stack.tight.drafts-panel",
        h("div.row", h("h2.small.dim", t("Drafts")), newLink),
        this.drafts.el,
      ),
      text: h("div.stack.tight.text-panel", words, this.text.el),
    };
    return Object.values(this.tabs);
  }

  layOutLinks() {
    const other = (/** @type {"drafts" | "text"} */ name, /** @type {string} */ label) =>
      actionLink(label, `#${name}`, () => this.showTab(name, true));
    this.tabLinks = { drafts: other("drafts", t("Drafts")), text: other("text", t("Level text")) };
    return h(
      "div.links.small",
      Object.values(this.tabLinks),
      h("a", { href: "/open" }, t("Open or paste")),
      actionLink(t("Copy text"), "#copy", () => this.copy()),
    );
  }

  familySelect() {
    const editable = families().filter((each) => each.editor);
    const names = editable.map((each) => [each.name, messageText(each.title)]);
    return select({ "aria-label": t("Family") }, names, this.drawing.family.name, (name) =>
      this.changeFamily(name),
    );
  }

  /** Shows the drafts or the text. @param {"drafts" | "text"} name @param {boolean} [moveFocus] */
  showTab(name, moveFocus = false) {
    const rest = name === "text" ? "drafts" : "text";
    if (!this.tabs || !this.tabLinks) return;
    this.tabs[rest].hidden = this.tabLinks[name].hidden = true;
    this.tabs[name].hidden = this.tabLinks[rest].hidden = false;
    if (moveFocus) this.tabLinks[rest].focus();
  }

  listDrafts() {
    this.drafts.show();
    const n = countDrafts();
    setChildren(this.draftsButton, icon("list"), n);
    this.draftsButton.setAttribute("aria-label", plural(n, "{n} draft", "{n} drafts"));
  }

  /** The list in a dialog, for small windows. */
  async openList() {
    const [{ openDialog }] = await Promise.all([import("../ui/dialogs.js"), loadStyle("dialogs")]);
    const list = new DraftList(this.app, () => this.saver.key);
    list.show();
    const newLink = h("a.btn", { href: `/draw?family=${this.drawing.family.name}` }, t("New drawing"));
    const dialog = openDialog(t("Drafts"), list.el, newLink);
    dialog.classList.add("up");
    dialog.addEventListener("click", ({ target }) => {
      if (/** @type {Element} */ (target).closest("a")) dialog.close();
    });
    dialog.addEventListener("close", () => lastDraw?.listDrafts());
  }

  /** Adapts the view to the family. */
  showFamily() {
    const { family } = this.drawing;
    this.palette.show(family);
    this.sizes.setEditor(this.editor);
    this.help.textContent = messageText(family.words.draw);
    this.main.dataset.ground = family.ground;
  }

  /** Starts a new drawing of another family. @param {string} name */
  async changeFamily(name) {
    await this.app.go(`/draw?family=${name}`);
    lastDraw?.main.querySelector("select")?.focus();
  }

  close() {
    this.control.abort();
    this.rating.stop();
    this.advice.control.abort();
    this.proposals.control.abort();
    this.saver.stop();
    if (!currentPath().startsWith("/draw")) forgetDeleted();
  }

  play() {
    return this.drawing.lastRequest.then(() => {
      if (this.sketch?.id) {
        this.saver.save();
        this.app.go(`/play/${this.sketch.id}`);
      } else if (this.sketch?.greeting)
        showStatus(this.below, joinSentences(t("Not yet."), messageText(this.sketch.greeting)), "", {
          warn: true,
        });
      else if (this.sketch) this.showFault(this.sketch, t("Not yet."));
    });
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(this.drawing.text);
      showStatus(this.below, t("Text copied."));
    } catch {
      this.showTab("text");
      this.text.area.select();
    }
  }

  /** @param {Sketch} sketch @param {string} [before] */
  showFault(sketch, before) {
    showFault(this.below, sketch.faults, (fault) => this.fix(fault), before);
  }

  /** @param {Fault} fault */
  fix({ cells: [cell] }) {
    return this.drawing.edit({ edit: "fix", ...(cell && { cell }) });
  }

  /**
   * Shows the result of the last edit.
   * @param {boolean} isTyping leave the text as it is being typed
   */
  show(isTyping) {
    const { board, drawing, sketch } = this;
    if (!sketch) return;
    const { scene, faults } = sketch;
    board.unmark();
    board.show(scene);
    board.fit(this.main);
    board.mark(
      "at-fault",
      faults.flatMap((fault) => fault.cells),
    );
    this.sizes.show(scene);
    this.main.querySelector(".tray")?.remove();
    const waiting = scene.waiting.map((piece) => makePiece(piece, true));
    if (waiting.length) this.below.after(h("div.tray.under", { "aria-hidden": "true" }, waiting));
    this.undo.toggleAttribute("disabled", !drawing.past.length);
    this.redo.toggleAttribute("disabled", !drawing.future.length);
    const text = isTyping ? this.text.area.value : (sketch.formats[drawing.format] ?? drawing.text);
    this.text.show(text, scene, faults, this.editor, drawing.format);
    this.offerFormats(sketch);
    this.saver.saveIfChanged();
    this.app.updateNav();
    this.showVerdict(sketch);
  }

  /** Shows the faults or the rating. @param {Sketch} sketch */
  showVerdict(sketch) {
    const { faults, greeting, refused } = sketch;
    this.rating.isQuiet = Boolean(refused);
    this.faultList.hidden = !faults.length;
    this.faultList.classList.toggle("amber", faults.length > 0);
    this.advice.el.hidden = this.proposals.el.hidden = faults.length > 0;
    if (refused && this.isRated(sketch)) this.advice.showMarks();
    else {
      this.proposals.setLevel(null);
      this.advice.clear(greeting ? t("Nothing is drawn yet.") : "");
      this.rating.stop();
    }
    if (greeting) showStatus(this.below, messageText(greeting));
    else if (faults.length) {
      this.showFault(sketch);
      listFaults(this.faultList, faults, (fault) => this.fix(fault));
    } else if (!refused || !this.isRated(sketch)) this.rating.rate(sketch, this.drawing.family);
    if (refused) showStatus(this.below, messageText(refused), "", { warn: true });
  }

  /** Is the rating that is shown still that of the drawing? @param {Sketch} sketch */
  isRated({ id }) {
    return id !== null && this.proposals.level?.id === id;
  }

  /** Says during a drag why it cannot end here. @param {Sketch["refused"]} refused */
  showPreview(refused) {
    this.refusal.hidden = !refused;
    this.below.hidden = Boolean(refused);
    if (refused) showStatus(this.refusal, messageText(refused), "", { warn: true });
  }

  /** @param {Sketch} sketch */
  offerFormats({ formats }) {
    const { drawing } = this;
    const names = Object.keys(formats);
    const written = names.find((name) => formats[name].trim() === drawing.text.trim()) ?? "";
    const choose = (/** @type {string} */ name) => {
      drawing.format = name;
      this.show(false);
    };
    const choices = names.map((name) => /** @type {[string, string]} */ ([name, formatName(name)]));
    keepFocus(this.formats, () =>
      setChildren(
        this.formats,
        names.length > 1 && segmentedControl(t("Format"), choices, drawing.format || written, choose),
      ),
    );
  }
}
