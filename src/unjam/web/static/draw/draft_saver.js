// DraftSaver saves a drawing as a draft after every change, with title and rating, resumes a draft, and
// follows another tab.

/** @import { Draft } from "../types" */
/** @import { Drawing } from "./drawing.js" */

import { currentPath, setAddress } from "../addresses.js";
import { draftPath, loadDraft, newDraftKey, saveDraft, setOpenDraft, watchDraft } from "../state/drafts.js";
import { h, icon, setChildren } from "../ui/dom.js";
import { t } from "../ui/i18n.js";
import { isDeleted } from "./draft_list.js";

const MAX_TITLE_LENGTH = 60;

export class DraftSaver {
  /** @type {Draft | null} */
  saved = null;
  status = h("span.saved.small.dim", { role: "status" });

  /**
   * @param {Drawing} drawing @param {string} title
   * @param {() => void} onsave called when the draft was saved or changed
   */
  constructor(drawing, title, onsave) {
    this.drawing = drawing;
    this.onsave = onsave;
    this.key = newDraftKey();
    this.initialTitle = title;
    this.title = h("input.title", {
      "aria-label": t("Title"),
      placeholder: t("Untitled level"),
      maxlength: MAX_TITLE_LENGTH,
      autocomplete: "off",
      enterkeyhint: "done",
    });
    this.title.value = title;
    this.title.addEventListener("input", () => this.saveIfChanged());
    this.title.addEventListener("keydown", (event) => event.key === "Enter" && this.title.blur());
  }

  /** Resumes a saved draft. @param {Draft} draft */
  resume(draft) {
    this.key = draft.key;
    this.load(draft);
    setOpenDraft(draft.key);
    this.stop = watchDraft(draft.key, (other) => this.follow(other));
  }

  stop = () => {};

  /** @param {Draft} draft */
  load(draft) {
    this.saved = draft;
    this.initialTitle = this.title.value = draft.title;
    this.drawing.restore(draft);
  }

  /** Takes over the changes of another tab. @param {Draft} draft */
  follow(draft) {
    const isSame = draft.text === this.drawing.text && draft.past?.length === this.drawing.past.length;
    this.load(draft);
    if (!isSame) this.drawing.refresh();
    this.onsave();
  }

  saveIfChanged() {
    const { text, past, future } = this.drawing;
    const title = this.title.value.trim();
    const { saved } = this;
    const changed = saved
      ? text !== saved.text || past.length !== saved.past?.length || title !== saved.title
      : past.length || future.length || title !== this.initialTitle;
    if (changed) this.save();
  }

  /** @param {string | null} difficulty @param {string} cost in words */
  setRating(difficulty, cost) {
    const { saved } = this;
    if (!saved || isDeleted(this.key) || (saved.level === difficulty && saved.cost === cost)) return;
    if (loadDraft(this.key)?.when === saved.when) this.write({ ...saved, level: difficulty, cost });
  }

  save() {
    const { drawing, saved } = this;
    if (isDeleted(this.key)) return;
    const stored = saved && loadDraft(this.key);
    if (stored && stored.when !== saved.when) {
      this.key = newDraftKey(); // another tab has changed it: keep both
      this.stop();
    }
    const { sketch, family, text, past, future } = drawing;
    const id = sketch?.text === text ? sketch.id : null;
    const rating = id && saved?.id === id ? { level: saved.level, cost: saved.cost } : {};
    this.write({
      ...{ key: this.key, title: this.title.value.trim(), family: family.name, text, id, past, future },
      when: Math.max(Date.now(), (saved?.when ?? 0) + 1),
      scene: sketch?.scene ?? null,
      faults: sketch?.faults.length ?? 0,
      ...rating,
    });
  }

  /** @param {Draft} draft */
  write(draft) {
    const isNew = this.saved?.key !== draft.key;
    const isSaved = saveDraft(draft);
    if (isSaved) this.saved = { ...draft, past: [...(draft.past ?? [])], future: [...(draft.future ?? [])] };
    setChildren(
      this.status,
      icon(isSaved ? "tick" : "warn"),
      isSaved ? t("Saved in this browser") : t("No space left to save it"),
    );
    if (isSaved && isNew) {
      setOpenDraft(draft.key);
      if (currentPath().startsWith("/draw")) setAddress(draftPath(draft.key), true);
      this.stop = watchDraft(draft.key, (other) => this.follow(other));
    }
    this.onsave();
  }
}
