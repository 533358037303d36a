// DraftList: drafts with thumbnails, titles (“Untitled level” without one), the day and a note; counts,
// deletes and restores them. Deleting needs no confirmation, because it can be undone until the player leaves
// Draw.

/** @import { App, Draft } from "../types" */

import { EMPTY_SCENE, thumbnail } from "../board/thumbnail.js";
import { difficultyName } from "../rating/difficulty.js";
import { deleteDraft, draftPath, drafts, saveDraft } from "../state/drafts.js";
import { isFamily } from "../state/families.js";
import { button, iconButton } from "../ui/controls.js";
import { h, setChildren } from "../ui/dom.js";
import { plural, t } from "../ui/i18n.js";

const DAY = 86_400_000; // milliseconds

/** Drafts that can still be restored. @type {Map<string, Draft>} */
const deleted = new Map();

/** @param {string} key */
export const isDeleted = (key) => deleted.has(key);

export const forgetDeleted = () => deleted.clear();

export const countDrafts = () => drafts().filter((draft) => isFamily(draft.family)).length;

/** @param {number} when */
function relativeDay(when) {
  const lang = document.documentElement.lang || "en";
  const midnight = new Date().setHours(0, 0, 0, 0);
  const days = Math.min(0, Math.floor((when - midnight) / DAY));
  if (days < -6) return new Date(when).toLocaleDateString(lang, { dateStyle: "medium" });
  return new Intl.RelativeTimeFormat(lang, { numeric: "auto" }).format(days, "day");
}

/** @param {Draft} draft */
function draftNote({ faults, level, cost, when }) {
  const day = relativeDay(when);
  if (faults) return plural(faults, "{n} fault, {day}", "{n} faults, {day}", { day });
  if (level && cost) return t("{level}, {cost}, {day}", { level: difficultyName(level), cost, day });
  return t("Not rated yet, {day}", { day });
}

export class DraftList {
  el = h("ul.drafts");

  /** @param {App} app @param {() => string} current the key of the open draft */
  constructor(app, current) {
    this.app = app;
    this.current = current;
  }

  /** Shows the list and keeps the focus: it is also called when a rating arrives. */
  show() {
    const focused = this.el.contains(document.activeElement) ? document.activeElement : null;
    const key = focused?.closest("li")?.dataset.key;
    const all = [...drafts().filter((draft) => isFamily(draft.family)), ...deleted.values()];
    all.sort((a, b) => b.when - a.when);
    setChildren(
      this.el,
      all.length
        ? all.map((draft) => this.row(draft))
        : h("li.small.dim", t("No drawings yet. What you draw stays here.")),
    );
    if (focused && key) this.focus(key, focused.localName);
  }

  /** @param {Draft} draft */
  row(draft) {
    const { key, title, scene } = draft;
    const name = title || t("Untitled level");
    if (deleted.has(key))
      return h(
        "li.draft.gone",
        { "data-key": key },
        h("span", { role: "status" }, t("“{title}” deleted.", { title: name })),
        button(t("Undo"), { class: "slim", onclick: () => this.restore(draft) }),
      );
    const isOpen = key === this.current();
    return h(
      "li.draft",
      { "data-key": key, class: isOpen && "current" },
      h(
        "a.draft-link",
        { href: draftPath(key), "aria-current": isOpen && "true" },
        thumbnail(scene ?? EMPTY_SCENE),
        h("span", h("b", name), h("small", draftNote(draft))),
      ),
      iconButton(
        t("Delete {title}", { title: name }),
        { class: "bare", onclick: () => this.remove(draft) },
        "bin",
      ),
    );
  }

  /** @param {Draft} draft */
  async remove(draft) {
    const isOpen = draft.key === this.current();
    deleted.set(draft.key, draft);
    deleteDraft(draft.key);
    if (isOpen) await this.app.go(`/draw?family=${draft.family}`, true);
    this.show();
    this.focus(draft.key, "button");
  }

  /** @param {Draft} draft */
  restore(draft) {
    deleted.delete(draft.key);
    saveDraft(draft);
    this.show();
    this.focus(draft.key, "a");
  }

  /** @param {string} key @param {string} tag */
  focus(key, tag) {
    const root = this.el.isConnected ? this.el : document;
    /** @type {HTMLElement | null} */ (root.querySelector(`[data-key="${key}"] ${tag}`))?.focus();
  }
}
