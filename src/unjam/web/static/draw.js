// Draw: a board and its text, which are two views of one level. Every edit is made by the server, on the text.

import * as api from "./api.js";
import { sky } from "./app.js";
import { Board, coat, makePiece } from "./board.js";
import {
  button,
  capital,
  difficulty,
  doing,
  h,
  heard,
  help as helping,
  icon,
  line,
  NAMES,
  plural,
  press,
  put,
  seg,
  setVars,
  steady,
  t,
  typing,
  verdict,
  why,
} from "./dom.js";
import { track } from "./drag.js";
import { inMetric } from "./play.js";
import { box, same } from "./shapes.js";
import { ARROWS } from "./table.js";

/** Tools: name, and how many cells wide and high the shadow of a drop is, where it is more than one. @type {Record<string, [string, number?, number?][]>} */
const TOOLS = {
  rushhour: [["car", 2], ["truck", 3], ["wall"], ["target", 2], ["eraser"]],
  blocks: [["small"], ["tall", 1, 2], ["flat", 2], ["big", 2, 2], ["wall"], ["goal"], ["eraser"]],
  sokoban: [["wall"], ["floor"], ["box"], ["storage"], ["player"], ["eraser"]],
  tiles: [["swap"], ["shuffle"], ["goal"]],
  packing: [["piece"], ["hole"], ["lock"], ["eraser"]],
};
/** How a tool looks: an icon, or the hue, tone, pattern and style of a piece. @type {Record<string, any>} */
const LOOKS = {
  eraser: "rubber",
  lock: "lock",
  shuffle: "again",
  swap: "redo",
  car: [261, 1, 1],
  truck: [261, 1, 1],
  target: [27, 0, 0, "target"],
  tall: [73],
  flat: [162, 1],
  big: [258, 0, 0, "big"],
  small: [341, 1],
  piece: [200, 0, 1],
  box: [68],
};

/** @param {string} tool @param {number} [w] @param {number} [k] */
function sample(tool, w = 1, k = 1) {
  const look = LOOKS[tool];
  if (typeof look === "string") return icon(look);
  if (tool === "wall" || tool === "hole") return h("i.pc.wall");
  if (tool === "goal" || tool === "storage") return h("i.aim");
  if (tool === "floor") return h("i.flat-floor");
  const [hue, tone = 0, pattern = 0, style = ""] = look ?? [];
  const kind =
    { target: "target", car: "car", truck: "car", box: "box", piece: "slab", player: "player" }[tool] ??
    "block";
  const cells = Array.from({ length: (tool === "piece" ? 2 : w) * k }, (_, i) => [i % k, Math.floor(i / k)]);
  const el = makePiece({ id: " ", cells, kind, label: " ", state: "", hue, tone, pattern, style }, true);
  el.querySelector("span")?.remove();
  return el;
}

