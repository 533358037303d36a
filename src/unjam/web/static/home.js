// Home: a level to play at once, the families, the levels that come with unjam.

import * as api from "./api.js";
import { mini } from "./board.js";
import { button, difficulty, h, help, icon, LEVELS, NAMES, plural, put, s, t } from "./dom.js";
import { tableFor, inMetric } from "./play.js";
import { recall } from "./store.js";

/** @type {Record<string, any[][]>} */
const PICS = {
  rushhour: [
    [0.5, 1.53, 1.7, 0.94, "target"],
    [2.3, 0.5, 0.94, 1.97, 262],
    [0.5, 0.5, 1.7, 0.94, 200],
    [0.5, 2.56, 0.94, 0.94, 120, 1],
    [1.53, 2.56, 1.97, 0.94, 75],
  ],
  tiles: [0, 1, 2, 3, 4, 5, 6, 7].map((n) => [
    0.5 + 1.02 * (n % 3),
    0.5 + 1.02 * Math.floor(n / 3),
    0.94,
    0.94,
    150,
    n % 2,
  ]),
  blocks: [
    [1.27, 0.5, 1.46, 1.46, 262],
    [0.5, 0.5, 0.7, 1.46, 75],
    [2.8, 0.5, 0.7, 1.46, 75],
    [0.5, 2.04, 0.7, 1.46, 75, 1],
    [2.8, 2.04, 0.7, 1.46, 75, 1],
    [1.27, 2.04, 1.46, 0.7, 190],
    [1.27, 2.8, 0.69, 0.7, 120],
  ],
  sokoban: [[2.05, 1.53, 0.94, 0.94, 68]],
  packing: [
    [0.5, 0.5, 1.4, 1.95, 293, 1],
    [1.97, 0.5, 1.53, 0.9, 240],
    [1.97, 1.47, 0.9, 2.03, 150],
    [0.5, 2.52, 1.4, 0.98, 75],
    [2.94, 1.47, 0.56, 0.95, 200, 1],
  ],
  draw: [],
};

/** @param {string} name */
function pic(name) {
  const extra = {
    sokoban: [
      s("rect", {
        x: 2.25,
        y: 2.75,
        width: 0.55,
        height: 0.55,
        rx: 0.1,
        transform: "rotate(45 2.52 3.02)",
        fill: "none",
        stroke: "var(--hint)",
        "stroke-width": 0.14,
      }),
      s("path", {
        d: "M1.02 1.3c.3 0 .42.3.45.6.03.4.18.6.18.9 0 .25-1.26.25-1.26 0 0-.3.15-.5.18-.9.03-.3.15-.6.45-.6Z",
        fill: "var(--ink)",
        opacity: 0.75,
      }),
    ],
    draw: [
      s("path", {
        d: "M.9 3.1l.2-.9 1.6-1.6.7.7-1.6 1.6Z",
        transform: "translate(-.1 .15)",
        fill: "none",
        stroke: "var(--ink)",
        "stroke-width": 0.2,
        "stroke-linejoin": "round",
      }),
    ],
  }[/** @type {"draw"} */ (name)];
  return s(
    "svg.pic",
    { viewBox: "0 0 4 4" },
    s("rect", { width: 4, height: 4, rx: 0.7, fill: "var(--frame)" }),
    PICS[name].map(([x, y, width, height, hue, tone = 0]) =>
      s("rect", {
        x,
        y,
        width,
        height,
        rx: 0.2,
        class: `hue ${hue === "target" ? "target" : ""}`,
        vars: { h: hue, t: tone },
      }),
    ),
    extra,
  );
}

