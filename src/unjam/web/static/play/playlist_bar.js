// The line above the title: the playlist of the level, with links to the previous and the next one.

/** @import { Family, Playlist } from "../types" */

import { homePath } from "../state/families.js";
import { findPlaylist, levelNumber } from "../state/playlist.js";
import { bestResult } from "../state/results.js";
import { countSolved } from "../state/shelves.js";
import { h, icon, setChildren } from "../ui/dom.js";
import { messageText, t } from "../ui/i18n.js";

export class PlaylistBar {
  playlist = /** @type {Playlist | null} */ (null);
  isSolved = false;

  /** @param {Family} family */
  constructor(family) {
    const link = h("a.small.dim", { href: homePath(family) }, messageText(family.title));
    this.el = h("div.row.crumb.desk", link);
  }

  /** @param {string} id of the level @param {Family} family */
  async load(id, family) {
    this.playlist = await findPlaylist(id, family);
    this.show(id);
  }

  /** Shows the number of solved levels again if this one was solved. @param {string} id */
  update(id) {
    if (this.isSolved !== Boolean(bestResult(id))) this.show(id);
  }

  /** @param {string} id */
  show(id) {
    this.isSolved = Boolean(bestResult(id));
    if (!this.playlist) return;
    const { levels, name, path } = this.playlist;
    const at = levels.findIndex((level) => level.id === id);
    const all = this.playlist.all ?? levels.length;
    const n = levelNumber(this.playlist, at);
    setChildren(
      this.el,
      h("a.small.dim", { href: path }, t("{name}, {n} of {all}", { name, n, all })),
      neighbourLink(this.playlist, at, -1),
      neighbourLink(this.playlist, at, 1),
      all === levels.length &&
        h("span.small.dim.desk", t("{n} of {all} solved", { n: countSolved(levels), all })),
    );
    this.el.classList.remove("desk");
  }
}

/**
 * A link to the nearest readable level before or after this one.
 * @param {Playlist} playlist @param {number} at @param {1 | -1} step
 */
function neighbourLink(playlist, at, step) {
  const { levels } = playlist;
  let to = at + step;
  while (levels[to] && !levels[to].id) to += step;
  if (!levels[to]) return null;
  const n = levelNumber(playlist, to);
  const label = step < 0 ? t("Previous level, {n}", { n }) : t("Next level, {n}", { n });
  const props = { href: `/play/${levels[to].id}`, "aria-label": label, title: label };
  return h("a.btn.bare.icon.beside", props, icon(step < 0 ? "left" : "right"));
}
