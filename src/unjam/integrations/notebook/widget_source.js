// The notebook widget: sends the player's actions to Python and shows the answers. tools/bundle_widget.py
// bundles this file with the page's modules and styles into widget.js.

import { Board } from "../../web/static/board/board.js";
import { enableDragging } from "../../web/static/board/drag.js";
import { ARROWS, boundingBox, distance, isSame, shiftTo, sideOf } from "../../web/static/board/geometry.js";
import { destinationTowards } from "../../web/static/board/lane.js";
import { makePiece, placePiece } from "../../web/static/board/piece.js";
import { pieceName, setFamilies } from "../../web/static/state/families.js";
import { h, setChildren, setVars, useTemplatesFrom } from "../../web/static/ui/dom.js";
import { capitalize, messageText, setCatalogue } from "../../web/static/ui/i18n.js";
import { followTheme } from "./theme.js";

const KEYS = { z: "undo", y: "redo", h: "hint" };
const PACE = 420; // milliseconds per move of an animation
const MAX_KEYS = 20; // queued while Python is busy

function render({ model, el }) {
  const family = model.get("_family");
  setCatalogue(family.lang, family.said);
  setFamilies([family]);
  el.dataset.lmSuppressShortcuts = "true"; // otherwise JupyterLab takes the keys
  el.lang = family.lang;
  const root = el.attachShadow({ mode: "open" });
  root.innerHTML = UNJAM_DRAWINGS; // our own markup, never a level's text
  useTemplatesFrom(root);
  const game = new Game(model, family);
  root.append(h("style", UNJAM_STYLE), game.main);
  const show = () => game.update();
  const receive = (message) => game.receive(message);
  model.on("change:_view", show);
  model.on("msg:custom", receive);
  const unfollow = followTheme(el);
  game.show();
  return () => {
    game.stop();
    unfollow();
    model.off("change:_view", show);
    model.off("msg:custom", receive);
  };
}

class Game {
  selectedId = null;
  turn = 0;
  target = null; // the placement chosen with the arrow keys
  movie = null;
  isWaiting = false;
  keys = []; // queued key presses

  constructor(model, family) {
    this.model = model;
    this.family = family;
    this.board = new Board();
    this.goal = new Board({ still: true });
    this.below = h("p.below", { role: "status" });
    this.tray = h("div.waiting");
    const { buttons } = family;
    this.goalPanel = h("div.goal", { hidden: true }, h("p", buttons.goal), this.goal.el);
    const act = (name) =>
      h("button", { "data-act": name, onclick: () => this.send({ act: name }) }, buttons[name]);
    this.acts = ["undo", "redo", "restart", "hint", "watch"].map(act);
    this.turnButton = h("button.turn", { onclick: () => this.turnPiece() }, buttons.turn);
    this.main = h(
      "div.unjam.start", // "start": the board never zooms, because the wheel scrolls the notebook
      { tabindex: "0", role: "group", "aria-label": messageText(family.title), "data-motion": family.motion },
      h("div.play", this.board.el, this.goalPanel),
      this.tray,
      this.below,
      h("div.row", this.acts),
    );
    this.main.addEventListener("keydown", (event) => this.handleKey(event));
    setVars(this.main, family.sky);
    this.listen();
  }

  listen() {
    enableDragging(this.board, {
      isFrozen: () => this.view.solved || this.isWaiting || this.movie !== null,
      destinations: (id) => this.destinations(id),
      pick: (id) => this.pick(id),
      drop: (_, to) => this.send({ act: "move", moves: to.moves }),
      tap: (cell, id) => this.tap(cell, id),
    });
  }

  get view() {
    return this.model.get("_view");
  }

  send(action) {
    this.stop();
    this.isWaiting = true;
    this.model.send(action);
  }

  /** Shows Python's answer, then handles the queued keys. */
  update() {
    this.isWaiting = false;
    this.show();
    while (this.keys.length && !this.isWaiting) this.press(this.keys.shift());
  }

  destinations(id) {
    return this.view.destinations.filter((each) => each.piece === id);
  }