/** @param {HTMLElement} view @param {{family: string, app: any}} options */
export async function homeView(view, { family, app }) {
  const { levels } = await api.levels(family);
  const done = recall("solved", {});
  const left = recall("game");
  const first = levels.find((/** @type {any} */ l) => !(l.id in done)) ?? levels[0];
  document.title = `${t(NAMES[family])} · unjam`;
  /** @type {any} */
  let table = null;
  const filled = h("button.btn.go", { onclick: () => table?.filled().act() });
  const main = h("div", { class: `play start ${family === "packing" ? "pack" : ""}` });
  const update = () => {
    if (!table?.body) return;
    const { label, icon: name } = table.filled();
    put(filled, ...button(label === t("Hint") ? t("Show me a move") : label, {}, name).childNodes);
    table.board.size(main);
  };
  if (first)
    table = tableFor(family, {
      quiet: true,
      onchange: update,
      next: (/** @type {string | null} */ id) => app.next(id, table),
      edit: (/** @type {string} */ id) => app.go(`/draw/${id}`),
    });
  const sets = h("div.sets.flat");
  const metric = family === "packing" ? "pieces" : "moves";
  const thumb = (/** @type {any} */ l) =>
    h(
      "a",
      {
        href: `/play/${l.id}`,
        title: l.title,
        "aria-label": `${l.title}, ${inMetric(metric, l.cost)}${l.id in done ? `, ${t("solved")}` : ""}`,
      },
      mini(l.scene),
      h("span.num.small", l.cost, l.id in done ? " ✓" : ""),
    );
  const grouped = () => {
    const rated = levels.every((/** @type {any} */ l) => l.level);
    const groups = rated
      ? LEVELS.map((n) => levels.filter((/** @type {any} */ l) => l.level === n)).filter((g) => g.length)
      : [levels];
    sets.classList.toggle("flat", groups.length < 2);
    put(
      sets,
      groups.map((g) => h("section", rated && h("h3", difficulty(g[0].level)), h("div.set", g.map(thumb)))),
    );
  };
  const card = (
    /** @type {any} */ name,
    /** @type {string} */ title,
    /** @type {string} */ tag,
    /** @type {string} */ href,
  ) =>
    h(
      "li",
      h(
        "a.card",
        { href, "aria-current": name === family ? "true" : null },
        pic(name),
        h("span", h("b", title), h("br"), h("small", tag)),
      ),
    );
  put(
    main,
    h("div.mid", table ? table.place : null, table?.below),
    h(
      "div.head",
      h("h1", help(`call-${family}`)),
      h(
        "p.dim",
        first
          ? `${family === "packing" ? plural(first.cost, "{n} piece to place.", "{n} pieces to place.") : plural(first.cost, "{n} move will do it.", "{n} moves will do it.")} `
          : "",
        h("span.desk", help(`desk-${family}`)),
        h("span.phone", help(`phone-${family}`)),
      ),
    ),
    h(
      "div.side",
      h(
        "div.row.acts",
        table ? filled : null,
        first
          ? h(
              "a.btn.bare",
              { href: `/play/${levels[(levels.indexOf(first) + 1) % levels.length].id}` },
              t("Next level"),
              icon("right"),
            )
          : null,
        left && left.entries?.length > 1 && !left.won
          ? h(
              "a.btn.bare",
              { href: `/play/${left.start}`, id: "continue" },
              t("Continue: {title}", { title: left.title }),
              icon("right"),
            )
          : null,
        h("a.btn.bare", { href: "/open" }, t("Open or paste")),
      ),
      h(
        "section",
        h("h2.desk", t("Puzzles")),
        h(
          "ul.fams",
          Object.keys(NAMES).map((name) =>
            card(name, t(NAMES[name]), help(`tag-${name}`), name === "rushhour" ? "/" : `/puzzles/${name}`),
          ),
          card("draw", t("Draw your own"), t("Paint or paste"), `/draw?family=${family}`),
        ),
      ),
    ),
    levels.length
      ? h(
          "div.levels",
          h(
            "h2",
            t("Levels"),
            " ",
            h(
              "span.dim.small",
              `${t(NAMES[family])}, ${t(family === "packing" ? "by the number of pieces" : "by the fewest moves")}`,
            ),
          ),
          sets,
        )
      : null,
  );
  grouped();
  if (table) {
    await table.open(first.id);
    update();
  }
  put(view, main);
  api
    .ratings(family)
    .then((found) => {
      for (const l of levels) l.level = found[l.id] ?? null;
      grouped();
    })
    .catch(() => undefined);
  return {
    table,
    key: (/** @type {KeyboardEvent} */ e) => table?.key(e) ?? false,
    close: () => table?.close(),
  };
}
