// The Code view: a search or an estimate that the player writes, beginning with unjam's own, runs on the
// board that is open. It runs only when Run or Check is pressed, in a worker that is ended afterwards, and it
// is kept in this browser and in files, never in an address.

/** @import { View, ViewOptions } from "../../types" */
/** @import { End, Part, Start, Task } from "./types" */

import { errorText, isAbort, json, levels, streamEvents, watchLoading } from "../../api.js";
import { thumbnail } from "../../board/thumbnail.js";
import { algorithmName } from "../../lab/messages.js";
import { families, findFamily } from "../../state/families.js";
import { findTitle } from "../../state/level_titles.js";
import { gameContaining } from "../../state/store.js";
import { button, select } from "../../ui/controls.js";
import { download, h, setChildren } from "../../ui/dom.js";
import { asSentence, messageText, plural, t } from "../../ui/i18n.js";
import { gradeReport, heuristicReport } from "./check.js";
import { Editor } from "./editor.js";
import { Results } from "./results.js";
import { forgetText, lastKey, loadText, saveLastKey, saveText } from "./store.js";

const SECONDS = [5, 10, 30, 60];
const MAX_BYTES = 200_000; // of a file with code
const GRACE = 1_000; // milliseconds after the limit in which a search may end by itself

/** @param {HTMLElement} view @param {ViewOptions} options @returns {Promise<View>} */
export async function codeView(view, options) {
  /** @type {Start[]} */
  const starts = await json("/code");
  if (!options.isCurrent()) return {};
  const code = new CodeView(options, starts);
  setChildren(view, code.el);
  code.editor.count();
  return {
    currentPosition: () => ({
      id: options.id,
      start: gameContaining(options.id)?.start ?? options.id,
      family: options.position.family,
    }),
    close: () => code.close(),
  };
}

class CodeView {
  control = /** @type {AbortController | null} */ (null);
  seconds = 10;

  /** @param {ViewOptions} options @param {Start[]} starts */
  constructor({ id, position, app }, starts) {
    this.id = id;
    this.starts = starts;
    this.family = findFamily(position.family);
    this.title = position.title ?? findTitle(id) ?? t("Untitled level");
    document.title = `${t("Code")} · unjam`;
    this.start = this.usualStart();
    this.editor = new Editor(() => this.save());
    this.results = new Results(id, this.family, (other) => void app.go(`/play/${other}`));
    this.status = h("p", { role: "status" });
    this.report = h("div.stack");
    this.hint = h(
      "p.dim.outcome-hint",
      t("Run shows here what your code expands, beside unjam's own. Check says what differs, and why."),
    );
    this.printed = h("pre", { tabindex: "0", role: "region", "aria-label": t("What it printed") });
    this.output = h(
      "details.printed",
      { hidden: true, open: true },
      h("summary", t("What it printed")),
      this.printed,
    );
    this.runButton = button(t("Run"), { id: "run-code", class: "go", onclick: () => this.toggle() }, "play");
    this.checkButton = button(t("Check"), { onclick: () => this.run(true) }, "tick");
    this.resetButton = button(t("Start again"), { class: "slim bare", onclick: () => this.reset() });
    this.outcome = h("div.outcome.stack", this.hint, this.report, this.output, this.results.el);
    this.picker = this.startPicker();
    this.el = this.layOut(position, (other) => void app.go(`/code/${other}`));
    this.show();
  }

  /** What was open last if it fits this board, else A*. */
  usualStart() {
    const last = this.starts.find(({ key }) => key === lastKey());
    const fits = last && (!last.family || last.family === this.family.name);
    return fits ? last : /** @type {Start} */ (this.starts.find(({ key }) => key === "search/astar.py"));
  }

