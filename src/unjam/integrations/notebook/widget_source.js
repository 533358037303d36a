// The board of the page in a notebook: what is touched is told to Python, and what Python answers is shown.
// tools/bundle_widget.py makes widget.js of this and of the page's own modules and styles.

import { Board } from "../../web/static/board/board.js";
import { draggable } from "../../web/static/board/drag.js";
import { onSide } from "../../web/static/board/lane.js";
import { makePiece, placePiece } from "../../web/static/board/piece.js";
import { box, same, shifted, sideOf } from "../../web/static/board/geometry.js";
import { drawFrom, h, put, setVars } from "../../web/static/ui/dom.js";
import { called, knowFamilies } from "../../web/static/state/families.js";
import { capital, knowWords, say } from "../../web/static/ui/i18n.js";
import { followTheme } from "./theme.js";

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const KEYS = { z: "undo", y: "redo", h: "hint" };
const PACE = 420; // milliseconds a move of a film
const MOST_KEYS = 20; // that wait for Python

function render({ model, el }) {
  const family = model.get("_family");
  knowWords(family.lang, family.said);
  knowFamilies([family]);
  el.dataset.lmSuppressShortcuts = "true"; // JupyterLab would take the keys before they come here
  el.lang = family.lang;
  const root = el.attachShadow({ mode: "open" });
  root.innerHTML = UNJAM_DRAWINGS; // our own symbols, never a level's text
  drawFrom(root);
  const game = new Game(model, family);
  root.append(h("style", UNJAM_STYLE), game.main);
  const show = () => game.answered();
  const hear = (message) => game.heard(message);
  model.on("change:_view", show);
  model.on("msg:custom", hear);
  const unfollow = followTheme(el);
  game.show();
  return () => {
    game.stop();
    unfollow();
    model.off("change:_view", show);
    model.off("msg:custom", hear);
  };
}

class Game {
  picked = null;
  turn = 0;
  aim = null; // the place that the keys have come to
  film = null;
  asked = false; // Python has not answered yet
  keys = []; // pressed meanwhile

  constructor(model, family) {
    this.model = model;
    this.family = family;
    this.board = new Board();
    this.goal = new Board({ still: true });
    this.below = h("p.below", { role: "status" });
    this.tray = h("div.waiting");
    const { buttons } = family;
    this.aside = h("div.goal", { hidden: true }, h("p", buttons.goal), this.goal.el);
    const act = (name) =>
      h("button", { "data-act": name, onclick: () => this.send({ act: name }) }, buttons[name]);
    this.acts = ["undo", "redo", "restart", "hint", "watch"].map(act);
    this.turner = h("button.turn", { onclick: () => this.turned() }, buttons.turn);
    this.main = h(
      "div.unjam.start", // "start": a board that never zooms, for the wheel belongs to the notebook
      { tabindex: "0", role: "group", "aria-label": say(family.title), "data-motion": family.motion },
      h("div.play", this.board.el, this.aside),
      this.tray,
      this.below,
      h("div.row", this.acts),
    );
    this.main.addEventListener("keydown", (event) => this.keyed(event));
    setVars(this.main, family.sky);
    this.listen();
  }

  listen() {
    draggable(this.board, {
      frozen: () => this.view.solved || this.asked || this.film !== null,
      destinations: (id) => this.destinations(id),
      pick: (id) => this.pick(id),
      drop: (_, to) => this.send({ act: "move", moves: to.moves }),
      tap: (cell, id) => this.tap(cell, id),
      steps: () => false,
      step: async () => false,
    });
  }

  get view() {
    return this.model.get("_view");
  }

  send(what) {
    this.stop();
    this.asked = true;
    this.model.send(what);
  }

  /** What Python says is shown; then come the keys that were pressed before it did. */
  answered() {
    this.asked = false;
    this.show();
    while (this.keys.length && !this.asked) this.press(this.keys.shift());
  }

  destinations(id) {
    return this.view.destinations.filter((each) => each.piece === id);
  }

