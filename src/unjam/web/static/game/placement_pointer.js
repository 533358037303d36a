// Mouse and touch for pieces that are placed: drag a piece, or click it and then an asterisk.

/** @import { Cell, Piece } from "../types" */
/** @import { PlacementGame } from "./placement_game.js" */

import { preventFling, trackPointer } from "../board/drag.js";
import { boundingBox } from "../board/geometry.js";
import { makePiece } from "../board/piece.js";
import { pieceElement, setVars } from "../ui/dom.js";

const REACH = 0.8; // cells; how near to an asterisk a piece must be dropped

/** @param {PlacementGame} game */
export function attachTrayPointer(game) {
  preventFling(game.boardElement);
  game.boardElement.addEventListener("pointerdown", (event) => {
    if (event.button || game.won || game.search.running) return;
    const el = pieceElement(event);
    const id = el?.dataset.id ?? trayPieceId(event);
    const piece = el && id && !el.classList.contains("locked") ? game.piece(id) : undefined;
    /** @type {CarriedPiece | null} */
    let carried = null;
    trackPointer(
      event,
      (e) => {
        if (!piece) return;
        carried ??= new CarriedPiece(game, piece);
        carried.follow(e);
      },
      async (e, moved) => {
        carried?.float.remove();
        if (e.type === "pointercancel") return carried?.cancel();
        if (!moved) game.tapAt(game.board.cell(e), id);
        await carried?.drop();
      },
    );
  });
}

/** The piece whose tray cell is under a pointer. @param {Event} event */
const trayPieceId = (event) =>
  /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest("[data-tray]"))?.dataset
    .tray ?? null;

/** A piece that is being dragged. */
class CarriedPiece {
  /** @type {Cell} the cell under the pointer, and the lower left one of the piece, with fractions */
  at = [0, 0];
  /** @type {Cell} */
  corner = [0, 0];

  /** @param {PlacementGame} game @param {Piece} piece */
  constructor(game, piece) {
    this.game = game;
    const { selected, form } = game.hand;
    const isSelected = selected === piece.id;
    this.piece = isSelected ? { ...piece, cells: form } : piece;
    this.isOnBoard = game.scene.pieces.some((p) => p.id === piece.id);
    this.selection = isSelected ? null : game.act("select", { piece: piece.id });
    this.float = makePiece(this.piece, true);
    this.float.classList.add("lift", "floating");
    document.body.append(this.float);
    game.pieceElement(piece.id)?.classList.add("lifted");
  }

  cancel() {
    this.game.pieceElement(this.piece.id)?.classList.remove("lifted");
  }

  /** @param {PointerEvent} e */
  follow(e) {
    const { board } = this.game;
    const { w, h } = boundingBox(this.piece.cells);
    const { cellSize } = board;
    setVars(this.float, { u: `${cellSize}px`, g: "2px" });
    this.float.style.left = `${e.clientX - (w * cellSize) / 2}px`;
    this.float.style.top = `${e.clientY - (h * cellSize) / 2}px`;
    this.at = board.point(e);
    this.corner = [this.at[0] + h / 2 - 1, this.at[1] - w / 2];
  }

  /** Drops it on the nearest asterisk, takes it off if it is outside the board, else puts it back. */
  async drop() {
    const { game, at, corner } = this;
    await this.selection;
    this.cancel();
    const distance = (/** @type {Cell} */ cell) => Math.hypot(cell[0] - corner[0], cell[1] - corner[1]);
    const [near] = [...game.hand.stars].sort((a, b) => distance(a) - distance(b));
    const { rows, cols } = game.scene;
    if (near && distance(near) < REACH) {
      await game.act("preview", { cell: near });
      await game.act("place");
    } else if (Math.min(at[0], at[1]) < -0.5 || at[0] > rows + 0.5 || at[1] > cols + 0.5)
      await game.act("escape");
    else if (this.isOnBoard) await game.act("place"); // back where it was
  }
}
