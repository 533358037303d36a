// A level being drawn: its text, and what the server makes of every edit. The text is the level.

/** @import { Draft, Edit, Family, Sketch } from "../types" */

import { sketch } from "../api.js";

const MOST_STEPS = 200; // that can be taken back

export class Drawing {
  /** @type {Sketch | null} */
  now = null;
  text = "";
  /** The format that the text is shown in; "" as it was written. */
  format = "";
  /** @type {string[]} */
  past = [];
  /** @type {string[]} */
  future = [];
  /** The last request, after all before it. */
  asking = Promise.resolve();
  /** Counts edits; and the last one that was typed. */
  edits = 0;
  typed = 0;

  /**
   * @param {Family} of
   * @param {(keep: boolean) => void} onshow told after every answer; keep: more is being typed
   * @param {(error: unknown) => void} onfail
   */
  constructor(of, onshow, onfail) {
    this.of = of;
    this.onshow = onshow;
    this.onfail = onfail;
  }

  /** As it was kept. @param {Draft} draft */
  restore({ text, past = [], future = [] }) {
    this.text = text;
    this.past = [...past];
    this.future = [...future];
  }

  /** Asks again what the text is. */
  refresh() {
    return this.queue(async () => {
      this.now = await sketch({ text: this.text, family: this.of.name });
      this.onshow(false);
    });
  }

  /** Sends one edit. @param {Edit} what */
  edit(what) {
    const mine = ++this.edits;
    return this.send(what, () => this.typed > mine); // what is being typed is not written over
  }

  /** The text as it was typed. @param {string} text */
  type(text) {
    this.typed = ++this.edits;
    const mine = this.typed;
    this.format = "";
    return this.queue(() => (mine === this.edits ? this.ask({ text }, () => true) : undefined));
  }

  /** @param {Edit} what @param {() => boolean} keep */
  send(what, keep) {
    return this.queue(() => this.ask(what, keep));
  }

  /** One request after the other. @param {() => Promise<void> | undefined} act */
  queue(act) {
    this.asking = this.asking.then(act).catch(this.onfail);
    return this.asking;
  }

  /** @param {Edit} what @param {() => boolean} keep */
  async ask(what, keep) {
    const before = this.text;
    this.now = await sketch({ text: before, ...what, family: this.of.name });
    this.text = this.now.text;
    if (before && before !== this.text) {
      this.past.push(before);
      if (this.past.length > MOST_STEPS) this.past.shift();
      this.future = [];
    }
    this.onshow(keep());
  }

  undo() {
    return this.travel(this.past, this.future);
  }

  redo() {
    return this.travel(this.future, this.past);
  }

  /** @param {string[]} from @param {string[]} to */
  travel(from, to) {
    return this.queue(async () => {
      const other = from.pop();
      if (other === undefined) return;
      to.push(this.text);
      this.text = other;
      this.now = await sketch({ text: other, family: this.of.name });
      this.onshow(false);
    });
  }
}
