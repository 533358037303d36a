// What is the reader's own: drawings and new levels, and the collections that were opened.

/** @import { Draft, Family, MadeNote } from "../types" */

import * as api from "../api.js";
import { mini, NOTHING } from "../board/thumbnail.js";
import { draftPath, drafts } from "../state/drafts.js";
import { family, isFamily } from "../state/families.js";
import { madeFor } from "../state/generated_levels.js";
import { shelfOf, shelfPath, shelves } from "../state/shelves.js";
import { gameOf } from "../state/store.js";
import { h, icon, put, setVars } from "../ui/dom.js";
import { say, t } from "../ui/i18n.js";
import { caption } from "../ui/level_status.js";

const MOST_MADE = 10;

/** @param {Family} of @param {AbortSignal} signal */
export function mine(of, signal) {
  const own = drafts().filter((draft) => draft.family === of.name);
  const made = madeFor(of.name)
    .filter(([id]) => gameOf(id))
    .slice(0, MOST_MADE);
  return [
    h(
      "section",
      h(
        "div.bar2",
        h("h2", t("My levels")),
        of.editor && h("a.small", { href: `/draw?family=${of.name}` }, t("Draw one")),
      ),
      own.length + made.length
        ? h(
            "div.ten",
            own.map((draft) => drawn(draft)),
            made.map((each) => fresh(each, signal)),
          )
        : h("p.small.dim", t("No levels of yours yet. Draw one, or paste a text.")),
    ),
    h("section", h("div.bar2", h("h2", t("Collections"))), h("div.cards", collections(of, signal), adding())),
  ];
}

/** @param {Draft} draft */
function drawn({ key, id, title, scene, family }) {
  const name = title || t("Untitled level");
  return h(
    "a.lv",
    { href: draftPath(key) },
    mini(scene ?? NOTHING),
    id ? caption({ id, family, cost: null }) : h("span.cap"),
    h("small", name),
  );
}

/** The board of a level, once the server has told it. @param {string} id @param {AbortSignal} signal */
function picture(id, signal) {
  const el = h("span.hold", mini(NOTHING));
  api.position(id).then(
    ({ scene }) => signal.aborted || put(el, mini(scene)),
    () => undefined,
  );
  return el;
}

/** A level that was made here and begun. @param {[string, MadeNote]} made @param {AbortSignal} signal */
const fresh = ([id, { family, title }], signal) =>
  h(
    "a.lv",
    { href: `/play/${id}` },
    picture(id, signal),
    caption({ id, family, cost: null }),
    h("small", title),
  );

/** Of this family first, the others under their own sky. @param {Family} of @param {AbortSignal} signal */
function collections(of, signal) {
  const all = shelves();
  const own = all.filter((each) => each.family === of.name);
  return [...own, ...all.filter((each) => !own.includes(each))].map((each) => card(each, of, signal));
}

/** @param {ReturnType<typeof shelves>[0]} shelf @param {Family} of @param {AbortSignal} signal */
function card({ key, name, family: kind, count: all, solved: n }, of, signal) {
  const values = { n, all, family: say(family(kind).title) };
  const other = kind !== of.name && isFamily(kind);
  const first = shelfOf(key)?.slots.find(({ id }) => id)?.id;
  const done = other ? t("{family}, {n} of {all}", values) : t("{n} of {all}", values);
  const el = h(
    "a.card",
    {
      href: shelfPath(key),
      class: other && "sky",
      vars: { done: `${(100 * n) / (all || 1)}%` },
    },
    first && picture(first, signal),
    h("span", h("b", name), h("br"), h("small", done), h("i.done")),
  );
  if (other) setVars(el, { ...family(kind).sky });
  return el;
}

const adding = () =>
  h(
    "a.card.adding",
    { href: "/open" },
    icon("text"),
    h("span", h("b", t("Add a collection")), h("br"), h("small", t("Drop a file here, or open one"))),
  );
