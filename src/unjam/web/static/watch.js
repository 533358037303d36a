// Watch: the best solution, move by move, at your own pace.

import * as api from "./api.js";
import { Board, called, chip, makePiece } from "./board.js";
import { button, count, difficulty, h, icon, NAMES, plural, put, setVars, t } from "./dom.js";
import { inMetric } from "./play.js";
import { titleOf } from "./store.js";
import { wayName } from "./table.js";

const SPEEDS = [0.5, 1, 3];
const STEP = 500;

/** @param {HTMLElement} view @param {{id: string, body: any, app: any}} options */
export async function watchView(view, { id, body, app }) {
  const family = body.family;
  const name = body.title ?? titleOf(id) ?? t("Untitled level");
  const board = new Board({ still: true });
  board.el.classList.add("glide");
  const title = h("h1", {}, t("Searching"));
  const rating = h("div", {}, difficulty(null));
  const note = h("p", { class: "dim", role: "status" });
  const list = h("ol", { class: "moves", tabindex: "0", "aria-label": t("All moves") });
  const proof = h("p", { class: "small dim" });
  const score = h("div", { class: "score", role: "slider", tabindex: "0", "aria-label": t("Move"), "aria-valuemin": "0" });
  const go = h("button", { type: "button", class: "btn go", id: "filled" });
  const tray = family === "packing" ? h("div", { class: "tray under", "aria-hidden": "true" }) : null;
  const act = new AbortController();

  /** @type {any} */
  let found = null;
  /** @type {any[]} */
  let scenes = [];
  let at = 0;
  let playing = false;
  let speed = 1;
  let timer = 0;

  const seg = h("div", { class: "seg push", role: "group", "aria-label": t("Speed") }, SPEEDS.map((v) => h("button", { type: "button", "aria-pressed": String(v === 1), "data-speed": v, onclick: () => pace(v) }, v === 0.5 ? "½×" : `${v}×`)));
  const back = button(t("One move back"), { title: t("One move back (←)"), onclick: () => step(at - 1) }, "left", true);
  const on = button(t("One move on"), { title: t("One move on (→)"), onclick: () => step(at + 1) }, "right", true);
  const main = h("div", { class: `play watch ${{ sokoban: "sok", packing: "flatpack", tiles: "tiles1", blocks: "klo" }[/** @type {"tiles"} */ (family)] ?? ""}` },
    h("div", { class: "head" }, h("div", { class: "stack tight" }, h("a", { class: "small dim desk", href: `/play/${id}`, "data-link": true }, `${t(NAMES[/** @type {"tiles"} */ (family)])} · ${name}`), title), rating),
    h("div", { class: "mid" }, board.el, h("div", { class: "deck" }, score, h("div", { class: "dock row" },
      button(t("To the start"), { class: "bare desk", title: t("To the start (Home)"), onclick: () => step(0) }, "first", true), back, go, on,
      button(t("To the end"), { class: "bare desk", title: t("To the end (End)"), onclick: () => step(scenes.length - 1) }, "last", true), seg))),
    h("div", { class: "side stack" }, note, tray, list, h("div", { class: "links small" },
      h("a", { href: `/play/${id}`, id: "play-from-here", onclick: (/** @type {Event} */ e) => { e.preventDefault(); app.go(`/play/${now().id}`); } }, t("Play from here")),
      h("a", { href: "#share", onclick: (/** @type {Event} */ e) => { e.preventDefault(); app.share(); } }, t("Share"))), proof),
  );
  put(view, main);
  board.show(body.scene);
  board.size(main);
  document.title = `${t("Watch")} ${name} · unjam`;

  const now = () => ({ id: at ? found.steps[at - 1].id : id });

  function button_() {
    if (!found) {
      put(go, icon("stop"), t("Stop"));
      return;
    }
    const over = at >= scenes.length - 1;
    put(go, icon(playing ? "pause" : over ? "again" : "play"), playing ? t("Pause") : over ? t("Again") : t("Play"));
  }

  /** @param {number} v */
  function pace(v) {
    speed = v;
    for (const b of seg.querySelectorAll("button")) b.setAttribute("aria-pressed", String(Number(b.dataset.speed) === v));
    setVars(board.el, { speed: v });
    if (playing) play();
  }

  function play() {
    clearInterval(timer);
    playing = true;
    timer = window.setInterval(() => {
      if (at >= scenes.length - 1) return pause();
      return show(at + 1);
    }, STEP / speed);
    button_();
  }

  function pause() {
    clearInterval(timer);
    playing = false;
    button_();
  }

  const toggle = () => {
    if (!found) {
      act.abort();
      return;
    }
    if (playing) pause();
    else {
      if (at >= scenes.length - 1) show(0);
      play();
    }
  };
  go.addEventListener("click", toggle);

  /** @param {number} to */
  function step(to) {
    if (!found) return;
    pause();
    show(Math.max(0, Math.min(scenes.length - 1, to)));
  }

  /** @param {number} i @returns {string} what move i (from 1) does, in few words */
  const words = (i) => found.words[i - 1];

  /** @param {number} i */
  const brief = (i) => {
    const { now: piece, was } = movedPiece(scenes[i - 1], scenes[i]);
    const straight = piece && was && piece.label && (piece.cells[0][0] === was.cells[0][0] || piece.cells[0][1] === was.cells[0][1]);
    return straight ? `${called(piece, family)} ${direction(was, piece)}` : words(i);
  };

  /** @param {number} to */
  function show(to) {
    at = to;
    const scene = scenes[at];
    board.unmark();
    board.show(scene);
    board.el.classList.toggle("lit", at === scenes.length - 1 && found.status === "solved");
    if (at) {
      const before = scenes[at - 1];
      const moved = movedPiece(before, scene);
      if (moved.was && moved.now) board.ghost(moved.was.cells, wayName(moved.now.cells[0][0] - moved.was.cells[0][0], moved.now.cells[0][1] - moved.was.cells[0][1]), "was");
    }
    if (tray) put(tray, scene.waiting.map((/** @type {any} */ p) => makePiece(p, true)));
    const all = scenes.length - 1;
    title.textContent = at ? brief(at) : name;
    put(note, t("Move {at} of {all}.", { at, all }), " ", at < all ? t("Next: {words}.", { words: lower(brief(at + 1)) }) : t("Done."));
    score.setAttribute("aria-valuenow", String(at));
    score.setAttribute("aria-valuetext", at ? t("Move {at} of {all}, {words}", { at, all, words: words(at) }) : t("The start"));
    [...score.children].forEach((bar, i) => {
      bar.classList.toggle("done", i < at);
      bar.classList.toggle("now", i === Math.ceil((at / all) * score.children.length) - 1 && at > 0);
    });
    const old = list.querySelector("[aria-current]");
    old?.removeAttribute("aria-current");
    const item = list.querySelector(`[data-step="${at}"]`);
    item?.setAttribute("aria-current", "step");
    if (item instanceof HTMLElement) list.scrollTop = item.offsetTop - list.offsetTop - list.clientHeight / 2;
    board.el.setAttribute("aria-label", at ? t("Position after move {at} of {all}: {words}", { at, all, words: words(at) }) : board.summary(scene));
    button_();
  }

  function timeline() {
    const all = found.moves.length;
    const bars = Math.min(all, 120);
    setVars(score, { n: bars });
    score.setAttribute("aria-valuemax", String(all));
    put(score, Array.from({ length: bars }, (_, i) => {
      const k = Math.floor((i * all) / bars);
      const { now: piece, was } = movedPiece(scenes[k], scenes[k + 1]);
      const far = was && piece ? Math.abs(piece.cells[0][0] - was.cells[0][0]) + Math.abs(piece.cells[0][1] - was.cells[0][1]) : 1;
      return h("i", { class: `pc ${piece?.style === "target" ? "target" : piece?.style === "big" ? "big" : ""}`, vars: { h: piece?.hue ?? 155, t: piece?.tone ?? 0, n: far } });
    }));
    const aim = (/** @type {PointerEvent} */ e) => {
      const area = score.getBoundingClientRect();
      step(Math.round(((e.clientX - area.left) / area.width) * all));
    };
    score.addEventListener("pointerdown", (e) => {
      score.setPointerCapture(e.pointerId);
      aim(e);
    });
    score.addEventListener("pointermove", (e) => e.buttons && aim(e));
    list.classList.toggle("one", family === "packing" || family === "blocks");
    put(list, found.words.slice(0, 600).map((/** @type {string} */ said, /** @type {number} */ i) => {
      const { now: piece, was } = movedPiece(scenes[i], scenes[i + 1]);
      const label = piece && piece.kind !== "box" && piece.kind !== "player" ? chip(piece) : null;
      const short = label && was && family !== "blocks" ? direction(was, piece) : said;
      return h("li", {}, h("button", { type: "button", "data-step": i + 1, title: said, onclick: () => step(i + 1) }, h("span", { class: "num dim small" }, i + 1), label, h("span", {}, short)));
    }));
  }

  /** @param {any} error */
  function failed(error) {
    title.textContent = act.signal.aborted ? t("Stopped") : t("No solution to watch");
    put(note, act.signal.aborted ? t("The search was called off.") : (error?.message ?? ""));
    put(go, icon("edit"), t("Edit a copy"));
    go.replaceWith(h("a", { class: "btn go", href: `/draw/${id}`, "data-link": true }, icon("edit"), t("Edit a copy")));
  }

  button_();
  const look = async () => {
    const sky = (/** @type {any} */ p) => put(note, h("b", {}, t("Searching,")), ` ${plural(p.expanded, "{n} position so far.", "{n} positions so far.")} ${p.bound ? plural(p.bound, "At least {n} move.", "At least {n} moves.") : ""}`);
    try {
      const answer = await api.solve(id, { signal: act.signal, onprogress: sky, onplace: (n) => put(note, plural(n, "Waiting for a free core; {n} in line.", "Waiting for a free core; {n} in line.")) });
      if (answer.status !== "solved" && !answer.moves.length) {
        found = null;
        title.textContent = answer.status === "unsolvable" ? t("No way out") : t("Gave up");
        put(note, answer.status === "unsolvable" ? t("All {n} positions tried.", { n: count(answer.expanded) }) : t("Stopped after {n} positions. Not proved either way.", { n: count(answer.expanded) }));
        go.replaceWith(h("a", { class: "btn go", href: `/draw/${id}`, "data-link": true }, icon("edit"), t("Edit a copy")));
        return;
      }
      found = answer;
    } catch (error) {
      return failed(error);
    }
    scenes = unfold(found);
    put(rating, difficulty(found.level, inMetric(found.metric, found.cost)));
    put(proof, found.optimal ? `${t("No shorter way exists.")} ${plural(found.expanded, "The search looked at {n} position.", "The search looked at {n} positions.")} ` : t("A way out; whether a shorter one exists is not proved. "), h("a", { href: `/lab/${id}`, "data-link": true }, t("See the search")));
    if (!found.moves.length) {
      title.textContent = t("Solved already");
      put(note, t("There is nothing left to do."));
      return;
    }
    timeline();
    show(0);
    play();
  };
  look();

  return {
    table: { get now() { return found ? now() : { id }; }, start: id, family },
    id,
    key: (/** @type {KeyboardEvent} */ event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return false;
      const on = document.activeElement;
      if ((event.key === " " || event.key === "Enter") && (on instanceof HTMLButtonElement || on instanceof HTMLAnchorElement) && on !== go) return false;
      const keys = { " ": toggle, r: () => { show(0); play(); }, ArrowRight: () => step(at + 1), ArrowLeft: () => step(at - 1), Home: () => step(0), End: () => step(scenes.length - 1), 1: () => pace(0.5), 2: () => pace(1), 3: () => pace(3) };
      const act_ = keys[/** @type {"r"} */ (event.key.length === 1 ? event.key.toLowerCase() : event.key)];
      if (!act_ || !found) return false;
      act_();
      return true;
    },
    close: () => {
      act.abort();
      clearInterval(timer);
    },
  };
}

