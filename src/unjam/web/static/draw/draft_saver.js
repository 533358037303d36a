// The draft of a drawing: its title, and how it is kept in the browser after every change.

/** @import { Draft } from "../types" */
/** @import { Drawing } from "./drawing.js" */

import { draftOf, draftPath, followDraft, keepDraft, newKey, openDraft } from "../state/drafts.js";
import { h, icon, put } from "../ui/dom.js";
import { t } from "../ui/i18n.js";
import { isGone } from "./draft_list.js";

const LONGEST = 60; // letters of a title

export class Keeping {
  /** @type {Draft | null} */
  kept = null;
  saved = h("span.saved.small.dim", { role: "status" });

  /**
   * @param {Drawing} drawing @param {string} title
   * @param {() => void} onkeep told whenever what is kept has changed
   */
  constructor(drawing, title, onkeep) {
    this.drawing = drawing;
    this.onkeep = onkeep;
    this.key = newKey();
    this.name = title;
    this.title = h("input.title", {
      "aria-label": t("Title"),
      placeholder: t("Untitled level"),
      maxlength: LONGEST,
      autocomplete: "off",
      enterkeyhint: "done",
    });
    this.title.value = title;
    this.title.addEventListener("input", () => this.look());
    this.title.addEventListener("keydown", (event) => event.key === "Enter" && this.title.blur());
  }

  /** Goes on with what was kept. @param {Draft} draft */
  take(draft) {
    this.key = draft.key;
    this.see(draft);
    openDraft(draft.key);
    this.stop = followDraft(draft.key, (other) => this.follow(other));
  }

  stop = () => {};

  /** @param {Draft} draft */
  see(draft) {
    this.kept = draft;
    this.name = this.title.value = draft.title;
    this.drawing.restore(draft);
  }

  /** Another tab has drawn on. @param {Draft} draft */
  follow(draft) {
    const same = draft.text === this.drawing.text && draft.past?.length === this.drawing.past.length;
    this.see(draft);
    if (!same) this.drawing.refresh();
    this.onkeep();
  }

  /** Keeps the drawing if it has changed. */
  look() {
    const { text, past, future } = this.drawing;
    const title = this.title.value.trim();
    const { kept } = this;
    const changed = kept
      ? text !== kept.text || past.length !== kept.past?.length || title !== kept.title
      : past.length || future.length || title !== this.name;
    if (changed) this.keep();
  }

  /** How hard it is. @param {string | null} level @param {string} cost in words */
  rated(level, cost) {
    const { kept } = this;
    if (!kept || isGone(this.key) || (kept.level === level && kept.cost === cost)) return;
    if (draftOf(this.key)?.when === kept.when) this.put({ ...kept, level, cost });
  }

  /** Keeps it as it stands now. */
  keep() {
    const { drawing, kept } = this;
    if (isGone(this.key)) return;
    const there = kept && draftOf(this.key);
    if (there && there.when !== kept.when) {
      this.key = newKey(); // another tab has drawn on meanwhile: both stay
      this.stop();
    }
    const { now, of, text, past, future } = drawing;
    const id = now?.text === text ? now.id : null;
    const known = id && kept?.id === id ? { level: kept.level, cost: kept.cost } : {};
    const title = this.title.value.trim();
    const faults = now?.faults.length ?? 0;
    const when = Math.max(Date.now(), (kept?.when ?? 0) + 1);
    const scene = now?.scene ?? null;
    this.put({
      key: this.key,
      title,
      family: of.name,
      text,
      id,
      when,
      past,
      future,
      scene,
      faults,
      ...known,
    });
  }

  /** @param {Draft} draft */
  put(draft) {
    const fresh = this.kept?.key !== draft.key;
    const done = keepDraft(draft);
    if (done) this.kept = { ...draft, past: [...(draft.past ?? [])], future: [...(draft.future ?? [])] };
    put(this.saved, icon(done ? "tick" : "warn"), done ? t("Kept in this browser") : t("No room to keep it"));
    if (done && fresh) {
      openDraft(draft.key);
      if (location.pathname.startsWith("/draw")) history.replaceState(null, "", draftPath(draft.key));
      this.stop = followDraft(draft.key, (other) => this.follow(other));
    }
    this.onkeep();
  }
}
