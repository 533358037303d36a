// Play: the board, the numbers, the moves so far.

/** @import { App, Family, Metric, Opening, Place, View } from "../types" */
/** @import { Card } from "../rating/card.js" */
/** @import { Table } from "../game/game.js" */

import { chip } from "../board/piece.js";
import { hereOf, tableFor } from "../game/create_game.js";
import { followTabs } from "../game/tab_sync.js";
import { counted, family, homeOf } from "../state/families.js";
import { madeOf, madePath } from "../state/generated_levels.js";
import { numberOf, rowOf, solvedOf } from "../state/shelves.js";
import { bestOf } from "../state/store.js";
import { button, difficulty, doing, iconButton, relabel, repeats } from "../ui/controls.js";
import { h, icon, put } from "../ui/dom.js";
import { say, t } from "../ui/i18n.js";
import { isLocal, style, touched } from "../ui/theme.js";

const MOST_LISTED = 200;

/** @param {HTMLElement} view @param {Opening} opening @returns {Promise<View>} */
export async function playView(view, { id, body, app, wanted }) {
  const of = family(body.family);
  /** @type {Awaited<ReturnType<typeof import("../game/play_recorder.js").follow>>} */
  let watched = null;
  const [{ Card }, table] = await Promise.all([
    import("../rating/card.js"),
    tableFor(of, {
      onchange: () => {
        if (!table.body) return;
        update(table, parts);
        watched?.seen();
      },
      onprogress: (progress) => parts.card.wait(progress),
      next: (next) => app.next(next, hereOf(table)),
      edit: (now) => app.go(`/draw/${now}`),
    }),
    style("rating"),
  ]);
  const goals = body.goal || body.scene.goal ? await import("./goal_panel.js") : null;
  const card = new Card(of, {
    more: () => app.rating(table.start, table.found),
    stop: () => table.background.abort(),
    again: () => table.look(),
  });
  const parts = makeParts(table, of, card, goals?.showGoal);
  lay(table, parts, app);
  const leaveTabs = followTabs(table, id);
  await table.open(id, body);
  if (!wanted()) leaveTabs();
  if (!wanted()) return tableView(table, app);
  if (table.start !== id && location.pathname === `/play/${id}`)
    history.replaceState(null, "", `/play/${table.start}`); // of the game that came to this position
  update(table, parts);
  put(view, parts.main);
  rowOf(table.start, of).then((row) => {
    parts.row = row;
    showRow(table, parts);
  });
  let gone = false;
  import("../game/play_recorder.js").then(async ({ follow }) => {
    const made = await follow(table);
    if (!gone) watched = made;
  });
  return {
    ...tableView(table, app),
    close: () => {
      gone = true;
      leaveTabs();
      watched?.left();
      watched = null;
      table.close();
    },
  };
}

/**
 * The row that the level stands in, with those before and after it.
 * @param {Table} table @param {ReturnType<typeof makeParts>} parts
 */
function showRow(table, parts) {
  const { row, crumb } = parts;
  parts.solved = Boolean(bestOf(table.start));
  if (!row) return;
  const { levels, name, path } = row;
  const at = levels.findIndex((level) => level.id === table.start);
  const all = row.all ?? levels.length;
  const beside = (/** @type {number} */ way) => {
    let to = at + way;
    while (levels[to] && !levels[to].id) to += way;
    const n = numberOf(row, to);
    const label = way < 0 ? t("Previous level, {n}", { n }) : t("Next level, {n}", { n });
    const href = { href: `/play/${levels[to]?.id}`, "aria-label": label, title: label };
    return levels[to] && h("a.btn.bare.icon.beside", href, icon(way < 0 ? "left" : "right"));
  };
  put(
    crumb,
    h("a.small.dim", { href: path }, t("{name}, {n} of {all}", { name, n: numberOf(row, at), all })),
    beside(-1),
    beside(1),
    all === levels.length && h("span.small.dim.desk", t("{n} of {all} solved", { n: solvedOf(levels), all })),
  );
  crumb.classList.remove("desk");
}

