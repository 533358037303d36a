// The one filled button of a game: what one most likely wants next.

/** @import { Filled } from "../types" */
/** @import { Table } from "./game.js" */

import { say, t } from "../ui/i18n.js";

/** @param {Table} table @returns {Filled} */
export function filled(table) {
  const { host, history, search, family } = table;
  const dead = Boolean(table.body?.dead);
  const next = { label: t("Next level"), icon: "right", act: () => host.next?.(table.next) };
  if (table.won) return next;
  if (search.running) return { label: t("Stop"), icon: "stop", act: () => search.stop() };
  if (dead && history.at)
    return { label: say(family.words.undo), icon: "undo", act: () => void table.undo("turn") };
  if ((dead && !canLift(table)) || table.end?.status === "unsolvable")
    return family.editor
      ? { label: t("Edit a copy"), icon: "edit", act: () => host.edit?.(table.now.id) }
      : next;
  if (table.end) return { label: t("Search on"), icon: "hint", act: () => void table.hint(null) };
  const act = () => void table.hint();
  if (table.hints.ready) return { label: t("Move it"), icon: "play", act };
  return { label: table.hints.step === 2 ? t("Why") : t("Hint"), icon: "hint", act };
}

/** Can a dead end be mended from here, by taking off a piece that is not locked? @param {Table} table */
const canLift = ({ family, scene }) =>
  family.motion === "placed" && scene.pieces.some((piece) => piece.state !== "locked");
