// The main button of Play: what the player most likely wants next.

/** @import { App } from "../types" */
/** @import { Game } from "../game/game.js" */

import { shownDeadEnd } from "../game/dead_ends.js";
import { setLabel } from "../ui/controls.js";
import { h } from "../ui/dom.js";
import { messageText, t } from "../ui/i18n.js";

export class MainButton {
  /** @param {Game} game @param {App} app */
  constructor(game, app) {
    this.game = game;
    this.app = app;
    this.el = h("button.btn.go.push", { id: "main-button", onclick: () => this.action().act() });
  }

  update() {
    const { label, icon } = this.action();
    if (this.el.textContent !== label) setLabel(this.el, icon, label);
    if (this.game.family.motion !== "placed") this.el.title = t("{label} (Space)", { label });
  }

  /** What the button does now. @returns {{label: string, icon: string, act: () => void}} */
  action() {
    const { game, app } = this;
    const { history, search, family, failedSearch } = game;
    const isDead = Boolean(shownDeadEnd(game));
    const next = { label: t("Next level"), icon: "right", act: () => void app.next(game) };
    if (game.won) return next;
    if (search.running) return { label: t("Stop"), icon: "stop", act: () => search.stop() };
    const { back } = game.lostSince;
    const isLost = isDead || failedSearch?.status === "unsolvable";
    if (isLost && back !== null && back < history.undoIndex(family.turn, "turn"))
      return back
        ? { label: t("Back to move {n}", { n: back }), icon: "undo", act: () => void game.goTo(() => back) }
        : { label: t("Start again"), icon: "again", act: () => void game.restart() };
    if (isLost && (back !== null || isDead) && history.at)
      return { label: messageText(family.words.undo), icon: "undo", act: () => void game.undo("turn") };
    if ((isDead && !canTakeOff(game)) || failedSearch?.status === "unsolvable")
      return family.editor
        ? { label: t("Edit a copy"), icon: "edit", act: () => void app.go(`/draw/${game.entry.id}`) }
        : next;
    if (failedSearch) return { label: t("Keep searching"), icon: "hint", act: () => void game.hint(null) };
    const act = () => void game.hint();
    if (game.hints.willPlay) return { label: t("Move it"), icon: "play", act };
    return { label: game.hints.step === 2 ? t("Why") : t("Hint"), icon: "hint", act };
  }
}

/** Can the player leave a dead end by taking off a piece that is not locked? @param {Game} game */
const canTakeOff = ({ family, scene }) =>
  family.motion === "placed" && scene.pieces.some((piece) => piece.state !== "locked");
