// Where single pieces belong: an outline with the piece's letter, in front of all that covers it.

/** @import { Home, Piece } from "../types" */

import { h, icon, s } from "../ui/dom.js";
import { style } from "../ui/theme.js";
import { border, box } from "./geometry.js";
import { coat } from "./piece.js";

/** @param {Home} home @param {Piece} piece that belongs there */
export function homeMark({ cells }, piece) {
  style("goals");
  const { top: y, left: x, w, h: k } = box(cells);
  const d = border(cells, 8.5, 10);
  return h(
    "i.due",
    { "aria-hidden": "true", "data-home": piece.id, vars: { x, y, w, k } },
    s(
      "svg.body",
      { viewBox: `${x * 100} ${y * 100} ${w * 100} ${k * 100}` },
      s("path.halo", { d }),
      s("path.line", { d }),
    ),
    h("b", coat(piece, "hue tag"), piece.label || piece.id, icon("tick")),
  );
}
