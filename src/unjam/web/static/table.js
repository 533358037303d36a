// A game at the table: the board, the history, the hint, and the line of words below. The server plays the moves.

import * as api from "./api.js";
import { Board, called, changed, chip } from "./board.js";
import { capital, h, heard, line, lower, plural, put, setVars, t, typing, verdict, why } from "./dom.js";
import { draggable, first } from "./drag.js";
import { box, far, same } from "./shapes.js";
import { recall, remember, solved, titleOf } from "./store.js";

export const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const PATIENCE = 20;

/** The side on which a cell lies, seen from another. @param {number[]} from @param {number[]} to */
export function wayName(from, to) {
  const [dr, dc] = [to[0] - from[0], to[1] - from[1]];
  return Math.abs(dr) > Math.abs(dc) ? (dr < 0 ? "up" : "down") : dc < 0 ? "left" : "right";
}

/** @typedef {{id: string, piece?: any, words?: string, costs?: Record<string, number>, arrow?: string, body?: any}} Entry */

export class Table {
  /** @param {{onchange?: () => void, next?: (id: string | null) => void, edit?: (id: string) => void, quiet?: boolean}} host quiet: no line below before the first move */
  constructor(host) {
    this.host = host;
    this.board = new Board();
    this.below = h("p.below", { role: "status" });
    /** @type {Entry[]} */
    this.entries = [];
    this.at = 0;
    /** @type {string | null} */
    this.picked = null;
    /** @type {Map<string, any>} position id -> where it lies on a known best solution */
    this.known = new Map();
    this.hinted = 0;
    this.busy = Promise.resolve();
    /** @type {AbortController | null} */
    this.search = null;
    this.title = "";
    /** @type {string | null} */
    this.level = null;
    /** @type {number | null} */
    this.best = null;
    /** @type {any} */
    this.end = null;
    this.background = new AbortController();
    this.touch();
  }

  changed() {
    this.host.onchange?.();
  }

  /** What stands in the place of the board. @returns {HTMLElement} */
  get place() {
    return this.board.el;
  }

  /** Buttons beside undo, where a family has its own. @returns {HTMLElement[] | null} */
  tools() {
    return null;
  }

  /** A row of its own under the buttons. @returns {HTMLElement | null} */
  extra() {
    return null;
  }

  /** Numbers of its own. @returns {HTMLElement[] | null} */
  counts() {
    return null;
  }

  touch() {
    draggable(this.board, {
      frozen: () => this.won,
      ways: (id) => this.ways(id),
      pick: (id) => this.pick(id),
      drop: (id, way) => this.go(id, way),
      tap: (cell, id) => this.tap(cell, id),
      steps: (id) => this.walks && id === "player",
      step: async (id, way) => {
        await this.go(id, way);
        return !this.won;
      },
    });
  }

  get now() {
    return this.entries[this.at];
  }
  get body() {
    return this.now?.body;
  }
  get family() {
    return this.body?.family ?? "rushhour";
  }
  get searching() {
    return Boolean(this.search);
  }
  get walks() {
    return this.family === "sokoban";
  }
  get slides() {
    return this.family === "tiles";
  }
  /** Is a piece taken in hand before it moves? */
  get handed() {
    return !this.walks && !this.slides;
  }
  get start() {
    return this.entries[0]?.id;
  }
  get won() {
    return Boolean(this.body?.solved);
  }
  get canUndo() {
    return this.at > 0;
  }
  get metric() {
    return this.body?.metrics[0] ?? "moves";
  }

  /** What was paid so far. @param {string} [metric] */
  cost(metric = this.metric) {
    return this.entries.slice(1, this.at + 1).reduce((sum, e) => sum + (e.costs?.[metric] ?? 0), 0);
  }

  /** Opens a level, or goes on with the game left off there. @param {string} id @param {any} [body] */
  async open(id, body) {
    this.close();
    this.background = new AbortController();
    body ??= await api.position(id);
    this.title = body.title ?? titleOf(id) ?? t("Untitled level");
    this.best = body.best;
    this.next = body.next;
    this.level = null;
    this.known.clear();
    this.picked = null;
    this.entries = [{ id: body.id, body }];
    this.at = 0;
    const left = recall("game");
    if (left?.start === body.id && left.entries?.length > 1) {
      this.entries = [this.entries[0], ...left.entries.slice(1)];
      this.at = Math.min(left.at, left.entries.length - 1);
      try {
        await this.load();
      } catch {
        this.entries.length = 1;
        this.at = 0;
      }
    }
    this.show();
    this.look();
  }

