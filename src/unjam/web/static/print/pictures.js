// The pictures of the levels on a sheet, as the server draws them for Share; each is loaded once.

import * as api from "../api.js";
import { h } from "../ui/dom.js";

export class Pictures {
  /** @type {Map<string, Promise<string>>} */
  addresses = new Map();
  /** @type {Set<Promise<unknown>>} */
  loading = new Set();

  /** @param {string} id @param {string} label */
  make(id, label) {
    const el = h("img", { alt: label });
    const address = this.addresses.get(id) ?? Promise.resolve(api.pictureUrl(id, "svg", false));
    this.addresses.set(id, address);
    const loaded = address.then(
      (url) =>
        new Promise((done) => {
          el.onload = el.onerror = done;
          el.src = url;
        }),
      () => undefined,
    );
    this.loading.add(loaded);
    loaded.then(() => this.loading.delete(loaded));
    return h("div.sheet-picture", el);
  }

  async untilLoaded() {
    while (this.loading.size) await Promise.all(this.loading);
  }

  /** Releases the pictures that were drawn in the browser. */
  close() {
    for (const address of this.addresses.values())
      address.then(
        (url) => url.startsWith("blob:") && URL.revokeObjectURL(url),
        () => undefined,
      );
  }
}
