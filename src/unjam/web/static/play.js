// Play: the board, the numbers, the moves so far.

/** @import { App, Family, Here, Metric, Opening, View } from "./types" */
/** @import { Table } from "./table/table.js" */

import { mini } from "./board/mini.js";
import { chip } from "./board/piece.js";
import { doing, iconButton, rated, relabel } from "./controls.js";
import { h, put } from "./dom.js";
import { counted, family, homeOf } from "./families.js";
import { tableFor } from "./table/tables.js";
import { say, t } from "./words.js";

const MOST_LISTED = 200;

/** @param {HTMLElement} view @param {Opening} opening @returns {Promise<View>} */
export async function playView(view, { id, body, app, wanted }) {
  const of = family(body.family);
  const table = await tableFor(of, {
    onchange: () => table.body && update(table, parts),
    next: (next) => app.next(next, hereOf(table)),
    edit: (now) => app.go(`/draw/${now}`),
  });
  const parts = makeParts(table, of);
  lay(table, parts, app);
  await table.open(id, body);
  if (!wanted()) return tableView(table, app);
  if (table.start !== id && location.pathname === `/play/${id}`)
    history.replaceState(null, "", `/play/${table.start}`); // of the game that came to this position
  update(table, parts);
  put(view, parts.main);
  return tableView(table, app);
}

/** What stands at an address with a table on it. @param {Table} table @param {App} app @returns {View} */
export const tableView = (table, app) => ({
  here: () => hereOf(table),
  next: () => app.next(table.next, hereOf(table)),
  key: (event) => table.key(event),
  close: () => table.close(),
});

/** @param {Table} table @returns {Here} */
export const hereOf = (table) => ({ id: table.now.id, start: table.start, family: table.family.name });

/** The elements that change while one plays. @param {Table} table @param {Family} of */
function makeParts(table, of) {
  return {
    main: h("div.play", { "data-motion": of.motion, "data-ground": of.ground }),
    title: h("h1"),
    rating: h("div"),
    undo: iconButton(t("Undo"), { title: t("Undo (Z)"), onclick: () => table.undo() }, "undo"),
    redo: iconButton(t("Redo"), { title: t("Redo (Y)"), onclick: () => table.redo() }, "redo"),
    again: iconButton(
      t("Start again"),
      { title: t("Start again (R)"), onclick: () => table.restart() },
      "again",
    ),
    filled: h("button.btn.go.push", { id: "filled", onclick: () => table.filled().act() }),
    counts: h("div.counts"),
    goal: h("div.row.goalrow", { hidden: true }),
    log: h("ol.log", { tabindex: "0", "aria-label": t("Your moves") }),
    logged: h("div.stack.tight.wide"),
  };
}

/** @param {Table} table @param {ReturnType<typeof makeParts>} parts @param {App} app */
function lay(table, parts, app) {
  const of = table.family;
  put(parts.logged, h("h2.small.dim.desk", t("Your moves")), parts.log);
  const links = [
    doing(t("Watch the solution"), "/watch", () => app.go(`/watch/${table.now.id}`)),
    of.editor && doing(t("Edit a copy"), "/draw", () => app.go(`/draw/${table.now.id}`)),
    doing(t("How hard is it"), "#rating", () => app.rating(table.start)),
    doing(t("Copy link"), "#share", () => copyLink(table, app)),
  ];
  put(
    parts.main,
    h(
      "div.head",
      h("div.stack.tight", h("a.small.dim.desk", { href: homeOf(of) }, say(of.title)), parts.title),
      parts.rating,
    ),
    h("div.mid", table.place, table.below),
    h(
      "div.side.stack",
      h("div.dock.row", parts.undo, table.tools() ?? parts.redo, parts.again, parts.filled),
      table.extra(),
      parts.counts,
      parts.goal,
      parts.logged,
      h("div.links.small", links),
      h("p.small.dim.desk", say(of.words.play)),
    ),
  );
}

/** @param {Table} table @param {App} app */
async function copyLink(table, app) {
  try {
    await navigator.clipboard.writeText(`${location.origin}/play/${table.now.id}`);
    table.tellLine(t("The link is copied."), t("It opens this very position."));
  } catch {
    await app.share();
  }
}

/** @param {Table} table @param {ReturnType<typeof makeParts>} parts */
function update(table, parts) {
  const { history, best, family: of } = table;
  parts.title.textContent = table.title;
  document.title = `${table.title} · unjam`;
  put(parts.rating, rated(table.found, best === null ? "" : counted(of, table.metric, best)));
  parts.undo.toggleAttribute("disabled", !table.canUndo);
  parts.redo.toggleAttribute("disabled", !history.canRedo);
  parts.again.toggleAttribute("disabled", !table.canRestart);
  const { label, icon } = table.filled();
  if (parts.filled.textContent !== label) relabel(parts.filled, icon, label);
  put(parts.counts, table.counts() ?? of.counts.map((name) => counter(table, name)));
  listMoves(table, parts);
  showGoal(table, parts.goal);
  table.board.size(parts.main);
}

/** @param {Table} table @param {ReturnType<typeof makeParts>} parts */
function listMoves(table, { log, logged }) {
  const moves = table.history.played.flatMap(({ piece, arrow }) =>
    piece && arrow ? [{ piece, arrow }] : [],
  );
  logged.hidden = !table.family.logged || !moves.length;
  put(
    log,
    moves.slice(-MOST_LISTED).map(({ piece, arrow }) => h("li", chip(piece), h("span.num.small", arrow))),
  );
  log.scrollTop = log.scrollHeight;
}

/** What was paid so far in one metric, and what is possible. @param {Table} table @param {string} name */
function counter(table, name) {
  const { best, family: of } = table;
  const metric = /** @type {Metric} */ (of.metrics.find((each) => each.name === name));
  const possible = name === table.metric && best !== null && [h("br"), t("best possible {n}", { n: best })];
  const paid = h("span.count.num", { id: `count-${name}` }, table.history.cost(name));
  return h("span", paid, h("span.dim.small", say(metric.label), possible));
}

/** The finished board, where the goal cannot be seen. @param {Table} table @param {HTMLElement} el */
function showGoal(table, el) {
  const { goal } = table.scene;
  if (!goal || !el.hidden) return;
  const { words } = table.family;
  const covered = goal.pieces.some((p) => p.cells.some((cell) => String(cell) === "0,0"));
  const label = say((covered && words.goal_full) || words.goal) || t("The goal");
  put(el, h("div.gp", mini(goal, { numbers: true, label })), h("p.small.dim", label));
  el.hidden = false;
}