/** Every scene of a replay, from the first and what changes with each step. @param {any} found */
export function unfold(found) {
  const scenes = [found.scene];
  const waiting = new Map(found.scene.waiting.map((/** @type {any} */ p) => [p.id, p]));
  for (const step of found.steps) {
    const last = scenes[scenes.length - 1];
    const fresh = new Map(step.now.map((/** @type {any} */ p) => [p.id, p]));
    const kept = last.pieces.filter((/** @type {any} */ p) => !step.gone.includes(p.id)).map((/** @type {any} */ p) => fresh.get(p.id) ?? p);
    const had = new Set(kept.map((/** @type {any} */ p) => p.id));
    scenes.push({ ...last, pieces: [...kept, ...step.now.filter((/** @type {any} */ p) => !had.has(p.id))], waiting: step.waiting ? step.waiting.map((/** @type {string} */ id) => waiting.get(id)) : [] });
  }
  return scenes;
}

/** @param {any} before @param {any} after */
function movedPiece(before, after) {
  const was = new Map(before.pieces.map((/** @type {any} */ p) => [p.id, p]));
  const now = after.pieces.find((/** @type {any} */ p) => p.kind !== "player" && was.has(p.id) && String(was.get(p.id).cells) !== String(p.cells)) ?? after.pieces.find((/** @type {any} */ p) => !was.has(p.id) && p.kind === "slab") ?? after.pieces.find((/** @type {any} */ p) => was.has(p.id) && String(was.get(p.id).cells) !== String(p.cells));
  return { now, was: now && was.get(now.id) };
}

/** @param {any} was @param {any} now */
function direction(was, now) {
  const [dr, dc] = [now.cells[0][0] - was.cells[0][0], now.cells[0][1] - was.cells[0][1]];
  return t(`${wayName(dr, dc)} {n}`, { n: Math.abs(dr) + Math.abs(dc) });
}

/** @param {string} text */
const lower = (text) => text[0].toLowerCase() + text.slice(1);

