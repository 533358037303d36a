// Announcer: tells screen readers where the pieces went, what else changed on the board, and what keeps a
// piece from moving when an arrow key does nothing.

/** @import { Piece, Position, Side } from "../types" */
/** @import { Game } from "../game/game.js" */
/** @import { PlacementGame } from "../game/placement_game.js" */

import { blocked } from "../api.js";
import { describePiece, rowAndColumn } from "../board/screen_reader_text.js";
import { pieceName } from "../state/families.js";
import { h, setChildren } from "../ui/dom.js";
import { asSentence, capitalize, joinSentences, messageText, plural, t } from "../ui/i18n.js";

const MAX_DESCRIBED = 3; // more pieces than that are only counted
const PAUSE = 800; // milliseconds in which a key that is held down is not explained again

export class Announcer {
  el = h("p.visually-hidden", { role: "status" });
  /** The position that was described last. */
  position = /** @type {Position | null} */ (null);
  /** The asterisk and the preview that were described last. */
  hand = "";
  /** What was explained last, and when. */
  explained = { what: "", time: 0 };

  /** @param {Game} game */
  constructor(game) {
    this.game = game;
  }

  /** Announces a text, even if it is the same as before. @param {string} text */
  say(text) {
    if (text) setChildren(this.el, h("span", text));
  }

  /** Describes what has changed since the last time. */
  update() {
    const before = this.position;
    const { position } = this.game;
    this.position = position;
    if (before && before.id !== position.id) this.describeMove(before, position);
    else if ("hand" in this.game) this.describeHand(/** @type {PlacementGame} */ (this.game));
  }

  /** @param {Position} before @param {Position} after */
  describeMove(before, after) {
    const { family, history } = this.game;
    const moved = movedPieces(before, after);
    const waiting = after.scene.waiting.filter(({ id }) => before.scene.pieces.some((p) => p.id === id));
    this.hand = "";
    this.say(
      joinSentences(
        history.at ? "" : t("Back at the start."),
        moved.length > MAX_DESCRIBED
          ? plural(moved.length, "{n} piece has moved.", "{n} pieces have moved.")
          : joinSentences(...moved.map((piece) => asSentence(describePiece(piece, after.scene)))),
        ...waiting.map((piece) => t("{piece}: taken off the board.", { piece: this.name(piece) })),
        family.motion === "placed" ? coveredText(after) : "",
        family.motion === "slides" && !after.solved ? this.freedText(before, after, moved) : "",
      ),
    );
  }

  /** @param {Piece} piece */
  name(piece) {
    return capitalize(pieceName(piece, this.game.family));
  }

  /**
   * Which other pieces can move now, and which no longer can.
   * @param {Position} before @param {Position} after @param {Piece[]} moved
   */
  freedText(before, after, moved) {
    const [could, can] = [before, after].map(
      (position) => new Set(position.destinations.map((d) => d.piece)),
    );
    const others = after.scene.pieces.filter((piece) => !moved.includes(piece));
    const names = (/** @type {Piece[]} */ pieces) =>
      capitalize(pieces.map((piece) => pieceName(piece, this.game.family)).join(", "));
    const freed = others.filter(({ id }) => can.has(id) && !could.has(id));
    const stopped = others.filter(({ id }) => could.has(id) && !can.has(id));
    const [n, m] = [freed.length, stopped.length];
    return joinSentences(
      n ? plural(n, "{pieces} can move now.", "These can move now: {pieces}.", { pieces: names(freed) }) : "",
      m
        ? plural(m, "{pieces} can no longer move.", "These can no longer move: {pieces}.", {
            pieces: names(stopped),
          })
        : "",
    );
  }

  /** The asterisk chosen with the arrow keys, or where a piece is tried out. @param {PlacementGame} game */
  describeHand({ hand, starIndex, scene, allPieces }) {
    const star = hand.stars[starIndex];
    const now = JSON.stringify([hand.selected, star, hand.preview]);
    if (now === this.hand) return;
    this.hand = now;
    const piece = allPieces.find((each) => each.id === hand.selected);
    if (piece && hand.preview.length) {
      const where = describePiece({ ...piece, cells: hand.preview, state: "" }, scene);
      this.say(joinSentences(asSentence(where), t("Not placed yet.")));
    } else if (star) {
      const values = { ...rowAndColumn(scene, star), n: starIndex + 1, all: hand.stars.length };
      this.say(t("Row {row}, column {column}: place {n} of {all}.", values));
    }
  }

  /**
   * Says why an arrow key moves nothing.
   * @param {string} id of the piece; empty where every piece next to the gap was meant @param {Side} side
   */
  async explainBlocked(id, side) {
    const { game } = this;
    const { selectedId } = game;
    const { id: position } = game.entry;
    const what = JSON.stringify([position, id, side]);
    const time = performance.now();
    if (what === this.explained.what && time - this.explained.time < PAUSE) return undefined;
    this.explained = { what, time };
    const reason = await blocked(position, id, side).catch(() => null);
    const isLate = game.entry.id !== position || game.selectedId !== selectedId || game.hints.step > 0;
    if (isLate) return undefined;
    const piece = game.piece(id);
    const general = piece ? t("{name} cannot move that way.", { name: this.name(piece) }) : "";
    const text = reason ? asSentence(messageText(reason.message)) : general;
    if (!text || !game.selectsFirst) return this.say(text);
    setChildren(game.below); // so that the same sentence is announced again
    return game.setStatus(text, "", { piece });
  }
}

/**
 * The pieces that stand elsewhere than before, or in another state.
 * @param {Position} before @param {Position} after
 */
function movedPieces(before, after) {
  const known = new Map(
    before.scene.pieces.map((piece) => [piece.id, JSON.stringify([piece.cells, piece.state])]),
  );
  return after.scene.pieces.filter(
    (piece) => known.get(piece.id) !== JSON.stringify([piece.cells, piece.state]),
  );
}

/** @param {Position} position */
function coveredText({ scene }) {
  const all = scene.floor.join("").replace(/[ #]/g, "").length;
  const n = scene.pieces.reduce((sum, piece) => sum + piece.cells.length, 0);
  return t("{n} of {all} squares covered.", { n, all });
}
