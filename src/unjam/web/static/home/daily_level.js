// DailyLevel, the level of the day, the same for everybody, or else the next shipped level: loaded and
// playable on the home page, a picture on phones.

/** @import { App, Family, CurrentPosition, Level, PlayableLevel } from "../types" */
/** @import { Game } from "../game/game.js" */

import { linkTo } from "../addresses.js";
import * as api from "../api.js";
import { thumbnail } from "../board/thumbnail.js";
import { createGame } from "../game/create_game.js";
import { followTabs } from "../game/tab_sync.js";
import { saveGenerated } from "../state/generated_levels.js";
import { localDate } from "../state/history.js";
import { loadGame } from "../state/store.js";
import { h, setChildren } from "../ui/dom.js";
import { formatDay, messageText, t } from "../ui/i18n.js";

const NARROW_WINDOW = matchMedia("(max-width: 900px)"); // there, it is a picture with a link to Play

export class DailyLevel {
  date = localDate();
  /** If the family has no generator, the next shipped level. */
  level = /** @type {PlayableLevel | Level | null} */ (null);
  game = /** @type {Game | null} */ (null);
  leaveTabs = () => {};
  /** Called whenever a won game is shown. */
  onwin = () => {};
  note = h("small");
  link = h("a.btn");
  progress = ""; // of the loading of what generates the level
  el = h("section.day", { "aria-busy": "true" });

  /** @param {Family} family @param {App} app @param {Level | null} next @param {AbortSignal} signal */
  constructor(family, app, next, signal) {
    this.family = family;
    this.app = app;
    this.next = next;
    this.signal = signal;
    this.title = family.sizes.length ? t("Level of the day") : t("Next level");
    this.el.setAttribute("aria-label", this.title);
    NARROW_WINDOW.addEventListener("change", () => this.layOut(), { signal });
    this.layOut();
    api.watchLoading((words) => {
      this.progress = words;
      this.update();
    }, signal);
  }

  /** Loads the level, or shows the error. */
  async open() {
    try {
      this.level = this.family.sizes.length ? await this.load() : this.next;
      await this.layOut();
      this.app.updateNav();
    } catch (error) {
      if (!this.signal.aborted) this.note.textContent = api.errorText(error);
    } finally {
      this.el.removeAttribute("aria-busy");
    }
  }

  async load() {
    const level = await api.dailyLevel(this.family.name, this.date, { signal: this.signal });
    saveGenerated(level);
    return level;
  }

  async layOut() {
    const { level, el } = this;
    this.close();
    el.classList.toggle("play", !NARROW_WINDOW.matches);
    const { motion, ground } = this.family;
    Object.assign(el.dataset, { motion, ground });
    if (level?.id && !NARROW_WINDOW.matches) await this.startGame(level.id);
    setChildren(el, h("div.board-box", this.board()), h("div.row.under", this.game?.below, this.caption()));
    this.update();
  }

  /** @param {string} id */
  async startGame(id) {
    const game = await createGame(this.family, {
      quiet: true,
      onchange: () => this.game === game && this.update(),
    });
    this.game = game;
    setChildren(this.el, game.boardElement);
    this.leaveTabs = followTabs(game, id);
    await game.open(id);
  }

  board() {
    const { game, level } = this;
    if (game) return game.boardElement;
    if (!level?.scene) return h("div.board.busy", h("div.well"));
    const href = `/play/${level.id}`;
    return h("a", { href, tabindex: -1, "aria-hidden": "true" }, thumbnail(level.scene));
  }

  /** The caption below the board, with the link to Play. */
  caption() {
    const { level, title, note } = this;
    if (level) this.link.setAttribute("href", linkTo(`/play/${level.id}`));
    const goal = level?.scene?.goal;
    return [
      h("p.what", h("b", title), note),
      goal && h("span.goal-thumb", thumbnail(goal, { numbers: true, label: t("The goal") })),
      level && setChildren(this.link, this.linkText),
    ];
  }

  /** After a win, Play shows the result. A narrow window has no game here, but may have saved one. */
  get linkText() {
    const game = this.game ?? loadGame(this.level?.id ?? "");
    return game?.won ? t("Result") : t("Play");
  }

  update() {
    const { game, level, note, family } = this;
    if (this.link.textContent !== this.linkText) setChildren(this.link, this.linkText);
    if (game?.position) game.board.fit(this.el);
    if (game?.won) this.onwin();
    const date = formatDay(this.date);
    if (!family.sizes.length) note.textContent = this.next?.title ?? "";
    else if (!level) note.textContent = this.progress || t("{date}. Generating the level.", { date });
    else {
      const time = family.calibrated && (game?.solution?.time ?? ("time" in level && level.time));
      note.textContent = time ? t("{date}, {time}", { date, time: messageText(time) }) : date;
    }
  }

  /** @returns {CurrentPosition | null} */
  currentPosition() {
    const id = this.level?.id;
    if (this.game?.position) return this.game.currentPosition;
    return id ? { id, start: id, family: this.family.name } : null;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    return this.game?.position ? this.game.key(event) : false;
  }

  close() {
    this.leaveTabs();
    this.game?.close();
    this.game = null;
  }
}
