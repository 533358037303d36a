// Cards of the player's own levels on the home page: drafts, generated levels, shelves with progress, and one
// to add a collection.

/** @import { Draft, Family, GeneratedLevel } from "../types" */

import * as api from "../api.js";
import { EMPTY_SCENE, thumbnail } from "../board/thumbnail.js";
import { draftPath, drafts } from "../state/drafts.js";
import { findFamily, isFamily } from "../state/families.js";
import { generatedLevels, generatedTitle } from "../state/generated_levels.js";
import { shelfPath, shelves } from "../state/shelves.js";
import { loadGame } from "../state/store.js";
import { actionLink } from "../ui/controls.js";
import { h, icon, setChildren, setVars } from "../ui/dom.js";
import { messageText, t } from "../ui/i18n.js";
import { statusCaption } from "../ui/level_card.js";

const MAX_GENERATED = 10;

/** @param {Family} family @param {AbortSignal} signal */
export function myLevels(family, signal) {
  const ownDrafts = drafts().filter((draft) => draft.family === family.name);
  const generated = generatedLevels(family.name).filter(([id]) => loadGame(id));
  const all = ownDrafts.length + generated.length;
  const shown = all - Math.max(0, generated.length - MAX_GENERATED);
  const row = h("div.level-row", ownDrafts.map(draftCard));
  const showGenerated = (/** @type {[string, GeneratedLevel][]} */ levels) =>
    row.append(...levels.map((level) => generatedCard(level, signal)));
  showGenerated(generated.slice(0, MAX_GENERATED));
  const more = h(
    "span.small.dim",
    t("{n} of {all} shown.", { n: shown, all }),
    " ",
    actionLink(t("Show all"), "#all", () => {
      more.remove();
      showGenerated(generated.slice(MAX_GENERATED));
    }),
  );
  return [
    h(
      "section",
      h(
        "div.heading-row",
        h("h2", t("My levels")),
        family.editor && h("a.small", { href: `/draw?family=${family.name}` }, t("Draw one")),
        shown < all && more,
      ),
      all ? row : h("p.small.dim", t("You have no levels yet. Draw or paste one.")),
    ),
    h(
      "section",
      h("div.heading-row", h("h2", t("Collections"))),
      h("div.cards", shelfCards(family, signal), addCard()),
    ),
  ];
}

/** @param {Draft} draft */
function draftCard({ key, id, title, scene, family }) {
  const name = title || t("Untitled level");
  return h(
    "a.level-card",
    { href: draftPath(key) },
    thumbnail(scene ?? EMPTY_SCENE),
    id ? statusCaption({ id, family, cost: null }) : h("span.caption"),
    h("small", name),
  );
}

/** The thumbnail of a level, loaded from the server. @param {string} id @param {AbortSignal} signal */
function loadThumbnail(id, signal) {
  const el = h("span.hold", thumbnail(EMPTY_SCENE));
  api.position(id).then(
    ({ scene }) => signal.aborted || setChildren(el, thumbnail(scene)),
    () => undefined,
  );
  return el;
}

/** @param {[string, GeneratedLevel]} level @param {AbortSignal} signal */
const generatedCard = ([id, level], signal) =>
  h(
    "a.level-card",
    { href: `/play/${id}` },
    loadThumbnail(id, signal),
    statusCaption({ id, family: level.family, cost: null }),
    h("small", generatedTitle(level)),
  );

/**
 * The shelves of this family first, the others in their own colours.
 * @param {Family} family @param {AbortSignal} signal
 */
function shelfCards(family, signal) {
  const isOther = (/** @type {{family: string | null}} */ shelf) => Number(shelf.family !== family.name);
  const sorted = shelves().sort((a, b) => isOther(a) - isOther(b));
  return sorted.map((shelf) => shelfCard(shelf, family, signal));
}

/** @param {ReturnType<typeof shelves>[0]} shelf @param {Family} family @param {AbortSignal} signal */
function shelfCard({ key, name, family: familyName, count: all, solved: n, first }, family, signal) {
  const shelfFamily = findFamily(familyName);
  const values = { n, all, family: messageText(shelfFamily.title) };
  const isOther = familyName !== family.name && isFamily(familyName);
  const done = isOther ? t("{family}, {n} of {all}", values) : t("{n} of {all}", values);
  const el = h(
    "a.card",
    {
      href: shelfPath(key),
      class: isOther && "sky",
      vars: { done: `${(100 * n) / (all || 1)}%` },
    },
    first && loadThumbnail(first, signal),
    h("span", h("b", name), h("br"), h("small", done), h("i.done")),
  );
  if (isOther) setVars(el, { ...shelfFamily.sky });
  return el;
}

const addCard = () =>
  h(
    "a.card.adding",
    { href: "/open" },
    icon("text"),
    h("span", h("b", t("Add a collection")), h("br"), h("small", t("Drop a file here, or open one"))),
  );
