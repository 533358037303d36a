// The families as small cards with their emblems; the current one is framed.

/** @import { Family } from "../types" */

import { families, homePath } from "../state/families.js";
import { h, s } from "../ui/dom.js";
import { messageText, t } from "../ui/i18n.js";

/** @param {Family} family the current one */
export const familyCards = (family) =>
  h(
    "ul.family-cards",
    { "aria-label": t("Puzzles") },
    families().map((each) =>
      h(
        "li",
        h(
          "a.family-card",
          {
            href: homePath(each),
            "aria-current": each === family && "true",
            title: messageText(each.words.tag),
          },
          emblem(each),
          h("span", h("b", messageText(each.title)), h("small", messageText(each.words.tag))),
        ),
      ),
    ),
  );

/** @param {Family} family */
const emblem = ({ emblem, strokes }) =>
  s(
    "svg.pic",
    { viewBox: "0 0 4 4" },
    s("rect", { width: 4, height: 4, rx: 0.7, fill: "var(--frame)" }),
    emblem.map(([x, y, width, height, hue, tone = 0]) => {
      const paint = { class: `hue ${hue === "target" ? hue : ""}`, vars: { h: hue, t: tone } };
      return s("rect", { x, y, width, height, rx: 0.2, ...paint });
    }),
    strokes.map(({ path, ink, width }) => {
      const colour = `var(--${ink})`;
      const fill = { fill: colour, opacity: 0.75 };
      const outline = { fill: "none", stroke: colour, "stroke-width": width, "stroke-linejoin": "round" };
      return s("path", { d: path, ...(width === null ? fill : outline) });
    }),
  );
