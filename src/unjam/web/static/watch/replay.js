// A solution as scenes, and its moves in few words.

/** @import { Entry, Family, Piece, Scene, Solution } from "../types" */

import { arrows, changed } from "../board/changes.js";
import { called } from "../state/families.js";
import { capital, say, t } from "../ui/i18n.js";

/** Every scene of a replay, from the first and what changes with each step. @param {Solution} found */
function unfold(found) {
  const scenes = [found.scene];
  const waiting = new Map([...found.scene.pieces, ...found.scene.waiting].map((p) => [p.id, p]));
  for (const step of found.steps) {
    const last = scenes[scenes.length - 1];
    const pieces = new Map(last.pieces.map((p) => [p.id, p]));
    for (const id of step.gone) pieces.delete(id);
    for (const piece of step.now) pieces.set(piece.id, piece);
    const left = (step.waiting ?? []).flatMap((id) => waiting.get(id) ?? []);
    scenes.push({ ...last, pieces: [...pieces.values()], waiting: left });
  }
  return scenes;
}

/** A solution that can be seen move by move; moves count from 1, 0 is the start. */
export class Replay {
  /** @param {string} id where it begins @param {Solution} found @param {Family} of */
  constructor(id, found, of) {
    this.found = found;
    this.of = of;
    this.scenes = unfold(found);
    this.ids = [id, ...found.steps.map((step) => step.id)];
  }

  /** How many moves there are. */
  get length() {
    return this.scenes.length - 1;
  }

  /** @param {number} i */
  change(i) {
    return changed(this.scenes[i - 1], this.scenes[i], this.found.moves[i - 1].piece);
  }

  /** The first moves as a game holds them. @param {number} count @returns {Entry[]} */
  entries(count) {
    return this.ids.slice(1, count + 1).map((id, i) => {
      const { now, was } = this.change(i + 1);
      const seen = now && was ? { piece: { ...now, cells: [] }, arrow: arrows(was, now) } : {};
      return { id, words: this.found.words[i], costs: this.found.costs[i], ...seen };
    });
  }

  /** @param {number} i */
  words(i) {
    return say(this.found.words[i - 1]);
  }

  /** The move within a sentence: the piece and how far it goes, where it has a name. @param {number} i */
  brief(i) {
    const { now, was } = this.change(i);
    return now?.label && was ? `${called(now, this.of)} ${direction(was, now)}` : this.words(i);
  }

  /** @param {number} i */
  title(i) {
    return capital(this.brief(i));
  }
}

/** How far a piece goes, in words. @param {Piece} was @param {Piece} now */
export function direction(was, now) {
  const [dr, dc] = now.cells[0].map((n, i) => n - was.cells[0][i]);
  const n = Math.abs(dc);
  const across = dc < 0 ? t("left {n}", { n }) : t("right {n}", { n });
  const m = Math.abs(dr);
  const along = dr < 0 ? t("up {n}", { n: m }) : t("down {n}", { n: m });
  return [dc ? across : "", dr ? along : ""].filter(Boolean).join(", ");
}
