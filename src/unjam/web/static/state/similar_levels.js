// Addresses of new levels like one that was played: as hard, and a bit harder.

/** @import { Family, Scene } from "../types" */

import { DIFFICULTIES } from "../rating/difficulty.js";
import { generatedLevel, generatePath } from "./generated_levels.js";

/**
 * The addresses of a new level as hard as this one and of a harder one: of the next difficulty, for an expert
 * a larger one. Null where the family generates none.
 * @param {Family} family @param {string | null} difficulty @param {Scene} scene @param {string} start
 */
export function similarLevels(family, difficulty, { rows, cols }, start) {
  const generated = generatedLevel(start);
  const at = DIFFICULTIES.indexOf(difficulty ?? generated?.level ?? "");
  if (at < 0) return { same: null, harder: null };
  const size = generated?.size ?? `${rows}x${cols}`;
  const path = (/** @type {string | undefined} */ level, sizeName = sizeFor(family, level, size)) =>
    level && sizeName
      ? generatePath({ family: family.name, level, size: sizeName, seed: 0, title: "", date: null }, false)
      : null;
  const next = DIFFICULTIES[at + 1];
  return {
    same: path(DIFFICULTIES[at]),
    harder: next ? path(next) : path(DIFFICULTIES[at], largerSize(family, size)),
  };
}

/**
 * This size if levels of the difficulty are generated in it, else the default one.
 * @param {Family} family @param {string | undefined} difficulty @param {string} size
 */
function sizeFor({ sizes, default_sizes: defaults }, difficulty = "", size) {
  const isOffered = sizes.some((each) => each.name === size && each.difficulties.includes(difficulty));
  return isOffered ? size : (defaults[difficulty] ?? "");
}

/** The next size with levels for experts. @param {Family} family @param {string} size */
function largerSize({ sizes }, size) {
  const area = (/** @type {string} */ name) => name.split("x").reduce((product, n) => product * Number(n), 1);
  const larger = sizes.filter(
    ({ name, difficulties }) => area(name) > area(size) && difficulties.includes(DIFFICULTIES[3]),
  );
  return larger.sort((a, b) => area(a.name) - area(b.name))[0]?.name ?? "";
}
