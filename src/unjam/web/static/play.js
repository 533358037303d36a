// Play: the board, the numbers, the moves so far.

import { chip, mini } from "./board.js";
import { button, count, difficulty, doing, h, help, NAMES, put, t } from "./dom.js";
import { PackingTable } from "./packing.js";
import { Table } from "./table.js";

/** @param {string} family @param {any} host */
export const tableFor = (family, host) => (family === "packing" ? new PackingTable(host) : new Table(host));

/** @param {string} metric @param {number} n */
export const inMetric = (metric, n) =>
  `${count(n)} ${t({ moves: n === 1 ? "move" : "moves", steps: "steps", pushes: n === 1 ? "push" : "pushes", pieces: "pieces" }[metric] ?? metric)}`;

/**
 * @param {HTMLElement} view @param {{id: string, body: any, app: any}} options
 * @returns {Promise<{table: any, key: (e: KeyboardEvent) => boolean, close: () => void}>}
 */
export async function playView(view, { id, body, app }) {
  const family = body.family;
  const host = {
    onchange: () => update(),
    next: (/** @type {string | null} */ next) => app.next(next, table),
    edit: (/** @type {string} */ now) => app.go(`/draw/${now}`),
  };
  const table = tableFor(family, host);
  const rating = h("div");
  const undo = button(t("Undo"), { title: t("Undo (Z)"), onclick: () => table.undo() }, "undo", true);
  const redo = button(t("Redo"), { title: t("Redo (Y)"), onclick: () => table.redo() }, "redo", true);
  const again = button(
    t("Start again"),
    { title: t("Start again (R)"), onclick: () => table.restart() },
    "again",
    true,
  );
  const filled = h("button.btn.go.push", { id: "filled", onclick: () => table.filled().act() });
  const counts = h("div.counts");
  const log = h("ol.log", { tabindex: "0", "aria-label": t("Your moves") });
  const logged = h("div.stack.tight.wide", h("h2.small.dim.desk", t("Your moves")), log);
  const goal = h("div.row.goalrow", { hidden: true });
  const title = h("h1");
  const copy = () => {
    const done = navigator.clipboard?.writeText(`${location.origin}/play/${table.now.id}`);
    return done
      ? done.then(() => table.say(t("The link is copied."), t("It opens this very position.")), app.share)
      : app.share();
  };
  const main = h(
    "div",
    {
      class: `play ${{ sokoban: "sok", packing: "pack", tiles: "tiles" }[/** @type {string} */ (family)] ?? ""}`,
    },
    h(
      "div.head",
      h("div.stack.tight", h("a.small.dim.desk", { href: `/puzzles/${family}` }, t(NAMES[family])), title),
      rating,
    ),
    h("div.mid", table.place, table.below),
    h(
      "div.side.stack",
      h("div.dock.row", undo, ...(table.tools() ?? [redo]), again, filled),
      table.extra(),
      counts,
      goal,
      logged,
      h(
        "div.links.small",
        doing(t("Watch the solution"), "/watch", () => app.go(`/watch/${table.now.id}`)),
        doing(t("Edit a copy"), "/draw", () => app.go(`/draw/${table.now.id}`)),
        doing(t("Copy link"), "#share", copy),
      ),
      h("p.small.dim.desk", help(`play-${family}`)),
    ),
  );
  let drawn = "";
  function update() {
    if (!table.body) return;
    const { scene } = table.body;
    title.textContent = table.title;
    document.title = `${table.title} · unjam`;
    const metric = table.metric;
    put(rating, difficulty(table.level, table.best === null ? "" : inMetric(metric, table.best)));
    undo.toggleAttribute("disabled", !table.canUndo);
    redo.toggleAttribute("disabled", table.at >= table.entries.length - 1);
    again.toggleAttribute("disabled", table.at === 0 || (table.won && family === "packing"));
    const { label, icon: name } = table.filled();
    if (drawn !== label) put(filled, ...button(label, {}, name).childNodes);
    drawn = label;
    put(counts, table.counts() ?? counters());
    const moves = table.entries
      .slice(1, table.at + 1)
      .filter((/** @type {any} */ e) => e.arrow && (family !== "sokoban" || e.costs?.pushes));
    logged.hidden = family === "packing" || family === "sokoban" || !moves.length;
    put(
      log,
      moves.slice(-200).map((/** @type {any} */ e) => h("li", chip(e.piece), h("span.num.small", e.arrow))),
    );
    log.scrollTop = log.scrollHeight;
    if (scene.goal && goal.hidden) {
      const gap =
        scene.goal.pieces[0]?.cells[0].join() === "0,0"
          ? t("The goal: 1 first, the gap last.")
          : t("The goal: gap first, then 1 up, row by row.");
      put(goal, h("div.gp", mini(scene.goal, { numbers: true, label: gap })), h("p.small.dim", gap));
      goal.hidden = false;
    }
    table.board.size(main);
  }

  /** @returns {HTMLElement[]} */
  function counters() {
    const first = table.metric;
    const best = (/** @type {string} */ m) =>
      m === first && table.best !== null ? [h("br"), t("best possible {n}", { n: table.best })] : [];
    const shown = family === "sokoban" ? ["pushes", "moves"] : [first];
    return shown.map((m) =>
      h(
        "span",
        h("span.count.num", { id: `count-${m}` }, table.cost(m)),
        h(
          "span.dim.small",
          family === "sokoban" ? (m === "moves" ? t("steps") : t("pushes")) : t("moves so far"),
          best(m),
        ),
      ),
    );
  }

  await table.open(id, body);
  update();
  put(view, main);
  return {
    table,
    key: (event) => table.key(event),
    close: () => table.close(),
  };
}