  close() {
    this.background.abort();
    this.stop();
  }

  /** Looks for the best solution in the background, for the counter and the difficulty. */
  async look() {
    const id = this.start;
    try {
      const found = await api.solve(id, { seconds: PATIENCE, signal: this.background.signal });
      if (this.start !== id) return;
      this.learn(id, found);
      if (found.optimal) this.best = found.cost;
      this.level = found.level;
      this.answer = found;
      this.changed();
      if (found.status === "unsolvable" && this.at === 0 && !this.picked) this.lost(found);
    } catch {
      // Nothing is promised before it is proved.
    }
  }

  /** Keeps where a solution leads, position by position. @param {string} id @param {any} found */
  learn(id, found) {
    if (found.status !== "solved" || !found.optimal) return;
    const ids = [id, ...found.steps.map((/** @type {any} */ s) => s.id)];
    for (let i = 0; i < found.moves.length; i++) this.known.set(ids[i], { found, i });
  }

  async load() {
    if (this.now && !this.now.body) this.now.body = await api.position(this.now.id);
  }

  /** One thing after the other: a press during a request waits for its answer. @template T @param {() => Promise<T>} act @returns {Promise<T>} */
  queue(act) {
    const done = this.busy.then(act);
    this.busy = done.then(
      () => undefined,
      () => undefined,
    );
    return done;
  }

  /** @param {string} id @returns {any[]} */
  ways(id) {
    return (this.body?.ways ?? []).filter((/** @type {any} */ w) => w.piece === id);
  }

  /** @param {string | null} id */
  pick(id) {
    if (this.won || this.searching) return;
    this.picked = id;
    if (this.hinted) this.unhint();
    this.marks();
    this.tell();
    this.changed();
  }

  /** @param {string} id @param {any} way */
  go(id, way) {
    return this.queue(() => this.move(id, way));
  }

  /** @param {string} id @param {any} way */
  async move(id, way) {
    if (!this.body || this.won) return;
    const merge = this.merged(id, way.to);
    if (merge === "back") {
      this.at--;
      this.entries.length = this.at + 1;
      await this.load();
      return this.show();
    }
    const from = merge ? this.entries[this.at - 1] : this.now;
    try {
      await this.played(
        from,
        await api.play(from.id, merge ? merge.moves : way.moves),
        merge ? this.at - 1 : this.at,
      );
    } catch (error) {
      this.show();
      this.say(why(error), "");
    }
  }

  /** A piece moved twice in a row has made one move, if it could have gone there at once. @param {string} id @param {number[]} to */
  merged(id, to) {
    const before = this.entries[this.at - 1]?.body;
    if (!["rushhour", "blocks"].includes(this.family) || !before || this.now.piece?.id !== id) return null;
    const origin = before.scene.pieces.find((/** @type {any} */ p) => p.id === id).cells[0];
    if (same(origin, to)) return "back";
    return before.ways.find((/** @type {any} */ w) => w.piece === id && same(w.to, to)) ?? null;
  }

  /** @param {Entry} from @param {any} answer @param {number} at */
  async played(from, answer, at) {
    const { position, words, costs, ids } = answer;
    this.entries.length = at + 1;
    ids.forEach((/** @type {string} */ id, /** @type {number} */ i) => {
      const last = i === ids.length - 1;
      this.entries.push({
        id,
        words: words[i],
        costs: costs[i],
        ...(last ? { body: position, ...this.trace(from.body, position) } : {}),
      });
    });
    this.at = this.entries.length - 1;
    this.show();
    this.save();
  }

