// The panel beside the grid: a preview of the selected level, its facts, and a variant if it has no solution.

/** @import { Family, Other, ShelfItem } from "../types" */

import { EMPTY_SCENE, thumbnail } from "../board/thumbnail.js";
import { difficultyBadge } from "../rating/difficulty.js";
import { formatAmount } from "../state/families.js";
import { levelName } from "../state/level_titles.js";
import { button } from "../ui/controls.js";
import { h, setChildren } from "../ui/dom.js";
import { messageText, t } from "../ui/i18n.js";
import { sceneOf } from "./level_loader.js";

export class LevelPanel {
  preview = h("div.look");
  variantOffer = h("div.offer.row", { role: "status", hidden: true });

  /** @param {Family} family @param {(variant: Other) => void} takeVariant */
  constructor(family, takeVariant) {
    this.family = family;
    this.takeVariant = takeVariant;
  }

  /** @param {ShelfItem} item @param {number} index @param {boolean} isNext is it the first unsolved level? */
  show(item, index, isNext) {
    const scene = sceneOf(item.id);
    const title = levelName(item.title, index);
    const number = t("Level {n}", { n: index + 1 });
    const note = title === number ? isNext && t("the first you have not solved") : title;
    setChildren(
      this.preview,
      thumbnail(scene ?? EMPTY_SCENE, { label: title }),
      h("div.named", h("h2", number), h("small", note)),
      h(
        "dl.small",
        h("dt", t("Difficulty")),
        h("dd", difficultyBadge(item.level ?? null)),
        item.time && [h("dt", t("Time")), h("dd", messageText(item.time))],
        h("dt", t("Fewest")),
        h("dd.num", this.fewestText(item)),
        scene && [
          h("dt", t("Size")),
          h("dd.num", t("{rows} by {cols}", { rows: scene.rows, cols: scene.cols })),
        ],
      ),
    );
    this.offerVariant(item.other);
  }

  /** @param {ShelfItem} item */
  fewestText({ cost, rated }) {
    if (typeof cost === "number") return formatAmount(this.family, this.family.metrics[0].name, cost);
    return h("span.dim", rated ? t("not proved") : t("not rated yet"));
  }

  /** Offers a solvable variant if the level has no solution. @param {Other | null | undefined} variant */
  offerVariant(variant) {
    this.variantOffer.hidden = !variant;
    setChildren(
      this.variantOffer,
      variant && [
        h("span.small.warn", messageText(variant.text)),
        button(messageText(variant.label), { class: "slim push", onclick: () => this.takeVariant(variant) }),
      ],
    );
  }
}
