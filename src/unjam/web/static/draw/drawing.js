// Drawing, a level that is being drawn: its text and format, a queue of edits, undo and redo. Its text is the
// level; the server applies every edit to it.

/** @import { Draft, Edit, Family, Sketch } from "../types" */

import { sketch } from "../api.js";

const MAX_UNDO_STEPS = 200;

/** @typedef {{isSaved: boolean}} Stroke cells painted in one go, and whether undo leads back before it */

export class Drawing {
  /** @type {Sketch | null} */
  sketch = null;
  text = "";
  /** The format in which the text is shown; "" for the one it was written in. */
  format = "";
  /** @type {string[]} */
  past = [];
  /** @type {string[]} */
  future = [];
  /** Resolves after the last request. */
  lastRequest = Promise.resolve();
  /** Number of edits, and of the last one that was typed. */
  edits = 0;
  lastTyped = 0;

  /**
   * @param {Family} family
   * @param {(isTyping: boolean) => void} onshow called after every answer
   * @param {(error: unknown) => void} onfail
   */
  constructor(family, onshow, onfail) {
    this.family = family;
    this.onshow = onshow;
    this.onfail = onfail;
  }

  /** @param {Draft} draft */
  restore({ text, past = [], future = [] }) {
    this.text = text;
    this.past = [...past];
    this.future = [...future];
  }

  /** Reads the text again. */
  refresh() {
    return this.queue(async () => {
      this.sketch = await sketch({ text: this.text, family: this.family.name });
      this.onshow(false);
    });
  }

  /** @param {Edit} edit @param {Stroke} [stroke] that it belongs to: all of it is one step of undo */
  edit(edit, stroke) {
    const number = ++this.edits;
    const isTyping = () => this.lastTyped > number; // do not overwrite what is being typed
    return this.queue(() => this.request(edit, isTyping, stroke));
  }

  /** Draws another level in place of this one; undo brings it back. @param {string} text */
  replace(text) {
    this.format = "";
    return this.edit({ text });
  }

  /** Takes over a typed text. @param {string} text */
  type(text) {
    this.lastTyped = ++this.edits;
    const number = this.lastTyped;
    this.format = "";
    return this.queue(() => (number === this.edits ? this.request({ text }, () => true) : undefined));
  }

  /** Runs requests one after the other. @param {() => Promise<void> | undefined} act */
  queue(act) {
    this.lastRequest = this.lastRequest.then(act).catch(this.onfail);
    return this.lastRequest;
  }

  /** @param {Edit} edit @param {() => boolean} isTyping @param {Stroke} [stroke] */
  async request(edit, isTyping, stroke) {
    const before = this.text;
    this.sketch = await sketch({ text: before, ...edit, family: this.family.name });
    this.text = this.sketch.text;
    if (before && before !== this.text) {
      if (!stroke?.isSaved) this.past.push(before);
      if (stroke) stroke.isSaved = true;
      if (this.past.length > MAX_UNDO_STEPS) this.past.shift();
      this.future = [];
    }
    this.onshow(isTyping());
  }

  undo() {
    return this.swapText(this.past, this.future);
  }

  redo() {
    return this.swapText(this.future, this.past);
  }

  /** Moves on in the undo history. @param {string[]} from @param {string[]} to */
  swapText(from, to) {
    return this.queue(async () => {
      const text = from.pop();
      if (text === undefined) return;
      to.push(this.text);
      this.text = text;
      this.sketch = await sketch({ text, family: this.family.name });
      this.onshow(false);
    });
  }
}