  /** Which piece moved, and how far, as seen on the board. @param {any} before @param {any} after */
  trace(before, after) {
    const { now, was = now } = changed(before.scene, after.scene);
    if (!now) return {};
    const [dr, dc] = now.cells[0].map(
      (/** @type {number} */ n, /** @type {number} */ i) => n - was.cells[0][i],
    );
    const run = (/** @type {number} */ n, /** @type {string} */ signs) =>
      n ? signs[Number(n > 0)] + Math.abs(n) : "";
    return { piece: { ...now, cells: [] }, arrow: run(dr, "↑↓") + run(dc, "←→") };
  }

  save() {
    const entries = this.entries
      .slice(0, 2000)
      .map(({ id, piece, words, costs, arrow }) => ({ id, piece, words, costs, arrow }));
    remember("game", {
      start: this.start,
      title: this.title,
      family: this.family,
      entries,
      at: this.at,
      won: this.won,
    });
    if (this.won) solved(this.start, this.cost());
  }

  // Sokoban takes back one push and the steps before it; the others one move.
  undo() {
    return this.travel(() => {
      let to = this.at - 1;
      while (this.walks && to > 0 && !this.entries[to + 1].costs?.pushes) to--;
      return to;
    });
  }

  redo() {
    return this.travel(() => {
      let to = this.at + 1;
      while (this.walks && to < this.entries.length - 1 && !this.entries[to].costs?.pushes) to++;
      return to;
    });
  }

  restart() {
    return this.travel(() => 0);
  }

  /** @param {() => number} where */
  travel(where) {
    if (this.searching) this.stop();
    return this.queue(async () => {
      const to = where();
      if (to === this.at || !this.entries[to]) return;
      this.at = to;
      await this.load();
      this.show();
      this.save();
    });
  }

  /** Draws the position as it is now. */
  show() {
    const { board, body } = this;
    this.unhint();
    this.end = null;
    if (this.picked && !this.piece(this.picked)) this.picked = null;
    board.show(body.scene);
    board.el.classList.toggle("lit", this.won);
    board.unmark("trail");
    if (this.won) this.celebrate();
    this.marks();
    this.tell();
    this.changed();
  }

  celebrate() {
    this.picked = null;
    const { exit, pieces, family } = this.body.scene;
    const target = pieces.find((/** @type {any} */ p) => p.style === "target");
    if (family !== "rushhour" || !exit || !target) return;
    const el = /** @type {HTMLElement} */ (this.board.pieces.get(target.id));
    const { top: y, left: x, w, h: high } = box(target.cells);
    const on = ["right", "down"].includes(exit.side) ? 1 : -1;
    const lying = ["left", "right"].includes(exit.side);
    const back = on > 0 ? -2 : (lying ? w : high) - 1;
    requestAnimationFrame(() => {
      if (!this.won) return;
      el.classList.add("gone");
      setVars(el, lying ? { x: x + on * (w + 0.6) } : { y: y + on * (high + 0.6) });
    });
    this.board.stage.append(
      h(lying ? "i.mark.trail" : "i.mark.trail.v", {
        vars: { x: lying ? x + back : x, y: lying ? y : y + back, w: 3 },
      }),
    );
  }

  /** Rings and dots for the piece in hand. */
  marks() {
    const { board, picked } = this;
    for (const el of board.pieces.values()) if (!this.won) el.classList.remove("gone");
    board.unmark("spot");
    const ring = picked && this.handed ? [picked] : [];
    board.ring("pick", ring);
    if (ring.length) board.mark("spot", this.spots(/** @type {string} */ (picked)));
    board.ring("bad", this.body.dead && !this.won ? this.guilty() : []);
  }

  guilty() {
    const at = /row (\d+), column (\d+)/
      .exec(this.body.dead ?? "")
      ?.slice(1)
      .map((n) => Number(n) - 1);
    return this.body.scene.pieces
      .filter((/** @type {any} */ p) => at && p.cells.some((/** @type {number[]} */ c) => same(c, at)))
      .map((/** @type {any} */ p) => p.id);
  }

  /** The free cells that the piece could come to cover. @param {string} id */
  spots(id) {
    const piece = this.piece(id);
    const taken = new Set(this.body.scene.pieces.flatMap((/** @type {any} */ p) => p.cells.map(String)));
    const found = new Map();
    for (const way of this.ways(id))
      for (const cell of shifted(piece.cells, way.to))
        if (!taken.has(String(cell))) found.set(String(cell), cell);
    return [...found.values()];
  }