/** @param {HTMLElement} view @param {{id: string | null, body: any, app: any}} options */
export async function drawView(view, { id, body, app }) {
  const asked = new URLSearchParams(location.search).get("family") ?? "";
  /** @type {string} */
  let family = body?.family ?? app.fix?.family ?? (asked in NAMES ? asked : "rushhour");
  let text = app.fix?.text ?? "";
  app.fix = null;
  if (id) {
    const texts = await api.texts(id);
    text = texts.grid ?? texts.xsb ?? texts.text ?? Object.values(texts)[0];
  }
  const board = new Board({ still: true });
  /** @type {string[]} */
  const past = [];
  /** @type {string[]} */
  const future = [];
  let tool = TOOLS[family][0][0];
  /** @type {any} */
  let now = null;
  let format = "";
  let asking = Promise.resolve();
  let edits = 0;
  let typings = 0;
  let rated = new AbortController();
  /** @type {number[]} */
  let cursor = [0, 0];

  const below = h("p.below", { role: "status" });
  const rating = h("div", difficulty(null));
  const tools = h("div.tools", { role: "toolbar", "aria-label": t("Pieces") });
  const formats = h("div.push");
  const area = /** @type {HTMLTextAreaElement} */ (
    h("textarea", {
      "aria-label": t("Level text, live"),
      spellcheck: "false",
      autocomplete: "off",
      autocapitalize: "off",
      wrap: "off",
    })
  );
  const lines = h("ol.back", { "aria-hidden": "true" });
  const ed = h("div.ed", lines, area);
  const list = h("ul.faults.small", { hidden: true });
  const undo = button(t("Undo"), { title: t("Undo (Z)"), onclick: () => travel(past, future) }, "undo", true);
  const redo = button(t("Redo"), { title: t("Redo (Y)"), onclick: () => travel(future, past) }, "redo", true);
  const play = h(
    "button.btn.go.push",
    {
      id: "filled",
      onclick: () => asking.then(() => (now.id ? app.go(`/play/${now.id}`) : blame(t("Not yet.")))),
    },
    icon("play"),
    t("Play it"),
  );
  const heading = h("span.small.dim.desk");
  const select = (/** @type {string} */ label, /** @type {string[][]} */ options) =>
    /** @type {HTMLSelectElement} */ (
      h(
        "select",
        { "aria-label": label },
        options.map(([value, name]) => h("option", { value, selected: value === family }, t(name))),
      )
    );
  const pick = select(t("Family"), Object.entries(NAMES));
  const number = (/** @type {string} */ label) =>
    /** @type {HTMLInputElement} */ (
      h("input", {
        type: "number",
        min: 1,
        max: 40,
        "aria-label": label,
        onchange: () => edit({ edit: "size", to: [Number(rows.value) || 1, Number(cols.value) || 1] }),
      })
    );
  const rows = number(t("Rows"));
  const cols = number(t("Columns"));
  const side = select(t("Exit"), [
    ["", "exit: own lane"],
    ["left", "left"],
    ["right", "right"],
    ["up", "up"],
    ["down", "down"],
  ]);
  const help = h("p.small.dim.desk");
  const main = h(
    "div.play.draw",
    h("div.head", h("div.stack.tight", heading, h("h1", t(id ? "A copy" : "Untitled level"))), rating),
    h("div.mid", board.el, below),
    h(
      "div.side.stack",
      h(
        "div.dock.row",
        undo,
        redo,
        button(t("Empty the board"), { onclick: () => edit({ edit: "empty" }) }, "bin", true),
        play,
      ),
      tools,
      h("div.stack.tight.txt", h("div.row", h("h2.small.dim", t("Level text")), formats), ed, list),
      h("div.sizes", h("label", pick), h("label", rows, "×", cols), h("label", side)),
      h(
        "div.links.small",
        h("a", { href: "/open" }, t("Open or paste")),
        doing(t("Copy text"), "#copy", () =>
          navigator.clipboard?.writeText(text).then(
            () => line(below, t("The text is copied.")),
            () => area.select(),
          ),
        ),
      ),
      help,
    ),
  );
  put(view, main);
  document.title = `${t("Draw")} · unjam`;
  board.el.tabIndex = 0;

  pick.addEventListener("change", () => {
    family = pick.value;
    sky(family);
    tool = TOOLS[family][0][0];
    past.length = future.length = 0;
    format = text = "";
    palette();
    edit({});
  });
  side.addEventListener("change", () => edit({ edit: "exit", tool: side.value || "none" }));
  area.addEventListener("input", () => {
    format = "";
    edit({ text: area.value }, true);
  });
  area.addEventListener("scroll", () => {
    ed.scrollLeft = area.scrollLeft;
  });

  function palette() {
    put(
      tools,
      TOOLS[family].map(([name, w, k], i) =>
        h(
          "button.tool",
          {
            "data-value": name,
            "aria-pressed": String(name === tool),
            title: `${t(capital(name))} (${i + 1})`,
            onclick: () => choose(name),
            onpointerdown: (/** @type {PointerEvent} */ e) => fromPalette(e, name, w, k),
          },
          sample(name, w, k),
          h("span", t(capital(name))),
        ),
      ),
    );
    help.textContent = helping(`draw-${family}`);
    side.hidden = family !== "rushhour";
    main.classList.toggle("sok", family === "sokoban");
  }

  /** @param {string} name */
  function choose(name) {
    if (family === "tiles" && name !== "swap") edit({ edit: "put", tool: name, cell: [0, 0] });
    else {
      tool = name;
      press(tools, name);
    }
  }

  /** Sends one edit, and shows what comes back. @param {any} what @param {boolean} [typed] */
  function edit({ text: given, ...rest }, typed = false) {
    const mine = ++edits;
    if (typed) typings = mine;
    asking = asking.then(async () => {
      if (typed && mine !== edits) return; // more was typed meanwhile
      const before = text;
      try {
        now = await api.sketch({ text: given ?? text, family, ...rest });
      } catch (error) {
        line(below, why(error), "", { warn: true });
        return;
      }
      text = now.text;
      if (text !== before && before) {
        past.push(before);
        if (past.length > 200) past.shift();
        future.length = 0;
      }
      show(typed || typings > mine); // what is being typed is not written over
    });
    return asking;
  }

  /** @param {string[]} from @param {string[]} to */
  function travel(from, to) {
    const other = from.pop();
    if (other === undefined) return;
    to.push(text);
    text = other;
    asking = asking.then(async () => {
      now = await api.sketch({ text, family });
      show(false);
    });
  }

  /** @param {boolean} typed */
  function show(typed) {
    const { scene, faults } = now;
    board.unmark();
    board.show(scene);
    board.size(main);
    rows.value = scene.rows;
    cols.value = scene.cols;
    heading.textContent = `${t(NAMES[family])} · ${scene.rows} × ${scene.cols}`;
    board.mark(
      "at-fault",
      faults.flatMap((/** @type {any} */ f) => f.cells),
    );
    main.querySelector(".tray")?.remove();
    if (scene.waiting.length)
      below.after(
        h(
          "div.tray.under",
          { "aria-hidden": "true" },
          scene.waiting.map((/** @type {any} */ p) => makePiece(p, true)),
        ),
      );
    undo.toggleAttribute("disabled", !past.length);
    redo.toggleAttribute("disabled", !future.length);
    const names = Object.keys(now.formats);
    const shape = names.find((name) => now.formats[name].trim() === text.trim());
    steady(formats, () =>
      put(
        formats,
        names.length > 1 &&
          seg(
            t("Format"),
            names.map((name) => [name, t(capital(name))]),
            format || shape,
            (name) => {
              format = name;
              show(false);
            },
          ),
      ),
    );
    const shown = typed ? area.value : (now.formats[format] ?? text);
    paintText(shown, scene, faults);
    if (area.value !== shown) area.value = shown;
    put(
      list,
      faults.slice(1, 12).map((/** @type {any} */ f) => h("li", icon("warn"), `${f.why} ${place(f)}`)),
    );
    list.hidden = faults.length < 2;
    app.bar();
    rate();
  }

  /** The text as a small second board: each letter on the face of its piece. @param {string} shown @param {any} scene @param {any[]} faults */
  function paintText(shown, scene, faults) {
    const paint = new Map(scene.pieces.map((/** @type {any} */ p) => [p.label || p.id, p]));
    const gridlike = ["rushhour", "blocks", "sokoban"].includes(family);
    const rows_ = shown.split("\n");
    const width = Math.max(...rows_.map((l) => l.length));
    setVars(ed, { cw: `${Math.max(14, Math.min(26, Math.floor(250 / width)))}px` });
    ed.classList.toggle("grid", gridlike && width <= 16 && format !== "list" && format !== "line");
    put(
      lines,
      rows_.slice(0, 400).map((row, r) => {
        const bad = faults.filter((f) => f.line === r + 1);
        return h(
          bad.length ? "li.at" : "li",
          { "data-n": r + 1 },
          bad.length > 0 && icon("warn"),
          [...row].map((mark, c) => {
            const piece = gridlike && /[A-Za-z]/.test(mark) && !/^(exit|goal)/.test(row) && paint.get(mark);
            return h(
              bad.some((f) => f.column === c + 1) ? "b.at" : "b",
              piece ? coat(piece, "hue") : {},
              mark,
            );
          }),
        );
      }),
    );
  }

  /** Where a fault is, in words. @param {any} fault */
  const place = ({ line: at, column }) =>
    at ? t(column ? "Line {line}, column {column}." : "Line {line}.", { line: at, column }) : "";

  /** The first fault in the line below. @param {string} [before] */
  function blame(before = "") {
    const [bad, ...others] = now.faults;
    if (bad)
      line(
        below,
        `${before} ${bad.why}`,
        `${place(bad)} ${others.length ? t("And {n} more.", { n: others.length }) : ""}`,
        {
          warn: true,
          extra: bad.fix && button(t(bad.fix), { class: "push", onclick: () => edit({ edit: "fix" }) }),
        },
      );
  }

  /** Says the first fault, or how hard the level is once a search has ended. */
  async function rate() {
    rated.abort();
    rated = new AbortController();
    const { signal } = rated;
    const made = now.id;
    put(rating, difficulty(null));
    if (now.faults.length) return blame();
    line(below, t("Sound so far."), t("Looking how hard it is."));
    await new Promise((r) => setTimeout(r, 350));
    if (signal.aborted) return undefined;
    try {
      const found = await api.solve(made, {
        seconds: 10,
        signal,
        ...heard((head, rest) => line(below, head, rest)),
      });
      if (signal.aborted) return undefined;
      if (found.status !== "solved")
        return line(below, ...verdict(found), { warn: found.status === "unsolvable" });
      put(rating, difficulty(found.level, inMetric(found.metric, found.cost)));
      return line(
        below,
        `${t(capital(found.level ?? "solved"))}.`,
        `${inMetric(found.metric, found.cost)}, ${plural(found.expanded, "{n} position.", "{n} positions.")}`,
        { extra: h("a.push.small", { href: `/watch/${made}` }, t("Watch the solution")) },
      );
    } catch (error) {
      return signal.aborted ? undefined : line(below, why(error), "", { warn: true });
    }
  }

  // -- hand on the board

  /** @param {PointerEvent} event @param {string} name @param {number} [w] @param {number} [k] */
  function fromPalette(event, name, w, k) {
    if (event.button || name === "eraser" || family === "tiles") return;
    /** @type {HTMLElement | null} */
    let shadow = null;
    track(
      event,
      (e) => {
        shadow ??= shadowOf(w, k);
        const cell = board.cell(e);
        shadow.hidden = !cell;
        if (cell) setVars(shadow, { x: cell[1], y: cell[0] });
      },
      (e, moved) => {
        shadow?.remove();
        if (!moved) return;
        choose(name);
        const cell = board.cell(e);
        if (cell && e.type === "pointerup") edit({ edit: "put", tool: name, cell });
      },
    );
  }

  /** @param {number} [w] @param {number} [k] */
  function shadowOf(w = 1, k = 1) {
    const el = h("i.mark.drop", { vars: { w, k, x: 0, y: 0 } });
    board.stage.append(el);
    return el;
  }

  board.el.addEventListener("pointerdown", (event) => {
    const cell = board.cell(event);
    if (event.button || !cell || !now) return;
    event.preventDefault();
    board.el.focus({ preventScroll: true });
    cursor = cell;
    const piece = now.scene.pieces.find((/** @type {any} */ p) =>
      p.cells.some((/** @type {number[]} */ c) => same(c, cell)),
    );
    const wall = now.scene.floor[cell[0]]?.[cell[1]] === "#";
    let last = cell;
    const painting =
      family === "sokoban" && !(piece && !["eraser", "wall", "floor", "storage"].includes(tool));
    const rubbing = tool === "eraser";
    const stretching = family === "packing" && tool === "piece" && !piece;
    /** @type {HTMLElement | null} */
    let shadow = null;
    const dab = (/** @type {number[]} */ at) =>
      edit(rubbing ? { edit: "erase", cell: at } : { edit: "put", tool, cell: at });
    if (painting || (rubbing && !piece)) dab(cell);
    board.el.setPointerCapture(event.pointerId);
    track(
      event,
      (e) => {
        const here = board.cell(e);
        if (painting || rubbing) {
          if (here && !same(here, last)) {
            last = here;
            dab(here);
          }
        } else if (stretching) {
          shadow ??= shadowOf();
          last = here ?? last;
          setVars(shadow, {
            x: Math.min(last[1], cell[1]),
            y: Math.min(last[0], cell[0]),
            w: Math.abs(last[1] - cell[1]) + 1,
            k: Math.abs(last[0] - cell[0]) + 1,
          });
        } else if (piece) {
          const { top, left, w, h: high } = box(piece.cells);
          shadow ??= shadowOf(w, high);
          shadow.hidden = !here;
          if (here) setVars(shadow, { x: left + here[1] - cell[1], y: top + here[0] - cell[0] });
        }
      },
      (e, moved) => {
        shadow?.remove();
        if (e.type !== "pointerup" || painting) return;
        const here = board.cell(e);
        if (stretching) edit({ edit: "put", tool, cell, to: here ?? last });
        else if (rubbing) {
          if (piece && !moved) edit({ edit: "erase", cell });
        } else if (moved) {
          if (piece || wall) edit({ edit: "move", cell, ...(here ? { to: here } : {}) });
        } else if (piece && tool === "lock") edit({ edit: "lock", cell });
        else if (piece && tool !== "goal" && family !== "tiles") edit({ edit: "turn", cell });
        else edit({ edit: "put", tool, cell });
      },
    );
  });

  function point() {
    board.unmark("drop");
    setVars(shadowOf(), { x: cursor[1], y: cursor[0] });
  }

  palette();
  await edit({});
  return {
    get id() {
      return now?.id ?? null;
    },
    get table() {
      return now?.id ? { now, start: now.id, family } : null;
    },
    get unsound() {
      return !now?.id || now.faults.length > 0;
    },
    key: (/** @type {KeyboardEvent} */ event) => {
      if (typing() || event.metaKey || event.altKey) return false;
      const key = event.key.toLowerCase();
      if (key === "y" || key === "z") {
        if (key === "y" || event.shiftKey) travel(future, past);
        else travel(past, future);
        return true;
      }
      if (event.ctrlKey) return false;
      const chosen = TOOLS[family][Number(event.key) - 1];
      if (chosen) choose(chosen[0]);
      if (chosen) return true;
      if (document.activeElement !== board.el || !now) return false;
      const step = ARROWS[/** @type {"ArrowUp"} */ (event.key)];
      if (step) {
        const { scene } = now;
        cursor = [scene.rows, scene.cols].map((n, i) => Math.max(0, Math.min(n - 1, cursor[i] + step[i])));
        point();
        return true;
      }
      const name = { enter: "put", " ": "put", delete: "erase", backspace: "erase", t: "turn" }[key];
      if (!name) return false;
      edit({
        ...(name === "put" && tool !== "eraser"
          ? { edit: name, tool }
          : { edit: name === "put" ? "erase" : name }),
        cell: cursor,
      }).then(point);
      return true;
    },
    close: () => rated.abort(),
  };
}