  show() {
    const { scene, said: status, undo, redo, solved, hint } = this.view;
    this.stop();
    this.board.show(scene);
    this.board.fit(this.main);
    this.board.unmark();
    this.board.setClass("hint", []);
    this.main.classList.toggle("won", solved);
    this.board.el.classList.toggle("lit", solved);
    setChildren(this.below, capitalize(status));
    const isEnabled = { undo, redo, restart: undo, hint: !solved, watch: !solved };
    for (const button of this.acts) button.disabled = !isEnabled[button.dataset.act];
    const { motion } = this.family;
    const selectable = motion === "placed" ? scene.waiting : scene.pieces;
    if (solved || !selectable.some((p) => p.id === this.selectedId)) this.selectedId = null;
    this.target = null;
    this.updateMarks();
    this.showTray(scene.waiting);
    this.showGoal(scene.goal);
    if (hint) this.showHint(hint);
  }

  /** Shows the goal if the board itself does not. */
  showGoal(scene) {
    this.goalPanel.hidden = !scene;
    if (!scene) return;
    this.goal.show(scene);
    setVars(this.goalPanel, { cols: scene.cols, rows: scene.rows });
  }

  /** Shows the waiting pieces, turned as they would be placed. */
  showTray(waiting) {
    const button = (piece) => {
      const place = piece.id === this.selectedId ? this.places[0] : null;
      const { top, left, w, h: high } = boundingBox(place?.cells ?? piece.cells);
      const cells = (place?.cells ?? piece.cells).map(([r, c]) => [r - top, c - left]);
      const small = makePiece({ ...piece, cells }, true);
      placePiece(small, { ...piece, cells });
      const label = capitalize(pieceName(piece, this.family));
      const isSelected = piece.id === this.selectedId;
      return h(
        "button.shape",
        {
          "aria-label": label,
          title: label,
          "aria-pressed": String(isSelected),
          onclick: () => this.pick(piece.id),
        },
        h("span.tiny", { vars: { cols: w, rows: high } }, small),
      );
    };
    setChildren(this.tray, waiting.map(button), this.turns.length > 1 && this.turnButton);
  }

  get turns() {
    return [...new Set(this.view.places.filter((p) => p.piece === this.selectedId).map((p) => p.turn))];
  }

  turnPiece() {
    const { turns } = this;
    this.turn = turns[(turns.indexOf(this.turn) + 1) % turns.length] ?? 0;
    this.target = null;
    this.updateMarks();
    this.showTray(this.view.scene.waiting);
  }

  /** The placements of the selected piece as it is turned. */
  get places() {
    const turn = this.turns.includes(this.turn) ? this.turn : this.turns[0];
    return this.view.places.filter((p) => p.piece === this.selectedId && p.turn === turn);
  }

  pick(id) {
    if (id !== this.selectedId) this.target = null;
    this.selectedId = id;
    this.updateMarks();
    this.showTray(this.view.scene.waiting);
  }

  updateMarks() {
    const { board, selectedId } = this;
    board.unmark("spot");
    board.unmark("here");
    board.setClass("pick", selectedId && board.pieces.has(selectedId) ? [selectedId] : []);
    if (this.family.motion === "placed") board.mark("spot", this.places.map(corner));
    if (this.target) board.mark("here", this.target.cells);
  }

  place({ piece, to, turn }) {
    this.send({ act: "move", moves: [{ piece, to, turn }] });
  }

  tap(cell, id) {
    if (!cell) return;
    const { motion } = this.family;
    if (motion === "placed") {
      const place = this.places.find((each) => isSame(corner(each), cell));
      if (place) this.place(place);
      return;
    }
    const movingId = motion === "walks" ? this.walker : motion === "gap" ? id : this.selectedId;
    const from = this.board.firstCell(movingId);
    const piece = this.view.scene.pieces.find((p) => p.id === movingId);
    const covers = ({ to }) => shiftTo(piece?.cells ?? [], to).some((c) => isSame(c, cell));
    const matches = this.destinations(movingId).filter((each) => motion === "gap" || covers(each));
    matches.sort((a, b) => distance(a.to, from) - distance(b.to, from));
    if (matches[0]) this.send({ act: "move", moves: matches[0].moves });
  }

  get walker() {
    return this.view.scene.pieces.find((p) => p.kind === "player")?.id;
  }

  handleKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || !this.handles(event.key)) return;
    event.preventDefault();
    event.stopPropagation(); // the notebook has its own keys
    if (!this.isWaiting) this.press(event.key);
    else if (this.keys.length < MAX_KEYS) this.keys.push(event.key);
  }

  /** Is it a key of the board? Enter is left to the buttons unless a placement is chosen. */
  handles(key) {
    const letter = key.toLowerCase();
    if (key === "Enter" || key === "Escape") return Boolean(key === "Enter" ? this.target : this.movie);
    return key in ARROWS || letter in KEYS || letter === "r" || Boolean(this.pieceWithLetter(letter));
  }

  pieceWithLetter(letter) {
    const { pieces, waiting } = this.view.scene;
    const { motion } = this.family;
    const selectable = motion === "placed" ? waiting : motion === "slides" ? pieces : [];
    return selectable.find((p) => (p.label || p.id).toLowerCase() === letter);
  }

  /** Letters select a piece; arrows move it, walk, slide the tile next to the gap or choose a placement. */
  press(key) {
    const letter = key.toLowerCase();
    const piece = this.pieceWithLetter(letter);
    if (ARROWS[key]) this.arrow(ARROWS[key]);
    else if (piece) this.pick(piece.id);
    else if (KEYS[letter]) this.send({ act: KEYS[letter] });
    else if (letter === "r" && this.turns.length > 1) this.turnPiece();
    else if (key === "Enter" && this.target) this.place(this.target);
    else if (key === "Escape" && this.movie) this.show();
  }

  arrow(step) {
    if (this.view.solved) return;
    const { motion } = this.family;
    if (motion === "placed") return this.aimAt(step);
    if (motion === "gap") {
      const to = this.view.destinations.find(({ moves, piece, to: end }) => {
        const from = this.board.firstCell(piece);
        return moves.length === 1 && isSame([end[0] - from[0], end[1] - from[1]], step);
      });
      if (to) this.send({ act: "move", moves: to.moves });
      return;
    }
    const id = motion === "walks" ? this.walker : this.selectedId;
    const to = id && destinationTowards(this.board.firstCell(id), this.destinations(id), step);
    if (to) this.send({ act: "move", moves: to.moves });
  }

  /** Chooses the nearest placement in that direction; the first press chooses the first one. */
  aimAt([down, right]) {
    const from = this.target?.to;
    const ahead = ({ to }) => (to[0] - from[0]) * down + (to[1] - from[1]) * right > 0;
    const aside = ({ to }) => Math.abs((to[0] - from[0]) * right) + Math.abs((to[1] - from[1]) * down);
    const cost = (place) => distance(place.to, from) + 3 * aside(place);
    const match = from ? this.places.filter(ahead).sort((a, b) => cost(a) - cost(b)) : this.places;
    this.target = match[0] ?? this.target;
    this.updateMarks();
  }

  receive(message) {
    if (message.film) this.play(message.film);
  }

  /** Shows the move of a hint. */
  showHint({ piece, to, turn }) {
    const match = this.view.scene.pieces.find((p) => p.id === piece);
    if (match) {
      this.board.setClass("hint", [piece]);
      if (to[0] < 0) return; // the piece is taken off the board
      this.board.addGhost(shiftTo(match.cells, to), sideOf(match.cells[0], to));
      return;
    }
    this.turn = turn;
    this.pick(piece);
    const place = this.places.find((each) => isSame(each.to, to));
    if (place) this.board.addGhost(place.cells);
  }

  play(film) {
    let at = 0;
    this.stop();
    this.board.unmark();
    this.board.setClass("hint", []);
    this.movie = setInterval(() => {
      const frame = film[at++];
      if (!frame) return this.show();
      this.board.show(frame.scene);
      return setChildren(this.below, `${at} / ${film.length}: ${frame.said}`);
    }, PACE);
  }

  /** Stops the animation. */
  stop() {
    clearInterval(this.movie);
    this.movie = null;
  }
}

/** The lower left cell of a placement. */
function corner({ cells }) {
  const { left } = boundingBox(cells);
  return cells.filter((c) => c[1] === left).sort((a, b) => b[0] - a[0])[0];
}

export default { render };