  /** @param {string} id */
  piece(id) {
    return this.body.scene.pieces.find((/** @type {any} */ p) => p.id === id);
  }

  /** A touch without dragging: a tile slides, a walker walks, a picked piece goes there. @param {number[] | null} cell @param {string | null} id */
  tap(cell, id) {
    if (this.searching || !this.body) return undefined;
    if (this.walks) return cell ? this.walk(cell) : undefined;
    if (this.slides) {
      const way = id && this.ways(id)[0];
      return way ? this.go(id, way) : undefined;
    }
    if (id || !cell || !this.picked) return undefined;
    const piece = this.piece(this.picked);
    const reach = this.ways(this.picked).filter((w) => shifted(piece.cells, w.to).some((c) => same(c, cell)));
    reach.sort((a, b) => far(a.to, piece.cells[0]) - far(b.to, piece.cells[0]));
    return reach.length ? this.go(this.picked, reach[0]) : this.pick(null);
  }

  /** @param {number[]} cell */
  walk(cell) {
    const way = this.ways("player").find((w) => same(w.to, cell));
    const here = first(this.board, "player");
    if (way) return this.go("player", way);
    if (same(here, cell)) return undefined;
    return this.queue(async () => {
      const from = this.now;
      try {
        await this.played(from, await api.walk(from.id, "player", cell), this.at);
      } catch {
        this.say(t("No free way there."), t("Push by walking into a box."));
      }
    });
  }

