// The keys of each view, in words. A key with a plus is pressed together with others; "/" stands between two
// that do the same, "–" between the first and the last of many.

/** @import { Family, KeyGroup, KeyRow } from "../types" */

import { messageText, t } from "../ui/i18n.js";

const ARROWS = ["←", "↑", "→", "↓"];

/** @param {string} view the first part of its address @param {Family | null} family @returns {KeyGroup[]} */
export function viewKeys(view, family) {
  const groups = { play: playKeys, watch: watchKeys, draw: drawKeys, lab: labKeys, shelf: shelfKeys }[view];
  return [...(groups?.(family) ?? []), { title: t("Everywhere"), rows: commonKeys() }];
}

/** @returns {KeyRow[]} */
const commonKeys = () => [
  [["?", "/", "F1"], t("this help")],
  [["Ctrl+V"], t("open a level, link or id that you copied")],
  [["Esc"], t("close what is open")],
];

/** @param {Family | null} family @returns {KeyGroup[]} */
function playKeys(family) {
  const isPlaced = family?.motion === "placed";
  const hasLetters = family?.motion === "slides";
  const hasOwnUndo = family?.keys.some((each) => each.keys.includes("Backspace"));
  /** @type {KeyRow[]} */
  const actions = [
    [["Ctrl+Z"], t("undo")],
    [["Ctrl+Y"], t("redo")],
    [["Home"], t("start again")],
    [["Shift+H"], t("hint")],
    [["Shift+N"], t("next level")],
    [["Shift+W"], t("watch the solution")],
  ];
  if (!isPlaced) actions.unshift([["Space"], t("press the main button, while no piece is picked")]);
  if (!hasOwnUndo) actions.splice(-4, 0, [["Backspace"], t("undo one step")]);
  if (family?.editor) actions.push([["Shift+E"], t("edit a copy")]);
  const note = hasLetters
    ? t("A letter alone always picks a piece.")
    : t("Z, Y, R, H, N, W and E do the same without Shift or Ctrl: no piece here has a letter.");
  return [
    { title: t("Move"), rows: family?.keys.length ? ownKeys(family) : moveKeys(hasLetters) },
    { title: t("Play"), rows: actions, note },
  ];
}

/** @param {boolean} hasLetters @returns {KeyRow[]} */
const moveKeys = (hasLetters) =>
  hasLetters
    ? [
        [["A", "–", "Z"], t("pick a piece")],
        [ARROWS, t("move it")],
        [["Tab"], t("to the board; there the arrow keys go from piece to piece")],
        [["Esc"], t("let go")],
      ]
    : [
        [ARROWS, t("move the piece beside the gap into it")],
        [["Tab"], t("to the board")],
        [["Enter"], t("move the piece that has the focus")],
      ];

/** The keys that a family describes itself. @param {Family} family @returns {KeyRow[]} */
const ownKeys = ({ keys }) => keys.map((each) => [[...each.keys], messageText(each.does)]);

/** @returns {KeyGroup[]} */
const watchKeys = () => [
  {
    title: t("Watch"),
    rows: [
      [["Space"], t("play, pause")],
      [["←", "→"], t("one move back, one move forward")],
      [["Home", "End"], t("go to the start or the end")],
      [["R"], t("restart")],
      [["1", "2", "3"], t("speed")],
      [["Shift+P"], t("play the level")],
    ],
  },
];

/** @param {Family | null} family @returns {KeyGroup[]} */
const drawKeys = (family) => [
  {
    title: t("Draw"),
    rows: [
      [["1", "–", String(family?.editor?.tools.length ?? 6)], t("choose a tool")],
      [["Tab", "/", ...ARROWS], t("choose a cell of the board")],
      [["Enter", "/", "Space"], t("use the tool there")],
      [["T"], t("turn the piece")],
      [["Del", "/", "Backspace"], t("delete it")],
      [["Ctrl+Z"], t("undo")],
      [["Ctrl+Y"], t("redo")],
    ],
  },
];

/** @returns {KeyGroup[]} */
const labKeys = () => [
  {
    title: t("Lab"),
    rows: [
      [["Space"], t("run, pause")],
      [["←", "→"], t("one expansion; with Shift, many")],
      [["Home", "End"], t("go to the start or the end")],
      [["R"], t("restart")],
      [["Tab", "/", ...ARROWS], t("choose a window in a panel")],
      [["Enter"], t("play from it")],
    ],
  },
];

/** @returns {KeyGroup[]} */
const shelfKeys = () => [
  {
    title: t("Shelf"),
    rows: [
      [ARROWS, t("choose a level")],
      [["Enter"], t("play it")],
    ],
  },
];
