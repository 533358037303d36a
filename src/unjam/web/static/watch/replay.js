// Replay, a solution as a list of scenes: what each move changes, its short text and title, its direction.

/** @import { Entry, Family, Piece, Scene, Solution } from "../types" */

import { moveArrows, movedPiece } from "../board/moved_piece.js";
import { pieceName } from "../state/families.js";
import { capitalize, messageText, t } from "../ui/i18n.js";

/** Computes every scene from the first one and the changes of each step. @param {Solution} solution */
function allScenes(solution) {
  const scenes = [solution.scene];
  const waiting = new Map([...solution.scene.pieces, ...solution.scene.waiting].map((p) => [p.id, p]));
  for (const step of solution.steps) {
    const last = scenes[scenes.length - 1];
    const pieces = new Map(last.pieces.map((p) => [p.id, p]));
    for (const id of step.gone) pieces.delete(id);
    for (const piece of step.now) pieces.set(piece.id, piece);
    const left = (step.waiting ?? []).flatMap((id) => waiting.get(id) ?? []);
    scenes.push({ ...last, pieces: [...pieces.values()], waiting: left });
  }
  return scenes;
}

/** A solution that can be shown move by move; moves count from 1, 0 is the start. */
export class Replay {
  /** @param {string} id of the first position @param {Solution} solution @param {Family} family */
  constructor(id, solution, family) {
    this.solution = solution;
    this.family = family;
    this.scenes = allScenes(solution);
    this.ids = [id, ...solution.steps.map((step) => step.id)];
  }

  /** Number of moves. */
  get length() {
    return this.scenes.length - 1;
  }

  /** @param {number} i */
  change(i) {
    return movedPiece(this.scenes[i - 1], this.scenes[i], this.solution.moves[i - 1].piece);
  }

  /** The first moves as history entries of a game. @param {number} count @returns {Entry[]} */
  entries(count) {
    return this.ids.slice(1, count + 1).map((id, i) => {
      const { now, was } = this.change(i + 1);
      const move = now && was ? { piece: { ...now, cells: [] }, arrow: moveArrows(was, now) } : {};
      return { id, words: this.solution.words[i], costs: this.solution.costs[i], ...move };
    });
  }

  /** @param {number} i */
  moveText(i) {
    return messageText(this.solution.words[i - 1]);
  }

  /** A move within a sentence: the piece and how far it goes, if it has a label. @param {number} i */
  shortText(i) {
    const { now, was } = this.change(i);
    return now?.label && was ? `${pieceName(now, this.family)} ${direction(was, now)}` : this.moveText(i);
  }

  /** @param {number} i */
  moveTitle(i) {
    return capitalize(this.shortText(i));
  }
}

/** How far a piece moves, in words. @param {Piece} was @param {Piece} now */
export function direction(was, now) {
  const [dr, dc] = now.cells[0].map((n, i) => n - was.cells[0][i]);
  const n = Math.abs(dc);
  const across = dc < 0 ? t("left {n}", { n }) : t("right {n}", { n });
  const m = Math.abs(dr);
  const along = dr < 0 ? t("up {n}", { n: m }) : t("down {n}", { n: m });
  return [dc ? across : "", dr ? along : ""].filter(Boolean).join(", ");
}