  /** @param {ViewOptions["position"]} position @param {(id: string) => void} go */
  layOut(position, go) {
    const crumb = h(
      "a.small.dim",
      { href: `/play/${this.id}` },
      `${messageText(this.family.title)} · ${this.title}`,
    );
    const limits = SECONDS.map((n) => [String(n), plural(n, "{n} second", "{n} seconds")]);
    const limit = select({ class: "inline-select" }, limits, String(this.seconds), (n) => {
      this.seconds = Number(n);
    });
    const intro = t("Change it, run it on this board, and check it. It stays in this browser, in no link.");
    return h(
      "div.code",
      h(
        "div.code-head",
        h("div.code-thumb", thumbnail(position.scene)),
        h("div", crumb, h("h1", t("Your own search")), h("p.dim", intro)),
      ),
      h(
        "div.write",
        h(
          "div.row.choose-code",
          h("label.small", t("Begin with"), " ", this.picker),
          h("label.small", t("Level"), " ", levelPicker(this.id, this.title, go)),
        ),
        this.editor.el,
        h("div.row.acts", this.runButton, this.checkButton, h("label.small", t("Ends after"), " ", limit)),
        this.status,
        h("div.row.files", this.fileButtons(), this.resetButton),
      ),
      this.outcome,
    );
  }

  startPicker() {
    const option = (/** @type {Start} */ { key, name, kind }) =>
      h(
        "option",
        { value: key, selected: key === this.start.key },
        kind === "heuristic" ? name : algorithmName(name),
      );
    const group = (/** @type {string} */ label, /** @type {Start[]} */ all) =>
      all.length > 0 && h("optgroup", { label }, all.map(option));
    const of = (/** @type {string} */ kind) => this.starts.filter((each) => each.kind === kind);
    const estimates = of("heuristic").filter(({ family }) => family === this.family.name);
    const el = h(
      "select.inline-select",
      group(t("Searches"), of("search")),
      group(t("Estimates"), estimates),
      group(t("Searches to write from scratch"), of("empty")),
    );
    el.addEventListener("change", () => {
      this.start = /** @type {Start} */ (this.starts.find(({ key }) => key === el.value));
      saveLastKey(this.start.key);
      this.show();
    });
    return el;
  }

  fileButtons() {
    const input = h("input", { type: "file", accept: ".py,text/x-python", hidden: true });
    input.setAttribute("aria-label", t("Choose a Python file"));
    input.addEventListener("change", async () => {
      const [file] = input.files ?? [];
      if (file) await this.openFile(file);
      input.value = "";
    });
    return [
      button(t("Save as a file"), { class: "slim", onclick: () => this.saveFile() }),
      button(t("Import a file"), { class: "slim", onclick: () => input.click() }),
      input,
    ];
  }

  // -- the text

  /** Shows the player's text, or the one to start from. */
  show() {
    this.stop();
    this.clear();
    this.editor.text = loadText(this.start.key) ?? this.start.text;
    this.markChanged();
    setChildren(this.status);
  }

  save() {
    if (this.editor.text === this.start.text) forgetText(this.start.key);
    else if (!saveText(this.start.key, this.editor.text))
      setChildren(this.status, t("This browser has no room to keep your code. Save it as a file."));
    saveLastKey(this.start.key);
    this.markChanged();
  }

  markChanged() {
    this.resetButton.toggleAttribute("disabled", this.editor.text === this.start.text);
  }

  /** Puts the text to start from back; as if typed, so that it can be undone. */
  reset() {
    this.editor.replace(0, this.editor.text.length, this.start.text);
    this.editor.field.setSelectionRange(0, 0);
    this.editor.field.scrollTo(0, 0);
    this.editor.field.focus();
  }

  saveFile() {
    download(new Blob([this.editor.text], { type: "text/x-python" }), `${this.start.name}.py`);
  }

  /** @param {File} file */
  async openFile(file) {
    if (file.size > MAX_BYTES) {
      setChildren(this.status, t("{name} is too large for a file of code.", { name: file.name }));
      return;
    }
    const text = (await file.text()).replaceAll("\r\n", "\n");
    this.clear();
    this.editor.replace(0, this.editor.text.length, text);
    this.editor.field.setSelectionRange(0, 0);
    this.editor.field.scrollTo(0, 0);
    setChildren(this.status, t("{name} is open. Nothing of it has run yet.", { name: file.name }));
  }

  // -- running

  close() {
    this.stop();
    this.results.close();
  }

  stop() {
    this.control?.abort();
  }

  toggle() {
    if (this.control) this.stop();
    else this.run(false);
  }

  clear() {
    this.editor.showError(null);
    this.results.clear();
    setChildren(this.report);
    this.output.hidden = true;
  }

