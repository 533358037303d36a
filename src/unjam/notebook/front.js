// The board of the page in a notebook: what is touched is told to Python, and what Python answers is shown.
// tools/bundle_widget.py makes widget.js of this and of the page's own modules and styles.

import { Board } from "../web/static/board/board.js";
import { draggable } from "../web/static/board/drag.js";
import { onSide } from "../web/static/board/lane.js";
import { box, same, shifted, sideOf } from "../web/static/board/shapes.js";
import { drawFrom, h, put, setVars } from "../web/static/dom.js";
import { knowFamilies } from "../web/static/families.js";

const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const PACE = 420; // milliseconds a move of a film

function render({ model, el }) {
  const root = el.attachShadow({ mode: "open" });
  root.innerHTML = UNJAM_DRAWINGS; // our own symbols, never a level's text
  const style = document.createElement("style");
  style.textContent = UNJAM_STYLE;
  drawFrom(root);
  const family = model.get("_family");
  knowFamilies([family]);
  const game = new Game(model, family);
  root.append(style, game.main);
  model.on("change:_view", () => game.show());
  model.on("msg:custom", (message) => game.heard(message));
  game.show();
  return () => game.stop();
}

class Game {
  picked = null;
  turn = 0;
  film = null;

  constructor(model, family) {
    this.model = model;
    this.family = family;
    this.board = new Board();
    this.below = h("p.below", { role: "status" });
    this.tray = h("div.waiting");
    const { buttons } = family;
    const act = (name) => h("button", { "data-act": name, onclick: () => this.send({ act: name }) }, buttons[name]);
    this.acts = ["undo", "redo", "restart", "hint", "watch"].map(act);
    this.turner = h("button", { onclick: () => this.turned() }, buttons.turn);
    this.main = h(
      "div.unjam",
      { tabindex: "0", "data-motion": family.motion, onkeydown: (event) => this.key(event) },
      h("div.play", this.board.el),
      this.tray,
      this.below,
      h("div.row", this.acts),
    );
    setVars(this.main, family.sky);
    draggable(this.board, {
      frozen: () => this.view.solved || this.film !== null,
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
    this.model.send(what);
  }

  destinations(id) {
    return this.view.destinations.filter((each) => each.piece === id);
  }

  show() {
    const { scene, said, undo, redo, solved } = this.view;
    this.board.show(scene);
    this.board.size(this.main);
    this.board.unmark();
    this.board.ring("hint", []);
    this.main.classList.toggle("won", solved);
    this.board.el.classList.toggle("lit", solved);
    put(this.below, said);
    const able = { undo, redo, restart: undo, hint: !solved, watch: !solved };
    for (const button of this.acts) button.disabled = !able[button.dataset.act];
    if (this.picked && !scene.pieces.concat(scene.waiting).some((p) => p.id === this.picked)) this.picked = null;
    this.mark();
    this.wait(scene.waiting);
  }

  /** The pieces that are not on the board yet. */
  wait(waiting) {
    const button = (piece) =>
      h(
        "button.pc",
        {
          class: piece.id === this.picked ? "pick" : "",
          vars: { h: piece.hue, t: piece.tone },
          onclick: () => this.pick(piece.id),
        },
        piece.label || piece.id,
      );
    put(this.tray, waiting.map(button), this.turns.length > 1 && this.turner);
  }

  get turns() {
    return [...new Set(this.view.places.filter((p) => p.piece === this.picked).map((p) => p.turn))];
  }

  turned() {
    const { turns } = this;
    this.turn = turns[(turns.indexOf(this.turn) + 1) % turns.length] ?? 0;
    this.mark();
  }

  get places() {
    const turn = this.turns.includes(this.turn) ? this.turn : this.turns[0];
    return this.view.places.filter((p) => p.piece === this.picked && p.turn === turn);
  }

  pick(id) {
    this.picked = id;
    this.mark();
    this.wait(this.view.scene.waiting);
  }

  mark() {
    const { board, picked } = this;
    board.unmark("spot");
    board.ring("pick", picked && board.pieces.has(picked) ? [picked] : []);
    if (this.family.motion === "placed") board.mark("spot", this.places.map(corner));
  }

  tap(cell, id) {
    if (!cell) return;
    const { motion } = this.family;
    if (motion === "placed") {
      const place = this.places.find((each) => same(corner(each), cell));
      if (place) this.send({ act: "move", moves: [{ piece: place.piece, to: place.to, turn: place.turn }] });
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

  /** Letters pick a piece, arrows move it, walk, or slide the tile beside the gap. */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const letter = event.key.toLowerCase();
    const step = STEPS[event.key];
    const named = this.view.scene.pieces.find((p) => (p.label || p.id).toLowerCase() === letter);
    if (step) this.arrow(step);
    else if (named && this.family.motion === "slides") this.pick(named.id);
    else if (letter === "z") this.send({ act: "undo" });
    else if (letter === "y") this.send({ act: "redo" });
    else if (letter === "h") this.send({ act: "hint" });
    else return;
    event.preventDefault();
    event.stopPropagation(); // the notebook has keys of its own
  }

  arrow(step) {
    const { motion } = this.family;
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

  heard(message) {
    if (message.hint) this.point(message.hint);
    if (message.film) this.play(message.film);
  }

  /** Shows where the hint leads. */
  point({ piece, to }) {
    const found = this.view.scene.pieces.find((p) => p.id === piece);
    if (!found) return this.pick(piece);
    this.board.ring("hint", [piece]);
    return this.board.ghost(shifted(found.cells, to), sideOf(found.cells[0], to));
  }

  play(film) {
    let at = 0;
    this.film = setInterval(() => {
      const frame = film[at++];
      if (!frame) return this.stop();
      this.board.show(frame.scene);
      return put(this.below, `${at} / ${film.length}: ${frame.said}`);
    }, PACE);
  }

  /** Ends a film; the game is where it was. */
  stop() {
    if (this.film === null) return;
    clearInterval(this.film);
    this.film = null;
    this.show();
  }
}

/** The lower left cell of a place. */
function corner({ cells }) {
  const { left } = box(cells);
  return cells.filter((c) => c[1] === left).sort((a, b) => b[0] - a[0])[0];
}

const distance = (a, b) => Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]);

export default { render };