  show() {
    const { scene, said, undo, redo, solved, hint } = this.view;
    this.stop();
    this.board.show(scene);
    this.board.size(this.main);
    this.board.unmark();
    this.board.ring("hint", []);
    this.main.classList.toggle("won", solved);
    this.board.el.classList.toggle("lit", solved);
    put(this.below, capital(said));
    const able = { undo, redo, restart: undo, hint: !solved, watch: !solved };
    for (const button of this.acts) button.disabled = !able[button.dataset.act];
    const { motion } = this.family;
    const within = motion === "placed" ? scene.waiting : scene.pieces;
    if (solved || !within.some((p) => p.id === this.picked)) this.picked = null;
    this.aim = null;
    this.mark();
    this.wait(scene.waiting);
    this.showGoal(scene.goal);
    if (hint) this.point(hint);
  }

  /** What is to be reached, where the board itself does not show it. */
  showGoal(scene) {
    this.aside.hidden = !scene;
    if (!scene) return;
    this.goal.show(scene);
    setVars(this.aside, { cols: scene.cols, rows: scene.rows });
  }

  /** The pieces that are not on the board yet, each as it would be put down. */
  wait(waiting) {
    const button = (piece) => {
      const place = piece.id === this.picked ? this.places[0] : null;
      const { top, left, w, h: high } = box(place?.cells ?? piece.cells);
      const cells = (place?.cells ?? piece.cells).map(([r, c]) => [r - top, c - left]);
      const small = makePiece({ ...piece, cells }, true);
      placePiece(small, { ...piece, cells });
      const label = capital(called(piece, this.family));
      const chosen = piece.id === this.picked;
      return h(
        "button.shape",
        {
          "aria-label": label,
          title: label,
          "aria-pressed": String(chosen),
          onclick: () => this.pick(piece.id),
        },
        h("span.tiny", { vars: { cols: w, rows: high } }, small),
      );
    };
    put(this.tray, waiting.map(button), this.turns.length > 1 && this.turner);
  }

  get turns() {
    return [...new Set(this.view.places.filter((p) => p.piece === this.picked).map((p) => p.turn))];
  }

  turned() {
    const { turns } = this;
    this.turn = turns[(turns.indexOf(this.turn) + 1) % turns.length] ?? 0;
    this.aim = null;
    this.mark();
    this.wait(this.view.scene.waiting);
  }

  /** Where the piece in hand can be put down as it is turned. */
  get places() {
    const turn = this.turns.includes(this.turn) ? this.turn : this.turns[0];
    return this.view.places.filter((p) => p.piece === this.picked && p.turn === turn);
  }

  pick(id) {
    if (id !== this.picked) this.aim = null;
    this.picked = id;
    this.mark();
    this.wait(this.view.scene.waiting);
  }

  mark() {
    const { board, picked } = this;
    board.unmark("spot");
    board.unmark("here");
    board.ring("pick", picked && board.pieces.has(picked) ? [picked] : []);
    if (this.family.motion === "placed") board.mark("spot", this.places.map(corner));
    if (this.aim) board.mark("here", this.aim.cells);
  }

  place({ piece, to, turn }) {
    this.send({ act: "move", moves: [{ piece, to, turn }] });
  }

  tap(cell, id) {
    if (!cell) return;
    const { motion } = this.family;
    if (motion === "placed") {
      const place = this.places.find((each) => same(corner(each), cell));
      if (place) this.place(place);
      return;
    }
    const of = motion === "walks" ? this.walker : motion === "gap" ? id : this.picked;
    const from = this.board.first(of);
    const piece = this.view.scene.pieces.find((p) => p.id === of);
    const covers = ({ to }) => shifted(piece?.cells ?? [], to).some((c) => same(c, cell));
    const found = this.destinations(of).filter((each) => motion === "gap" || covers(each));
    found.sort((a, b) => distance(a.to, from) - distance(b.to, from));
    if (found[0]) this.send({ act: "move", moves: found[0].moves });
  }

  get walker() {
    return this.view.scene.pieces.find((p) => p.kind === "player")?.id;
  }

