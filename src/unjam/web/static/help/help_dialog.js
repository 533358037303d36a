// The help dialog: the rules of the family at hand in pictures, and the keys of the current view; and the
// rules alone, for a player who opens a level of a family for the first time.

/** @import { Family, HelpTopic, KeyRow } from "../types" */

import { button } from "../ui/controls.js";
import { openDialog } from "../ui/dialogs.js";
import { h, isTouchOnly } from "../ui/dom.js";
import { messageText, t } from "../ui/i18n.js";
import { makeRulesCard } from "./rules_card.js";
import { viewKeys } from "./view_keys.js";

const WITH_RULES = ["", "puzzles", "play", "watch"]; // views in which levels are played

/** @param {HelpTopic} topic what the player looks at */
export function helpDialog({ view, family, id }) {
  const rules = h("div.rules-holder", { hidden: true });
  const keys = h("div.keys", viewKeys(view, family).map(keyGroup));
  const typing = h("p.small.dim", t("Shortcuts are off while you type in a text field."));
  const touch = isTouchOnly();
  const dialog = openDialog(
    touch ? t("Help") : t("Keys and help"),
    rules,
    touch && touchHelp(family),
    touch ? h("details", h("summary.small", t("With a keyboard")), typing, keys) : [keys, typing],
  );
  dialog.classList.add("help");
  if (family && WITH_RULES.includes(view)) addRules(rules, family, id);
  return dialog;
}

/** How to play with a finger. @param {Family | null} family */
const touchHelp = (family) => [
  family && h("p", messageText(family.words.phone)),
  h("p.small.dim", t("On a large board, use two fingers to move and zoom, or tap twice.")),
];

/** @param {HTMLElement} holder @param {Family} family @param {string | null} id */
async function addRules(holder, family, id) {
  const card = await makeRulesCard(family, id);
  if (!card || !holder.isConnected) return;
  holder.append(h("div.row", h("h3", messageText(family.title)), card.again), card.el);
  holder.hidden = false;
  card.play();
}

/** The rules, before the first level of a family. @param {Family} family @param {string} id */
export async function rulesDialog(family, id) {
  const card = await makeRulesCard(family, id);
  if (!card || document.querySelector("dialog[open]")) return;
  const start = button(t("Play"), { class: "go push", onclick: () => dialog.close() }, "play");
  const dialog = openDialog(
    t("{family}: how to play", { family: messageText(family.title) }),
    card.el,
    h("div.row", card.again, start),
  );
  dialog.classList.add("help");
  start.focus();
  card.play();
}

/** The name of a key or gesture in the player's language. @param {string} key */
function keyName(key) {
  if (key === "Ctrl" && /Mac|iP(hone|ad)/.test(navigator.platform)) return "⌘";
  return (
    {
      Backspace: t("Backspace"),
      Click: t("Click"),
      Del: t("Del"),
      Drag: t("Drag"),
      End: t("End"),
      Enter: t("Enter"),
      Esc: t("Esc"),
      Home: t("Home"),
      Shift: t("Shift"),
      Space: t("Space"),
      Swipe: t("Swipe"),
    }[key] ?? key
  );
}

/** A key, several that are pressed together, or a sign between two. @param {string} keys */
const keyCaps = (keys) =>
  /^[/–]$/.test(keys) ? h("span", keys) : keys.split("+").map((key) => h("kbd", keyName(key)));

/** @param {ReturnType<typeof viewKeys>[number]} group */
const keyGroup = ({ title, rows, note }) =>
  h("div", h("h3.small.dim", title), h("dl", rows.map(keyRow)), note && h("p.small.dim", note));

/** @param {KeyRow} row */
const keyRow = ([keys, does]) => h("div", h("dt", keys.map(keyCaps)), h("dd", does));
