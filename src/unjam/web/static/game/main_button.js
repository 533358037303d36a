// The main button of a game: what the player most likely wants next.

/** @import { ButtonState } from "../types" */
/** @import { Game } from "./game.js" */

import { messageText, t } from "../ui/i18n.js";

/** @param {Game} game @returns {ButtonState} */
export function mainButton(game) {
  const { host, history, search, family } = game;
  const dead = Boolean(game.position?.dead);
  const next = { label: t("Next level"), icon: "right", act: () => host.next?.(game.next) };
  if (game.won) return next;
  if (search.running) return { label: t("Stop"), icon: "stop", act: () => search.stop() };
  if (dead && history.at)
    return { label: messageText(family.words.undo), icon: "undo", act: () => void game.undo("turn") };
  if ((dead && !canTakeOff(game)) || game.failedSearch?.status === "unsolvable")
    return family.editor
      ? { label: t("Edit a copy"), icon: "edit", act: () => host.edit?.(game.entry.id) }
      : next;
  if (game.failedSearch) return { label: t("Keep searching"), icon: "hint", act: () => void game.hint(null) };
  const act = () => void game.hint();
  if (game.hints.willPlay) return { label: t("Move it"), icon: "play", act };
  return { label: game.hints.step === 2 ? t("Why") : t("Hint"), icon: "hint", act };
}

/** Can the player leave a dead end by taking off a piece that is not locked? @param {Game} table */
const canTakeOff = ({ family, scene }) =>
  family.motion === "placed" && scene.pieces.some((piece) => piece.state !== "locked");