  keyed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.knows(event.key)) return;
    event.preventDefault();
    event.stopPropagation(); // the notebook has keys of its own
    if (!this.asked) this.press(event.key);
    else if (this.keys.length < MOST_KEYS) this.keys.push(event.key);
  }

  /** Is it a key of the board? Enter is that of the buttons unless the keys have come to a place. */
  knows(key) {
    const letter = key.toLowerCase();
    if (key === "Enter" || key === "Escape") return Boolean(key === "Enter" ? this.aim : this.film);
    return key in STEPS || letter in KEYS || letter === "r" || Boolean(this.named(letter));
  }

  /** The piece that a letter picks. */
  named(letter) {
    const { pieces, waiting } = this.view.scene;
    const { motion } = this.family;
    const known = motion === "placed" ? waiting : motion === "slides" ? pieces : [];
    return known.find((p) => (p.label || p.id).toLowerCase() === letter);
  }

  /** Letters pick a piece, arrows move it, walk, slide the tile beside the gap or choose a place. */
  press(key) {
    const letter = key.toLowerCase();
    const named = this.named(letter);
    if (STEPS[key]) this.arrow(STEPS[key]);
    else if (named) this.pick(named.id);
    else if (KEYS[letter]) this.send({ act: KEYS[letter] });
    else if (letter === "r" && this.turns.length > 1) this.turned();
    else if (key === "Enter" && this.aim) this.place(this.aim);
    else if (key === "Escape" && this.film) this.show();
  }

  arrow(step) {
    if (this.view.solved) return;
    const { motion } = this.family;
    if (motion === "placed") return this.aimAt(step);
    if (motion === "gap") {
      const to = this.view.destinations.find(({ moves, piece, to: end }) => {
        const from = this.board.first(piece);
        return moves.length === 1 && same([end[0] - from[0], end[1] - from[1]], step);
      });
      if (to) this.send({ act: "move", moves: to.moves });
      return;
    }
    const id = motion === "walks" ? this.walker : this.picked;
    const to = id && onSide(this.board.first(id), this.destinations(id), step);
    if (to) this.send({ act: "move", moves: to.moves });
  }

  /** The keys go to the nearest place on that side; the first press shows the first place. */
  aimAt([down, right]) {
    const from = this.aim?.to;
    const ahead = ({ to }) => (to[0] - from[0]) * down + (to[1] - from[1]) * right > 0;
    const aside = ({ to }) => Math.abs((to[0] - from[0]) * right) + Math.abs((to[1] - from[1]) * down);
    const cost = (place) => distance(place.to, from) + 3 * aside(place);
    const found = from ? this.places.filter(ahead).sort((a, b) => cost(a) - cost(b)) : this.places;
    this.aim = found[0] ?? this.aim;
    this.mark();
  }

  heard(message) {
    if (message.film) this.play(message.film);
  }

  /** Shows where the hint leads. */
  point({ piece, to, turn }) {
    const found = this.view.scene.pieces.find((p) => p.id === piece);
    if (found) {
      this.board.ring("hint", [piece]);
      if (to[0] < 0) return; // it is taken off the board
      this.board.ghost(shifted(found.cells, to), sideOf(found.cells[0], to));
      return;
    }
    this.turn = turn;
    this.pick(piece);
    const place = this.places.find((each) => same(each.to, to));
    if (place) this.board.ghost(place.cells);
  }

  play(film) {
    let at = 0;
    this.stop();
    this.board.unmark();
    this.board.ring("hint", []);
    this.film = setInterval(() => {
      const frame = film[at++];
      if (!frame) return this.show();
      this.board.show(frame.scene);
      return put(this.below, `${at} / ${film.length}: ${frame.said}`);
    }, PACE);
  }

  /** Ends a film. */
  stop() {
    clearInterval(this.film);
    this.film = null;
  }
}

/** The lower left cell of a place. */
function corner({ cells }) {
  const { left } = box(cells);
  return cells.filter((c) => c[1] === left).sort((a, b) => b[0] - a[0])[0];
}

const distance = (a, b) => Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]);

export default { render };
