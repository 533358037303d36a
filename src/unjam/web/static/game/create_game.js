// Which table a family plays at: one for each motion, loaded when it is needed.

/** @import { Family, Here, TableHost } from "../types" */
/** @import { Table } from "./game.js" */

/** @param {Family} family @param {TableHost} host @returns {Promise<Table>} */
export async function tableFor(family, host) {
  if (family.motion === "gap") return new (await import("./gap_game.js")).GapTable(family, host);
  if (family.motion === "walks") return new (await import("./walk_game.js")).WalkTable(family, host);
  if (family.motion === "placed") return new (await import("./placement_game.js")).PlacedTable(family, host);
  return new (await import("./slide_game.js")).SlideTable(family, host);
}

/** @param {Table} table @returns {Here} */
export const hereOf = (table) => ({ id: table.now.id, start: table.start, family: table.family.name });
