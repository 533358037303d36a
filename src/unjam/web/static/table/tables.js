// Which table a family plays at: one for each motion, loaded when it is needed.

/** @import { Family, Here, TableHost } from "../types" */
/** @import { Table } from "./table.js" */

/** @param {Family} family @param {TableHost} host @returns {Promise<Table>} */
export async function tableFor(family, host) {
  if (family.motion === "gap") return new (await import("./gap.js")).GapTable(family, host);
  if (family.motion === "walks") return new (await import("./walks.js")).WalkTable(family, host);
  if (family.motion === "placed") return new (await import("./placed.js")).PlacedTable(family, host);
  return new (await import("./slides.js")).SlideTable(family, host);
}

/** @param {Table} table @returns {Here} */
export const hereOf = (table) => ({ id: table.now.id, start: table.start, family: table.family.name });
