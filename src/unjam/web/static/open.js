// Open: paste, choose or drop a file; a collection is a list in the order of the file.

import * as api from "./api.js";
import { mini } from "./board.js";
import { button, difficulty, doing, h, plural, put, seg, t, why } from "./dom.js";
import { openFile } from "./app.js";
import { recall } from "./store.js";

/** @param {HTMLElement} view @param {{app: any}} options */
export async function openView(view, { app }) {
  document.title = `${t("Open")} · unjam`;
  const kept = recall("opened");
  let opened = app.opened;
  if (!opened) {
    const given = await api.given().catch(() => ({ levels: [] }));
    if (given.levels.length === 1 && given.levels[0].id) return app.go(`/play/${given.levels[0].id}`, true);
    if (given.levels.length) opened = { name: t("Your file"), ...given };
  }
  if (!opened && kept?.text)
    opened = { ...kept, ...(await api.read(kept.text).catch(() => ({ levels: [] }))) };
  const field = /** @type {HTMLTextAreaElement} */ (
    h("textarea", {
      "aria-label": t("Level text"),
      placeholder: t("Paste a level or a whole file here: any format of any family."),
      spellcheck: "false",
    })
  );
  const said = h("p.warn", { role: "status" });
  const input = /** @type {HTMLInputElement} */ (
    h("input", { type: "file", hidden: true, "aria-label": t("Choose a file") })
  );
  input.addEventListener("change", () => input.files?.[0] && openFile(input.files[0]));
  const read = async () => {
    said.textContent = "";
    if (!field.value.trim()) {
      said.textContent = t("Paste a text first.");
      return;
    }
    try {
      await app.openText(field.value, t("Pasted text"));
    } catch (error) {
      said.textContent = why(error);
    }
  };
  const list = opened?.levels?.length ? collection(opened, app) : null;
  put(
    view,
    h(
      "div.list",
      list,
      h(
        "div.paste",
        h(list ? "h2" : "h1", {}, t("Open a level")),
        list
          ? null
          : h(
              "p.dim",
              t("No levels of yours yet. Draw one, paste a text, or drop a file anywhere on this page."),
            ),
        field,
        said,
        h(
          "div.row",
          button(t("Open it"), { class: "go", onclick: read }, "right"),
          button(t("Choose a file"), { onclick: () => input.click() }),
          input,
          h("a.btn.bare", { href: "/draw" }, t("Draw one")),
        ),
      ),
    ),
  );
  return { close() {} };
}

/** @param {any} opened @param {any} app */
function collection(opened, app) {
  const done = recall("solved", {});
  const readable = opened.levels.filter((/** @type {any} */ l) => l.id);
  const solved = readable.filter((/** @type {any} */ l) => l.id in done).length;
  const bad = opened.levels.length - readable.length;
  const parts = [
    plural(opened.levels.length + (opened.left_out ?? 0), "{n} level", "{n} levels"),
    t("{n} solved", { n: solved }),
  ];
  if (bad) parts.push(t("{n} not readable", { n: bad }));
  if (opened.left_out) parts.push(t("the first {n} shown", { n: opened.levels.length }));
  const rows = new Map();
  const list = h("ol.lvls");
  const draw = (/** @type {any[]} */ levels) =>
    put(
      list,
      levels.map((l) => rows.get(l)),
    );
  for (const level of opened.levels) rows.set(level, row(level, opened, app, done));
  draw(opened.levels);
  const order = seg(
    t("Order"),
    [
      ["file", t("File order")],
      ["cost", t("Easiest first")],
    ],
    "file",
    (by) =>
      draw(
        by === "file" ? opened.levels : [...opened.levels].sort((a, b) => (a.cost ?? 1e9) - (b.cost ?? 1e9)),
      ),
    ".push",
  );
  return h(
    "section",
    h("div.row", h("div", h("h1", opened.name), h("p.small.dim", `${parts.join(", ")}.`)), order),
    list,
  );
}

/** @param {any} level @param {any} opened @param {any} app @param {any} done */
function row(level, opened, app, done) {
  const name = level.title || t("Level {n}", { n: level.index + 1 });
  if (!level.id) {
    const at = level.error.line ?? level.line;
    const fix = doing(t("Fix in Draw"), "/draw", () => {
      app.fix = { text: slice(opened.text ?? "", level, opened.levels), family: opened.family };
      app.go("/draw");
    });
    return h(
      "li",
      h(
        "div.at",
        h(
          "span.th",
          mini({ family: "", rows: 6, cols: 6, floor: [], pieces: [], waiting: [], exit: null, goal: null }),
        ),
        h("span.nm", h("b.warn", `${name}, ${t("line")} ${at}`), h("small", level.error.error)),
        h("span"),
        h("span.st", fix),
      ),
    );
  }
  const note = h("small", t("not rated yet"));
  const rating = h("span", difficulty(null));
  const look = async () => {
    try {
      const found = await api.solve(level.id, { seconds: 5 });
      level.cost = found.cost ?? undefined;
      note.textContent =
        found.status === "unsolvable"
          ? t("no way out")
          : found.optimal
            ? `${plural(found.cost, "{n} move", "{n} moves")}, ${plural(found.expanded, "{n} position", "{n} positions")}`
            : t("not proved in five seconds");
      put(rating, difficulty(found.level));
    } catch {
      note.textContent = t("not rated");
    }
  };
  if (level.index < 60) queue.push(look);
  start();
  return h(
    "li",
    h(
      "a",
      { href: `/play/${level.id}` },
      h("span.th", level.scene ? mini(level.scene) : null),
      h("span.nm", h("b", name), note),
      rating,
      h("span.st.dim", level.id in done ? `✓ ${done[level.id]}` : t("not played")),
    ),
  );
}

/** The lines of the text from this level to the next. @param {string} text @param {any} level @param {any[]} levels */
function slice(text, level, levels) {
  const lines = text.split(/\r?\n/);
  const next = levels.find((l) => l.line > level.line);
  return lines
    .slice(Math.max(0, level.line - 1), next ? next.line - 1 : lines.length)
    .join("\n")
    .trimEnd();
}

/** @type {(() => Promise<void>)[]} */
const queue = [];
let busy = false;
async function start() {
  if (busy) return;
  busy = true;
  await new Promise((r) => setTimeout(r));
  while (queue.length && location.pathname === "/open") await queue.shift()?.();
  queue.length = 0;
  busy = false;
}