  /** @param {KeyboardEvent} event @returns {boolean} true when the key meant something here */
  key(event) {
    if (typing() || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return false;
    const name = event.key;
    const lower = name.toLowerCase();
    if (event.ctrlKey) {
      if (lower === "z") return done(event.shiftKey ? this.redo() : this.undo());
      return lower === "y" ? done(this.redo()) : false;
    }
    if (name in ARROWS) return this.arrow(ARROWS[/** @type {"ArrowUp"} */ (name)]);
    if (name === "Escape") return done(this.searching ? this.stop() : this.pick(null));
    const pieces = this.body?.scene.pieces ?? [];
    const at = this.focused();
    if ((name === "Enter" || name === " ") && at)
      return done(!this.handed ? this.tap(first(this.board, at), at) : this.pick(at));
    const named =
      name.length === 1 &&
      pieces.find(
        (/** @type {any} */ p) =>
          p.label === name ||
          (p.label.length === 1 &&
            p.label === name.toUpperCase() &&
            !pieces.some((/** @type {any} */ q) => q.label === name)),
      );
    const verbs = {
      z: () => this.undo(),
      y: () => this.redo(),
      r: () => this.restart(),
      h: () => this.hint(),
    };
    // A letter that stands on the board picks its piece; Shift with a letter is always the verb.
    if (named && !this.slides && !event.shiftKey) {
      this.pick(named.id);
      this.board.pieces.get(named.id)?.focus();
      return true;
    }
    if (lower in verbs) return done(verbs[/** @type {"z"} */ (lower)]());
    return false;
  }

  /** The piece on the board that has the focus. @returns {string | undefined} */
  focused() {
    const at = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.id;
    return at && this.board.pieces.has(at) ? at : undefined;
  }

  /** @param {number[]} step */
  arrow(step) {
    if (this.won || this.searching || !this.body) return false;
    const id = this.walks ? "player" : (this.focused() ?? this.picked);
    if (!this.slides && !id) return false;
    if (this.handed && this.picked !== id) this.pick(id);
    return done(
      this.queue(async () => {
        if (this.won) return;
        const ways = this.slides
          ? this.body.ways.filter((/** @type {any} */ w) => w.moves.length === 1)
          : this.ways(/** @type {string} */ (id));
        const way = ways.find((/** @type {any} */ w) => near(this.piece(w.piece).cells[0], w.to, step));
        if (way) await this.move(way.piece, way);
      }),
    );
  }

  // -- words

  /** @param {string} main @param {string} [rest] @param {{chip?: any, warn?: boolean, extra?: Node | null}} [more] */
  say(main, rest, { chip: piece, ...more } = {}) {
    line(this.below, main, rest, { ...more, chip: piece && chip(piece) });
  }

  /** The line below the board, for the position as it is. */
  tell() {
    const { body } = this;
    if (this.won) return this.tellWin();
    if (body.dead)
      return this.say(sentence(body.dead), this.at ? t("Take a move back.") : t("No move can mend it."), {
        warn: true,
      });
    if (this.picked && this.handed) {
      const n = this.ways(this.picked).length;
      const name = called(this.piece(this.picked), this.family);
      return this.say(
        n
          ? t(n === 1 ? "{name} can go to {n} place." : "{name} can go to {n} places.", { name, n })
          : t("{name} cannot move now.", { name }),
        "",
        { chip: this.piece(this.picked) },
      );
    }
    if (this.host.quiet && !this.at) return put(this.below);
    return this.say(...this.task());
  }

  /** @returns {[string, string]} */
  task() {
    const pieces = this.body.scene.pieces;
    const things = pieces.filter((/** @type {any} */ p) => ["tile", "box"].includes(p.kind));
    const home = {
      n: things.filter((/** @type {any} */ p) => p.state === "home").length,
      all: things.length,
    };
    if (this.slides) return [t("{n} of {all} in place.", home), t("Each has a dot under its number.")];
    if (this.walks)
      return [
        t("{n} of {all} boxes home.", home),
        t("Tap a square to walk there. Push by walking into a box."),
      ];
    const target = pieces.find((/** @type {any} */ p) => p.kind === "target");
    if (this.family === "blocks")
      return [
        t("Bring block {name} home.", { name: target?.label ?? "" }),
        t("Any path of one block is one move."),
      ];
    return [t("Slide the red car out."), this.at ? "" : t("Drag a car along its lane.")];
  }

  tellWin() {
    const n = this.cost();
    const best = this.best;
    this.say(
      t(this.family === "rushhour" ? "Out in {n}." : "Done in {n}.", { n }),
      best === null
        ? ""
        : n <= best
          ? t("That is the best possible.")
          : t("The best possible is {best}.", { best }),
    );
  }

  // -- hint, in three presses

  /** @param {number | null} [patience] seconds to search for; null: as long as the server allows */
  async hint(patience = PATIENCE) {
    if (this.won || this.searching || !this.body) return;
    const id = this.now.id;
    if (!this.known.has(id)) {
      this.end = null;
      const found = await this.searchFrom(id, patience);
      if (!found || this.now.id !== id) return;
      this.learn(id, found);
      if (!this.known.has(id)) return this.lost(found);
      this.hinted = 0;
    }
    const { found, i } = this.known.get(id);
    let j = i;
    if (this.walks) while (j < found.moves.length - 1 && !found.costs[j].pushes) j++;
    this.hinted++;
    if (this.hinted > 2) {
      this.hinted = 0;
      this.board.unmark("ghost");
      return this.queue(async () => {
        const from = this.now;
        if (from.id === id) await this.played(from, await api.play(id, found.moves.slice(i, j + 1)), this.at);
      });
    }
    this.picked = null;
    this.marks();
    const spot = this.hintSpot(found, j);
    this.board.ring("hint", spot.ids);
    const left = found.costs
      .slice(i)
      .reduce((/** @type {number} */ sum, /** @type {any} */ paid) => sum + paid[this.metric], 0);
    if (this.hinted === 1)
      this.say(t("Look at {name}.", { name: lower(spot.name) }), t("Press again for the move."), {
        chip: spot.chip,
      });
    else {
      this.board.ghost(spot.to, spot.way);
      this.say(
        `${spot.words}.`,
        this.metric === "pieces"
          ? plural(left, "{n} piece to go.", "{n} pieces to go.")
          : plural(left, "{n} move to go.", "{n} moves to go."),
        { chip: spot.chip },
      );
    }
    this.changed();
  }

  /** What the hint points at. @param {any} found @param {number} j */
  hintSpot(found, j) {
    const move = found.moves[j];
    if (this.walks) {
      const id = this.body.scene.pieces.find(
        (/** @type {any} */ p) =>
          p.kind === "box" && p.cells[0][0] === move.to[0] && p.cells[0][1] === move.to[1],
      )?.id;
      const landed = found.steps[j].now.find((/** @type {any} */ p) => p.kind === "box");
      const to = landed?.cells ?? [move.to];
      const way = wayName(move.to, to[0]);
      return {
        ids: id ? [id] : ["player"],
        name: id
          ? t("the box in row {r}, column {c}", { r: move.to[0] + 1, c: move.to[1] + 1 })
          : t("the player"),
        chip: null,
        to,
        way,
        words: id ? t(`Push it ${way}`) : found.words[j],
      };
    }
    const piece = this.piece(move.piece);
    const cells = piece.cells;
    return {
      ids: [piece.id],
      name: called(piece, this.family),
      chip: piece,
      to: shifted(cells, move.to),
      way: wayName(cells[0], move.to),
      words: found.words[j],
    };
  }

  unhint() {
    this.hinted = 0;
    this.board.ring("hint", []);
    this.board.unmark("ghost");
  }

  // -- searching

  /** Searches with live progress in the line below; null when it was stopped. @param {string} id @param {number | null} seconds */
  async searchFrom(id, seconds) {
    const mine = new AbortController();
    const { signal } = mine;
    this.search = mine;
    this.picked = null;
    const sky = h("div.skyline", { "aria-hidden": "true" });
    const bars = new Map();
    const later = setTimeout(() => {
      this.say(t("Searching."), "");
      this.changed();
    }, 300);
    try {
      return await api.solve(id, {
        seconds,
        signal,
        ...heard((main, rest, p) => {
          if (!p) return this.say(main, rest);
          const last = [...bars.values()].reduce((a, b) => a + b, 0);
          bars.set(p.bound, (bars.get(p.bound) ?? 0) + p.expanded - last);
          const top = Math.max(...bars.values(), 1);
          put(
            sky,
            [...bars.values()].slice(-24).map((n) => h("i", { vars: { n: n / top } })),
          );
          return this.say(main, rest, { extra: sky });
        }),
      });
    } catch (error) {
      if (!signal.aborted) this.say(why(error), "", { warn: true });
      return null;
    } finally {
      clearTimeout(later);
      if (this.search === mine) this.search = null;
      this.changed();
    }
  }

  stop() {
    if (!this.search) return;
    this.search.abort();
    this.search = null;
    this.say(t("Stopped."), t("Nothing was proved."));
    this.changed();
  }

  /** @param {any} found a search that ended without a way */
  lost(found) {
    this.end = found;
    const [main, rest] = verdict(found);
    this.say(
      main,
      found.status === "unsolvable" ? rest : `${rest} ${t("Search on begins anew, with more time.")}`,
    );
    this.changed();
  }

  /** The one filled button, as things stand. @returns {{label: string, icon: any, act: () => void}} */
  filled() {
    const is = (/** @type {string} */ label, /** @type {string} */ icon, /** @type {() => void} */ act) => ({
      label: t(label),
      icon,
      act,
    });
    if (this.won) return is("Next level", "right", () => this.host.next?.(this.next ?? null));
    if (this.searching) return is("Stop", "stop", () => this.stop());
    if (this.body?.dead && this.at > 0)
      return is(this.walks ? "Undo 1 push" : "Undo 1 move", "undo", () => this.undo());
    if (this.end?.status === "unsolvable" || this.body?.dead)
      return is("Edit a copy", "edit", () => this.host.edit?.(this.now.id));
    if (this.end) return is("Search on", "hint", () => this.hint(null));
    return this.hinted === 2
      ? is("Move it", "play", () => this.hint())
      : is("Hint", "hint", () => this.hint());
  }
}

/** @param {number[][]} cells @param {number[]} to */
export const shifted = (cells, to) =>
  cells.map(([r, c]) => [r + to[0] - cells[0][0], c + to[1] - cells[0][1]]);

/** @param {number[]} from @param {number[]} to @param {number[]} step */
const near = (from, to, step) => to[0] - from[0] === step[0] && to[1] - from[1] === step[1];

/** @param {any} _ */
export const done = (_) => true;

/** @param {string} text */
export const sentence = (text) => capital(text) + (/[.!?]$/.test(text) ? "" : ".");
