// The Play view: the board, the counters and the moves so far.

/** @import { App, Family, Metric, ViewOptions, Playlist, View } from "../types" */
/** @import { RatingCard } from "../rating/card.js" */
/** @import { Game } from "../game/game.js" */

import { chip } from "../board/piece.js";
import { createGame, currentPosition } from "../game/create_game.js";
import { followTabs } from "../game/tab_sync.js";
import { findFamily, formatAmount, homePath } from "../state/families.js";
import { generatedLevel, generatePath } from "../state/generated_levels.js";
import { findPlaylist, levelNumber } from "../state/playlist.js";
import { countSolved } from "../state/shelves.js";
import { bestResult } from "../state/store.js";
import { actionLink, button, iconButton, repeatWhileHeld, setLabel } from "../ui/controls.js";
import { difficultyBadge } from "../ui/difficulty.js";
import { h, icon, setChildren } from "../ui/dom.js";
import { messageText, t } from "../ui/i18n.js";
import { isLocal, isTouchOnly, loadStyle } from "../ui/theme.js";

const MAX_LISTED = 200;

/** @param {HTMLElement} view @param {ViewOptions} opening @returns {Promise<View>} */
export async function playView(view, { id, position, app, isCurrent }) {
  const family = findFamily(position.family);
  /** @type {Awaited<ReturnType<typeof import("../game/play_recorder.js").recordGame>>} */
  let recording = null;
  const [{ RatingCard }, game] = await Promise.all([
    import("../rating/card.js"),
    createGame(family, {
      onchange: () => {
        if (!game.position) return;
        update(game, parts);
        recording?.update();
      },
      onprogress: (progress) => parts.card.wait(progress),
      next: (next) => app.next(next, currentPosition(game)),
      edit: (now) => app.go(`/draw/${now}`),
    }),
    loadStyle("rating"),
  ]);
  const goals = position.goal || position.scene.goal ? await import("./goal_panel.js") : null;
  const card = new RatingCard(family, {
    more: () => app.rating(game.start, game.solution),
    stop: () => game.backgroundSearch.abort(),
    again: () => game.searchInBackground(),
  });
  const parts = createParts(game, family, card, goals?.showGoal);
  layOut(game, parts, app);
  const leaveTabs = followTabs(game, id);
  await game.open(id, position);
  if (!isCurrent()) leaveTabs();
  if (!isCurrent()) return gameView(game, app);
  if (game.start !== id && location.pathname === `/play/${id}`)
    history.replaceState(null, "", `/play/${game.start}`); // the game that this position belongs to
  update(game, parts);
  setChildren(view, parts.main);
  findPlaylist(game.start, family).then((row) => {
    parts.row = row;
    showPlaylist(game, parts);
  });
  let isClosed = false;
  import("../game/play_recorder.js").then(async ({ recordGame }) => {
    const result = await recordGame(game);
    if (!isClosed) recording = result;
  });
  return {
    ...gameView(game, app),
    close: () => {
      isClosed = true;
      leaveTabs();
      recording?.end();
      recording = null;
      game.close();
    },
  };
}

/**
 * Shows the playlist of the level, with links to the previous and next one.
 * @param {Game} game @param {ReturnType<typeof createParts>} parts
 */
function showPlaylist(game, parts) {
  const { row, crumb } = parts;
  parts.solved = Boolean(bestResult(game.start));
  if (!row) return;
  const { levels, name, path } = row;
  const at = levels.findIndex((level) => level.id === game.start);
  const all = row.all ?? levels.length;
  const neighbourLink = (/** @type {number} */ way) => {
    let to = at + way;
    while (levels[to] && !levels[to].id) to += way;
    const n = levelNumber(row, to);
    const label = way < 0 ? t("Previous level, {n}", { n }) : t("Next level, {n}", { n });
    const href = { href: `/play/${levels[to]?.id}`, "aria-label": label, title: label };
    return levels[to] && h("a.btn.bare.icon.beside", href, icon(way < 0 ? "left" : "right"));
  };
  setChildren(
    crumb,
    h("a.small.dim", { href: path }, t("{name}, {n} of {all}", { name, n: levelNumber(row, at), all })),
    neighbourLink(-1),
    neighbourLink(1),
    all === levels.length &&
      h("span.small.dim.desk", t("{n} of {all} solved", { n: countSolved(levels), all })),
  );
  crumb.classList.remove("desk");
}

/** The view of a game. @param {Game} game @param {App} app @returns {View} */
const gameView = (game, app) => ({
  currentPosition: () => currentPosition(game),
  next: () => app.next(game.next, currentPosition(game)),
  key: (event) => game.key(event),
  close: () => game.close(),
});

/**
 * The elements that change during a game.
 * @param {Game} game @param {Family} family @param {RatingCard} card
 * @param {typeof import("./goal_panel.js").showGoal} [showGoal]
 */