/** What stands at an address with a table on it. @param {Table} table @param {App} app @returns {View} */
export const tableView = (table, app) => ({
  here: () => hereOf(table),
  next: () => app.next(table.next, hereOf(table)),
  key: (event) => table.key(event),
  close: () => table.close(),
});

/**
 * The elements that change while one plays.
 * @param {Table} table @param {Family} of @param {Card} card
 * @param {typeof import("./goal_panel.js").showGoal} [showGoal]
 */
function makeParts(table, of, card, showGoal) {
  return {
    card,
    showGoal,
    main: h("div.play", { "data-motion": of.motion, "data-ground": of.ground }),
    title: h("h1"),
    crumb: h("div.row.crumb.desk", h("a.small.dim", { href: homeOf(of) }, say(of.title))),
    solved: false,
    row: /** @type {Place | null} */ (null),
    rating: h("div"),
    undo: repeats(iconButton(t("Undo"), { title: t("Undo (Z)") }, "undo"), () => table.undo()),
    redo: repeats(iconButton(t("Redo"), { title: t("Redo (Y)") }, "redo"), () => table.redo()),
    again: iconButton(
      t("Start again"),
      { title: t("Start again (R)"), onclick: () => table.restart() },
      "again",
    ),
    filled: h("button.btn.go.push", { id: "filled", onclick: () => table.filled().act() }),
    counts: h("div.counts"),
    goal: h("div.row.goalrow", { hidden: true }),
    seed: h("span", { hidden: true }),
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
    doing(t("Copy link"), "#share", () => copyLink(table, app)),
    parts.seed,
  ];
  put(
    parts.main,
    h("div.head", h("div.stack.tight", parts.crumb, parts.title), parts.rating),
    h("div.mid", table.place, table.below),
    h(
      "div.side.stack",
      h("div.dock.row", parts.undo, table.tools() ?? parts.redo, parts.again, parts.filled),
      table.extra(),
      parts.counts,
      parts.goal,
      parts.card.el,
      parts.logged,
      h("div.links.small", links),
      h("p.small.dim.desk", say(touched() ? of.words.phone : of.words.play)),
    ),
  );
}

/** @param {Table} table @param {App} app */
async function copyLink(table, app) {
  try {
    await navigator.clipboard.writeText(`${location.origin}/play/${table.now.id}`);
    const extra = button(t("Id and text"), { class: "slim push", onclick: () => app.share() });
    if (isLocal()) table.tellLine(t("The link is copied."), t("Only this computer can open it."), { extra });
    else table.tellLine(t("The link is copied."), t("It opens this very position."));
  } catch {
    await app.share();
  }
}

/** @param {Table} table @param {ReturnType<typeof makeParts>} parts */
function update(table, parts) {
  const { history, best, family: of } = table;
  parts.title.textContent = table.title;
  if (parts.solved !== Boolean(bestOf(table.start))) showRow(table, parts);
  document.title = `${table.title} · unjam`;
  const fewest = best === null ? "" : counted(of, table.metric, best);
  put(parts.rating, difficulty(table.found?.level ?? null, fewest));
  parts.card.show(table.found);
  parts.undo.toggleAttribute("disabled", !table.canUndo);
  parts.redo.toggleAttribute("disabled", !history.canRedo);
  parts.again.toggleAttribute("disabled", !table.canRestart);
  const { label, icon: name } = table.filled();
  if (parts.filled.textContent !== label) relabel(parts.filled, name, label);
  put(parts.counts, table.counts() ?? of.counts.map((name) => counter(table, name)));
  listMoves(table, parts);
  parts.showGoal?.(table, parts.goal);
  showSeed(table, parts.seed);
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

/** The link that makes a level anew, where it was made. @param {Table} table @param {HTMLElement} el */
function showSeed(table, el) {
  const note = madeOf(table.start);
  if (!note || note.date || !el.hidden) return;
  const path = madePath(note);
  const link = location.origin + path;
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => table.tellLine(t("The link is copied."), t("It makes this level anew, for anybody.")),
      () => table.tellLine(link),
    );
  put(el, doing(t("Link to this seed"), path, copy));
  el.hidden = false;
}
