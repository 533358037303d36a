// The drawings that are kept: each in small, with its title and what is to say of it. Nothing is asked
// before one is deleted; it can be taken back until one leaves.

/** @import { App, Draft } from "../types" */

import { mini, NOTHING } from "../board/thumbnail.js";
import { draftPath, drafts, dropDraft, keepDraft } from "../state/drafts.js";
import { isFamily } from "../state/families.js";
import { button, iconButton, levelName } from "../ui/controls.js";
import { h, put } from "../ui/dom.js";
import { plural, t } from "../ui/i18n.js";

const DAY = 86_400_000; // milliseconds

/** Deleted since one came here. @type {Map<string, Draft>} */
const gone = new Map();

/** @param {string} key */
export const isGone = (key) => gone.has(key);

/** Those that are deleted cannot be taken back any more. */
export const forget = () => gone.clear();

/** How many drawings there are. */
export const countDrafts = () => drafts().filter((draft) => isFamily(draft.family)).length;

/** @param {number} when */
function dayOf(when) {
  const lang = document.documentElement.lang || "en";
  const midnight = new Date().setHours(0, 0, 0, 0);
  const days = Math.min(0, Math.floor((when - midnight) / DAY));
  if (days < -6) return new Date(when).toLocaleDateString(lang, { dateStyle: "medium" });
  return new Intl.RelativeTimeFormat(lang, { numeric: "auto" }).format(days, "day");
}

/** @param {Draft} draft */
function stateOf({ faults, level, cost, when }) {
  const day = dayOf(when);
  if (faults) return plural(faults, "{n} thing to mend, {day}", "{n} things to mend, {day}", { day });
  if (level && cost) return t("{level}, {cost}, {day}", { level: levelName(level), cost, day });
  return t("Not rated yet, {day}", { day });
}

export class DraftList {
  el = h("ul.drafts");

  /** @param {App} app @param {() => string} current the key of the drawing at hand */
  constructor(app, current) {
    this.app = app;
    this.current = current;
  }

  show() {
    const all = [...drafts().filter((draft) => isFamily(draft.family)), ...gone.values()];
    all.sort((a, b) => b.when - a.when);
    put(
      this.el,
      all.length
        ? all.map((draft) => this.row(draft))
        : h("li.small.dim", t("No drawings yet. What you draw stays here.")),
    );
  }

  /** @param {Draft} draft */
  row(draft) {
    const { key, title, scene } = draft;
    const name = title || t("Untitled level");
    if (gone.has(key))
      return h(
        "li.d.gone",
        { "data-key": key },
        h("span", { role: "status" }, t("“{title}” is deleted.", { title: name })),
        button(t("Undo"), { class: "slim", onclick: () => this.restore(draft) }),
      );
    const now = key === this.current();
    return h(
      "li.d",
      { "data-key": key, class: now && "cur" },
      h(
        "a.op",
        { href: draftPath(key), "aria-current": now && "true" },
        mini(scene ?? NOTHING),
        h("span", h("b", name), h("small", stateOf(draft))),
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
    const open = draft.key === this.current();
    gone.set(draft.key, draft);
    dropDraft(draft.key);
    if (open) await this.app.go(`/draw?family=${draft.family}`, true);
    this.show();
    this.focus(draft.key, "button");
  }

  /** @param {Draft} draft */
  restore(draft) {
    gone.delete(draft.key);
    keepDraft(draft);
    this.show();
    this.focus(draft.key, "a");
  }

  /** @param {string} key @param {string} what */
  focus(key, what) {
    const root = this.el.isConnected ? this.el : document;
    /** @type {HTMLElement | null} */ (root.querySelector(`[data-key="${key}"] ${what}`))?.focus();
  }
}