  /** Runs the code on the board, or checks it. @param {boolean} checks */
  async run(checks) {
    this.hint.hidden = true;
    const control = new AbortController();
    this.control = control;
    this.clear();
    this.showRunning(true);
    let timer = 0;
    let isLate = false;
    const onpart = (/** @type {Part} */ part) => {
      if (control !== this.control) return;
      if (!("began" in part)) {
        this.results.add(part);
        return;
      }
      setChildren(this.status, t("It is running."));
      timer = window.setTimeout(
        () => {
          isLate = true;
          control.abort();
        },
        this.seconds * 1000 + GRACE,
      );
    };
    watchLoading((words) => words && setChildren(this.status, words), control.signal);
    try {
      /** @type {End} */
      const end = await streamEvents("/code/run", { signal: control.signal, onpart }, this.task(checks));
      if (control === this.control) this.showEnd(end, checks);
    } catch (error) {
      if (control === this.control) this.showFailure(error, isLate);
    } finally {
      clearTimeout(timer);
      if (control === this.control) {
        this.control = null;
        this.showRunning(false);
      }
    }
  }

  /** @param {boolean} checks @returns {Task} */
  task(checks) {
    const { kind, name, real } = this.start;
    const { id, seconds } = this;
    const isEstimate = kind === "heuristic";
    return {
      ...{ id, name, seconds, checks, text: this.editor.text, heuristic: real },
      kind: isEstimate ? "heuristic" : "search",
    };
  }

  /** @param {boolean} isRunning */
  showRunning(isRunning) {
    const [name, label] = isRunning ? ["stop", t("Stop")] : ["play", t("Run")];
    this.runButton.replaceChildren(...button(label, {}, name).childNodes);
    this.checkButton.toggleAttribute("disabled", isRunning);
    if (isRunning) setChildren(this.status, t("Python is starting."));
    this.el.toggleAttribute("data-running", isRunning);
  }

  /** @param {End} end @param {boolean} checks */
  showEnd({ printed, error, line, grade, check }, checks) {
    this.output.hidden = !printed;
    this.printed.textContent = printed;
    if (error) return this.showError(messageText(error), line);
    if (grade) {
      setChildren(this.report, gradeReport(grade));
      const first = grade.boards.find((board) => board.line !== null)?.line;
      if (first) this.editor.showError(first);
    } else if (check) setChildren(this.report, heuristicReport(check));
    else this.results.finish();
    if (matchMedia("(max-width: 900px)").matches) this.outcome.scrollIntoView({ block: "start" });
    return setChildren(this.status, checks ? t("Checked.") : t("Done."));
  }

  /** @param {string} words @param {number | null} line */
  showError(words, line) {
    this.results.finish();
    const text = asSentence(words);
    if (line === null) return setChildren(this.status, h("span.warn", text));
    this.editor.showError(line);
    return setChildren(
      this.status,
      h("b.warn", t("Line {line}: {error}", { line, error: text })),
      " ",
      button(t("Go to the line"), { class: "slim", onclick: () => this.editor.goTo(line) }),
    );
  }

  /** @param {unknown} error @param {boolean} isLate */
  showFailure(error, isLate) {
    this.results.finish();
    const late = plural(
      this.seconds,
      "It was stopped after {n} second. Does a loop never end?",
      "It was stopped after {n} seconds. Does a loop never end?",
    );
    const words = isLate ? late : isAbort(error) ? t("Stopped.") : errorText(error);
    setChildren(this.status, h("span.warn", words));
  }
}

/** A list of all shipped levels. @param {string} id @param {string} name @param {(id: string) => void} go */
function levelPicker(id, name, go) {
  const pick = select({ class: "inline-select" }, [[id, name]], id, go);
  const fill = async (/** @type {ReturnType<typeof families>[number]} */ family) => {
    const answer = await levels(family.name);
    const others = answer.levels.filter((level) => level.id !== id);
    const options = others.map(({ id: value, title, index }) =>
      h("option", { value }, title ?? t("Level {n}", { n: index + 1 })),
    );
    pick.append(h("optgroup", { label: messageText(family.title) }, options));
  };
  for (const family of families().filter((each) => each.levels)) fill(family).catch(() => {});
  return pick;
}