function createParts(game, family, card, showGoal) {
  return {
    card,
    showGoal,
    main: h("div.play", { "data-motion": family.motion, "data-ground": family.ground }),
    title: h("h1"),
    crumb: h("div.row.crumb.desk", h("a.small.dim", { href: homePath(family) }, messageText(family.title))),
    solved: false,
    row: /** @type {Playlist | null} */ (null),
    rating: h("div"),
    undo: repeatWhileHeld(iconButton(t("Undo"), { title: t("Undo (Z)") }, "undo"), () => game.undo()),
    redo: repeatWhileHeld(iconButton(t("Redo"), { title: t("Redo (Y)") }, "redo"), () => game.redo()),
    again: iconButton(
      t("Start again"),
      { title: t("Start again (R)"), onclick: () => game.restart() },
      "again",
    ),
    mainButton: h("button.btn.go.push", { id: "main-button", onclick: () => game.mainButton().act() }),
    counts: h("div.counts"),
    goal: h("div.row.goalrow", { hidden: true }),
    seed: h("span", { hidden: true }),
    log: h("ol.log", { tabindex: "0", "aria-label": t("Your moves") }),
    logged: h("div.stack.tight.wide"),
  };
}

/** @param {Game} game @param {ReturnType<typeof createParts>} parts @param {App} app */
function layOut(game, parts, app) {
  const family = game.family;
  setChildren(parts.logged, h("h2.small.dim.desk", t("Your moves")), parts.log);
  const links = [
    actionLink(t("Watch the solution"), "/watch", () => app.go(`/watch/${game.entry.id}`)),
    family.editor && actionLink(t("Edit a copy"), "/draw", () => app.go(`/draw/${game.entry.id}`)),
    actionLink(t("Copy link"), "#share", () => copyLink(game, app)),
    parts.seed,
  ];
  setChildren(
    parts.main,
    h("div.head", h("div.stack.tight", parts.crumb, parts.title), parts.rating),
    h("div.mid", game.boardElement, game.below),
    h(
      "div.side.stack",
      h("div.dock.row", parts.undo, parts.redo, parts.again, parts.mainButton),
      game.extraRow(),
      parts.counts,
      parts.goal,
      parts.card.el,
      parts.logged,
      h("div.links.small", links),
      h("p.small.dim.desk", messageText(isTouchOnly() ? family.words.phone : family.words.play)),
    ),
  );
}

/** @param {Game} game @param {App} app */
async function copyLink(game, app) {
  try {
    await navigator.clipboard.writeText(`${location.origin}/play/${game.entry.id}`);
    const extra = button(t("Id and text"), { class: "slim push", onclick: () => app.share() });
    if (isLocal()) game.setStatus(t("The link is copied."), t("Only this computer can open it."), { extra });
    else game.setStatus(t("The link is copied."), t("It opens this position."));
  } catch {
    await app.share();
  }
}

/** @param {Game} game @param {ReturnType<typeof createParts>} parts */
function update(game, parts) {
  const { history, best, family } = game;
  parts.title.textContent = game.title;
  if (parts.solved !== Boolean(bestResult(game.start))) showPlaylist(game, parts);
  document.title = `${game.title} · unjam`;
  const fewest = best === null ? "" : formatAmount(family, game.metric, best);
  setChildren(parts.rating, difficultyBadge(game.solution?.level ?? null, fewest));
  parts.card.show(game.solution);
  parts.undo.toggleAttribute("disabled", !game.canUndo);
  parts.redo.toggleAttribute("disabled", !history.canRedo);
  parts.again.toggleAttribute("disabled", !game.canUndo);
  const { label, icon: name } = game.mainButton();
  if (parts.mainButton.textContent !== label) setLabel(parts.mainButton, name, label);
  setChildren(parts.counts, game.counts() ?? family.counts.map((name) => counter(game, name)));
  listMoves(game, parts);
  parts.showGoal?.(game, parts.goal);
  showSeedLink(game, parts.seed);
  game.board.fit(parts.main);
}

/** @param {Game} game @param {ReturnType<typeof createParts>} parts */
function listMoves(game, { log, logged }) {
  const moves = game.history.playedEntries.flatMap(({ piece, arrow }) =>
    piece && arrow ? [{ piece, arrow }] : [],
  );
  logged.hidden = !game.family.logged || !moves.length;
  setChildren(
    log,
    moves.slice(-MAX_LISTED).map(({ piece, arrow }) => h("li", chip(piece), h("span.num.small", arrow))),
  );
  log.scrollTop = log.scrollHeight;
}

/** The cost so far in one metric, and the minimum. @param {Game} game @param {string} name */
function counter(game, name) {
  const { best, family } = game;
  const metric = /** @type {Metric} */ (family.metrics.find((each) => each.name === name));
  const possible = name === game.metric && best !== null && [h("br"), t("best possible {n}", { n: best })];
  const paid = h("span.count.num", { id: `count-${name}` }, game.history.cost(name));
  return h("span", paid, h("span.dim.small", messageText(metric.label), possible));
}

/** Shows the link that generates this level again. @param {Game} game @param {HTMLElement} el */
function showSeedLink(game, el) {
  const level = generatedLevel(game.start);
  if (!level || level.date || !el.hidden) return;
  const path = generatePath(level);
  const link = location.origin + path;
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => game.setStatus(t("The link is copied."), t("It generates this level again, for anyone.")),
      () => game.setStatus(link),
    );
  setChildren(el, actionLink(t("Link to this seed"), path, copy));
  el.hidden = false;
}
