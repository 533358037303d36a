// Draw: a board and its text, which are two views of one level. Every edit is made by the server, on the text.

import * as api from "./api.js";
import { Board, makePiece } from "./board.js";
import { button, count, difficulty, h, icon, NAMES, plural, put, setVars, t, typing } from "./dom.js";
import { inMetric } from "./play.js";
import { box } from "./shapes.js";

/** Tools: name, label, how many cells wide and high the shadow of a drop is. @type {Record<string, [string, string, number, number][]>} */
const TOOLS = {
  rushhour: [["car", "Car", 2, 1], ["truck", "Truck", 3, 1], ["wall", "Wall", 1, 1], ["target", "Target", 2, 1], ["eraser", "Eraser", 1, 1]],
  blocks: [["small", "Small", 1, 1], ["tall", "Tall", 1, 2], ["flat", "Flat", 2, 1], ["big", "Big", 2, 2], ["wall", "Wall", 1, 1], ["goal", "Goal", 1, 1], ["eraser", "Eraser", 1, 1]],
  sokoban: [["wall", "Wall", 1, 1], ["floor", "Floor", 1, 1], ["box", "Box", 1, 1], ["storage", "Storage", 1, 1], ["player", "Player", 1, 1], ["eraser", "Eraser", 1, 1]],
  tiles: [["swap", "Swap", 1, 1], ["shuffle", "Shuffle", 1, 1], ["goal", "Goal", 1, 1]],
  packing: [["piece", "Piece", 1, 1], ["hole", "Hole", 1, 1], ["lock", "Lock", 1, 1], ["eraser", "Eraser", 1, 1]],
};
const AT_ONCE = ["shuffle"];
const HELP = {
  rushhour: "Drag a piece onto the board, click it to turn it, drag it off to take it away. Board and text change together.",
  blocks: "Drag a block onto the board, click it to turn it, drag it off to take it away. Goal says where the big block has to go.",
  sokoban: "Choose a tool and paint. Drag a box or the player to move it. Board and text change together.",
  tiles: "Drag a tile onto another to swap them. Half of all arrangements cannot be solved; the page says which.",
  packing: "Drag a rectangle on the board: it becomes a piece. Draw a solution; the player begins without it. Other shapes go into the text.",
};

/** @param {string} tool @param {string} label the next letter */
function sample(tool, label) {
  const cells = { car: [[0, 0], [0, 1]], truck: [[0, 0], [0, 1], [0, 2]], target: [[0, 0], [0, 1]], tall: [[0, 0], [1, 0]], flat: [[0, 0], [0, 1]], big: [[0, 0], [0, 1], [1, 0], [1, 1]], piece: [[0, 0], [0, 1]] }[/** @type {"car"} */ (tool)] ?? [[0, 0]];
  const paint = { car: [261, 1, 1, ""], truck: [261, 1, 1, ""], target: [27, 0, 0, "target"], tall: [73, 0, 0, ""], flat: [162, 1, 0, ""], big: [258, 0, 0, "big"], small: [341, 1, 0, ""], piece: [200, 0, 1, ""], box: [68, 0, 0, "box"] }[/** @type {"car"} */ (tool)];
  if (tool === "eraser") return icon("rubber");
  if (tool === "wall" || tool === "hole") return h("i", { class: "pc wall", vars: { u: "26px" } });
  if (tool === "lock") return icon("lock");
  if (tool === "goal" || tool === "storage") return h("i", { class: "aim", vars: { u: "26px", x: 0, y: 0 } });
  if (tool === "shuffle") return icon("again");
  if (tool === "swap") return icon("redo");
  if (tool === "floor") return h("i", { class: "flat-floor" });
  if (tool === "player") return makePiece(/** @type {any} */ ({ id: "p", cells, kind: "player", label: "", state: "", hue: 285, tone: 0, pattern: 0, style: "player" }), true);
  const [hue, tone, pattern, style] = paint ?? [200, 0, 0, ""];
  const kind = { target: "target", car: "car", truck: "car", box: "box", piece: "slab" }[/** @type {"car"} */ (tool)] ?? "block";
  const el = makePiece(/** @type {any} */ ({ id: label, cells, kind, label: " ", state: "", hue, tone, pattern, style }), true);
  el.querySelector("span")?.remove();
  return el;
}

/** @param {HTMLElement} view @param {{id: string | null, body: any, app: any}} options */
export async function drawView(view, { id, body, app }) {
  const asked = new URLSearchParams(location.search).get("family") ?? "";
  let family = body?.family ?? app.fix?.family ?? (asked in NAMES ? asked : "rushhour");
  let text = "";
  if (id) {
    const texts = await api.texts(id);
    text = texts.grid ?? texts.xsb ?? texts.text ?? Object.values(texts)[0];
  } else if (app.fix) {
    text = app.fix.text;
    app.fix = null;
  }
  const board = new Board({ still: true });
  /** @type {string[]} */
  const past = [];
  /** @type {string[]} */
  let future = [];
  let tool = TOOLS[family][0][0];
  /** @type {any} */
  let now = null;
  let format = "";
  let asking = Promise.resolve();
  let rated = new AbortController();
  /** @type {number[]} */
  let cursor = [0, 0];

  const below = h("p", { class: "below", role: "status" });
  const rating = h("div", {}, difficulty(null));
  const tools = h("div", { class: "tools", role: "toolbar", "aria-label": t("Pieces") });
  const formats = h("div", { class: "seg push", role: "group", "aria-label": t("Format") });
  const area = /** @type {HTMLTextAreaElement} */ (h("textarea", { "aria-label": t("Level text, live"), spellcheck: "false", autocomplete: "off", autocapitalize: "off", wrap: "off" }));
  const lines = h("ol", { class: "back", "aria-hidden": "true" });
  const ed = h("div", { class: "ed" }, lines, area);
  const undo = button(t("Undo"), { title: t("Undo (Z)"), onclick: () => travel(past, future) }, "undo", true);
  const redo = button(t("Redo"), { title: t("Redo (Y)"), onclick: () => travel(future, past) }, "redo", true);
  const play = h("a", { class: "btn go push", id: "filled", href: "/play", "data-link": true }, icon("play"), t("Play it"));
  const heading = h("span", { class: "small dim desk" });
  const pick = /** @type {HTMLSelectElement} */ (h("select", { "aria-label": t("Family") }, Object.entries(NAMES).map(([value, name]) => h("option", { value, selected: value === family }, t(name)))));
  const rows = /** @type {HTMLInputElement} */ (h("input", { type: "number", min: 1, max: 40, "aria-label": t("Rows") }));
  const cols = /** @type {HTMLInputElement} */ (h("input", { type: "number", min: 1, max: 40, "aria-label": t("Columns") }));
  const side = /** @type {HTMLSelectElement} */ (h("select", { "aria-label": t("Exit") }, [["", t("exit: own lane")], ["left", t("left")], ["right", t("right")], ["up", t("up")], ["down", t("down")]].map(([value, name]) => h("option", { value }, name))));
  const exits = h("label", {}, side);
  const help = h("p", { class: "small dim desk" });
  const main = h("div", { class: "play draw" },
    h("div", { class: "head" }, h("div", { class: "stack tight" }, heading, h("h1", {}, id ? t("A copy") : t("Untitled level"))), rating),
    h("div", { class: "mid" }, board.el, below),
    h("div", { class: "side stack" },
      h("div", { class: "dock row" }, undo, redo, button(t("Empty the board"), { onclick: () => edit({ edit: "empty" }) }, "bin", true), play),
      tools,
      h("div", { class: "stack tight txt" }, h("div", { class: "row" }, h("h2", { class: "small dim" }, t("Level text")), formats), ed),
      h("div", { class: "sizes" }, h("label", {}, pick), h("label", {}, rows, "×", cols), exits),
      h("div", { class: "links small" }, h("a", { href: "/open", "data-link": true }, t("Open or paste")), h("a", { href: "#copy", onclick: (/** @type {Event} */ e) => { e.preventDefault(); navigator.clipboard?.writeText(text).then(() => say(t("The text is copied."), ""), () => area.select()); } }, t("Copy text"))),
      help));
  put(view, main);
  document.title = `${t("Draw")} · unjam`;
  board.el.tabIndex = 0;

  pick.addEventListener("change", () => {
    family = pick.value;
    document.documentElement.dataset.family = family;
    if (family === "rushhour") delete document.documentElement.dataset.family;
    tool = TOOLS[family][0][0];
    past.length = 0;
    future = [];
    format = "";
    text = "";
    palette();
    edit({});
  });
  for (const input of [rows, cols]) input.addEventListener("change", () => edit({ edit: "size", to: [Number(rows.value) || 1, Number(cols.value) || 1] }));
  side.addEventListener("change", () => edit({ edit: "exit", tool: side.value || "none" }));
  area.addEventListener("input", () => {
    format = "";
    edit({ text: area.value }, true);
  });
  area.addEventListener("scroll", () => {
    ed.scrollLeft = area.scrollLeft;
  });

  function palette() {
    put(tools, TOOLS[family].map(([name, label], i) => {
      const el = h("button", { type: "button", class: "tool", "aria-pressed": String(name === tool), "data-tool": name, title: `${t(label)} (${i + 1})`, onclick: () => choose(name) }, sample(name, now?.next ?? "B"), h("span", {}, t(label)));
      el.addEventListener("pointerdown", (event) => fromPalette(event, name));
      return el;
    }));
    help.textContent = t(HELP[/** @type {"tiles"} */ (family)]);
    exits.hidden = family !== "rushhour";
    for (const [name, on] of /** @type {[string, boolean][]} */ ([["sok", family === "sokoban"], ["tiles1", family === "tiles"]])) main.classList.toggle(name, on);
  }

  /** @param {string} name */
  function choose(name) {
    if (AT_ONCE.includes(name) || (family === "tiles" && name === "goal")) {
      edit({ edit: "put", tool: name, cell: [0, 0] });
      return;
    }
    tool = name;
    for (const b of tools.querySelectorAll("button")) b.setAttribute("aria-pressed", String(b.dataset.tool === name));
  }

  /** Sends one edit, and shows what comes back. @param {any} what @param {boolean} [typed] */
  function edit(what, typed = false) {
    const { text: given = null, ...rest } = what;
    asking = asking.then(async () => {
      const before = text;
      try {
        now = await api.sketch({ text: given ?? text, family, ...rest });
      } catch (error) {
        say(error instanceof Error ? error.message : String(error), "", true);
        return;
      }
      text = now.text;
      if (text !== before && before) {
        past.push(before);
        if (past.length > 200) past.shift();
        future = [];
      }
      show(typed);
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
    heading.textContent = `${t(NAMES[/** @type {"tiles"} */ (family)])} · ${scene.rows} × ${scene.cols}`;
    const bad = faults[0];
    if (bad) for (const [y, x] of bad.cells) board.stage.append(h("i", { class: "mark at-fault", vars: { x, y } }));
    if (scene.waiting.length) waiting(scene);
    else main.querySelector(".tray.under")?.remove();
    undo.toggleAttribute("disabled", !past.length);
    redo.toggleAttribute("disabled", !future.length);
    const names = Object.keys(now.formats);
    put(formats, names.length > 1 ? names.map((name) => h("button", { type: "button", "aria-pressed": String(name === (format || shape())), onclick: () => { format = name; show(false); } }, t(name[0].toUpperCase() + name.slice(1)))) : null);
    const shown = typed ? area.value : (now.formats[format] ?? text);
    paintText(shown, scene, bad);
    if (area.value !== shown) area.value = shown;
    play.setAttribute("href", now.id ? `/play/${now.id}` : "#");
    rate();
  }

  const shape = () => Object.entries(now.formats).find(([, value]) => value.trim() === text.trim())?.[0] ?? "";

  /** @param {any} scene */
  function waiting(scene) {
    let tray = main.querySelector(".tray.under");
    if (!tray) {
      tray = h("div", { class: "tray under", "aria-hidden": "true" });
      below.after(tray);
    }
    put(/** @type {HTMLElement} */ (tray), scene.waiting.map((/** @type {any} */ p) => makePiece(p, true)));
  }

  /** The text as a small second board: each letter on the face of its piece. @param {string} shown @param {any} scene @param {any} bad */
  function paintText(shown, scene, bad) {
    const paint = new Map(scene.pieces.map((/** @type {any} */ p) => [p.label || p.id, p]));
    const gridlike = family === "rushhour" || family === "blocks" || family === "sokoban";
    const rows_ = shown.split("\n");
    const width = Math.max(...rows_.map((l) => l.length));
    setVars(ed, { cw: `${Math.max(14, Math.min(26, Math.floor(250 / width)))}px` });
    ed.classList.toggle("grid", gridlike && width <= 16 && format !== "list" && format !== "line");
    put(lines, rows_.slice(0, 400).map((line, r) => {
      const at = bad?.line === r + 1;
      return h("li", { "data-n": r + 1, class: at ? "at" : "" }, at ? icon("warn") : null, [...line].map((mark, c) => {
        const piece = gridlike && /[A-Za-z]/.test(mark) && !/^(exit|goal)/.test(line) ? paint.get(mark) : null;
        const wrong = at && bad.column === c + 1;
        return h("b", { class: `${piece ? `hue ${piece.style === "target" ? "target" : piece.style === "big" ? "big" : ""}` : ""} ${wrong ? "at" : ""}`, vars: piece ? { h: piece.hue, t: piece.tone } : {} }, mark);
      }));
    }));
  }

  /** @param {string} main_ @param {string} rest @param {boolean} [warn] @param {Node | null} [extra] */
  function say(main_, rest, warn = false, extra = null) {
    put(below, warn && icon("warn"), h("span", {}, h("b", { class: warn ? "warn" : "" }, main_), " ", h("span", { class: "dim" }, rest)), extra);
  }

  /** Says the first fault, or how hard the level is once a search has ended. */
  async function rate() {
    rated.abort();
    rated = new AbortController();
    const { signal } = rated;
    const { faults, id: made } = now;
    app.shareable = made && !faults.length;
    if (faults.length) {
      put(rating, difficulty(null));
      const [bad] = faults;
      const place = bad.line ? t("Line {line}{column}.", { line: bad.line, column: bad.column ? `, ${t("column")} ${bad.column}` : "" }) : "";
      const more = faults.length > 1 ? ` ${plural(faults.length - 1, "And {n} more.", "And {n} more.")}` : "";
      say(bad.why, `${place}${more}`, true, bad.fix ? button(t(bad.fix), { class: "push", onclick: () => edit({ edit: "fix" }) }) : null);
      return;
    }
    put(rating, difficulty(null));
    say(t("Sound so far."), t("Looking how hard it is."));
    await new Promise((r) => setTimeout(r, 350));
    if (signal.aborted) return;
    try {
      const found = await api.solve(made, { seconds: 10, signal, onprogress: (p) => say(t("Searching,"), plural(p.expanded, "{n} position so far.", "{n} positions so far.")) });
      if (signal.aborted) return;
      if (found.status === "unsolvable") say(t("No way out:"), found.expanded > 1 ? t("all {n} positions tried.", { n: count(found.expanded) }) : (found.reason ?? ""), true);
      else if (found.status === "gave_up") say(t("Stopped after {n} positions.", { n: count(found.expanded) }), t("Not proved either way."));
      else {
        const name = found.level ? t(found.level[0].toUpperCase() + found.level.slice(1)) : t("Solved");
        put(rating, difficulty(found.level, inMetric(found.metric, found.cost)));
        say(`${name}.`, `${inMetric(found.metric, found.cost)}, ${plural(found.expanded, "{n} position.", "{n} positions.")}`, false, h("a", { class: "push small", href: `/watch/${made}`, "data-link": true }, t("Watch the solution")));
      }
    } catch (error) {
      if (!signal.aborted) say(error instanceof Error ? error.message : String(error), "", true);
    }
  }

  // -- hand on the board

  /** @param {PointerEvent} event @param {string} name */
  function fromPalette(event, name) {
    if (event.button || AT_ONCE.includes(name) || name === "eraser" || family === "tiles") return;
    const [, , w, k] = /** @type {any} */ (TOOLS[family].find((one) => one[0] === name));
    const start = [event.clientX, event.clientY];
    /** @type {HTMLElement | null} */
    let shadow = null;
    const move = (/** @type {PointerEvent} */ e) => {
      if (!shadow && Math.hypot(e.clientX - start[0], e.clientY - start[1]) < 8) return;
      shadow ??= shadowOf(w, k);
      const cell = board.cell(e);
      shadow.hidden = !cell;
      if (cell) setVars(shadow, { x: cell[1], y: cell[0] });
    };
    const up = (/** @type {PointerEvent} */ e) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", up);
      if (!shadow) return;
      shadow.remove();
      choose(name);
      const cell = board.cell(e);
      if (cell && e.type === "pointerup") edit({ edit: "put", tool: name, cell });
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", up);
  }

  /** @param {number} w @param {number} k */
  function shadowOf(w, k) {
    const el = h("i", { class: "mark drop", vars: { w, k, x: 0, y: 0 } });
    board.stage.append(el);
    return el;
  }

  board.el.addEventListener("pointerdown", (event) => {
    const cell = board.cell(event);
    if (event.button || !cell || !now) return;
    event.preventDefault();
    board.el.focus({ preventScroll: true });
    cursor = cell;
    const piece = now.scene.pieces.find((/** @type {any} */ p) => p.cells.some((/** @type {number[]} */ c) => c[0] === cell[0] && c[1] === cell[1]));
    const wall = now.scene.floor[cell[0]]?.[cell[1]] === "#";
    const start = [event.clientX, event.clientY];
    let moved = false;
    let last = cell;
    const painting = family === "sokoban" && !(piece && !["eraser", "wall", "floor", "storage"].includes(tool));
    const rubbing = tool === "eraser";
    const stretching = family === "packing" && tool === "piece" && !piece;
    /** @type {HTMLElement | null} */
    let shadow = null;
    const dab = (/** @type {number[]} */ at) => edit(rubbing ? { edit: "erase", cell: at } : { edit: "put", tool, cell: at });
    if (painting || (rubbing && !piece)) dab(cell);
    board.el.setPointerCapture(event.pointerId);
    const move = (/** @type {PointerEvent} */ e) => {
      if (!moved && Math.hypot(e.clientX - start[0], e.clientY - start[1]) < 6) return;
      moved = true;
      const here = board.cell(e);
      if (painting || rubbing) {
        if (here && String(here) !== String(last)) {
          last = here;
          dab(here);
        }
        return;
      }
      if (stretching) {
        shadow ??= shadowOf(1, 1);
        const to = here ?? last;
        last = to;
        setVars(shadow, { x: Math.min(to[1], cell[1]), y: Math.min(to[0], cell[0]), w: Math.abs(to[1] - cell[1]) + 1, k: Math.abs(to[0] - cell[0]) + 1 });
        return;
      }
      if (!piece) return;
      const { top, left, w, h: high } = box(piece.cells);
      shadow ??= shadowOf(w, high);
      shadow.hidden = !here;
      if (here) setVars(shadow, { x: left + here[1] - cell[1], y: top + here[0] - cell[0] });
    };
    const up = (/** @type {PointerEvent} */ e) => {
      board.el.removeEventListener("pointermove", move);
      board.el.removeEventListener("pointerup", up);
      board.el.removeEventListener("pointercancel", up);
      shadow?.remove();
      if (e.type !== "pointerup" || painting) return;
      const here = board.cell(e);
      if (stretching) edit({ edit: "put", tool, cell, to: here ?? last });
      else if (rubbing) {
        if (piece && !moved) edit({ edit: "erase", cell });
      } else if (moved && (piece || wall)) edit({ edit: "move", cell, ...(here ? { to: here } : {}) });
      else if (!moved && piece && tool === "lock") edit({ edit: "lock", cell });
      else if (!moved && piece && tool === "goal") edit({ edit: "put", tool, cell });
      else if (!moved && piece) edit(family === "tiles" ? { edit: "put", tool: "swap", cell } : { edit: "turn", cell });
      else if (!moved) edit({ edit: "put", tool, cell });
    };
    board.el.addEventListener("pointermove", move);
    board.el.addEventListener("pointerup", up);
    board.el.addEventListener("pointercancel", up);
  });

  function point() {
    board.unmark("drop");
    const el = shadowOf(1, 1);
    setVars(el, { x: cursor[1], y: cursor[0] });
  }

  palette();
  await edit({});
  return {
    get id() {
      return now?.id ?? null;
    },
    get table() {
      return now?.id ? { now: { id: now.id }, start: now.id, family } : null;
    },
    key: (/** @type {KeyboardEvent} */ event) => {
      if (typing() || event.metaKey || event.altKey) return false;
      const key = event.key.toLowerCase();
      if (key === "z" && !event.shiftKey) return Boolean(travel(past, future)) || true;
      if (key === "y" || (key === "z" && event.shiftKey)) return Boolean(travel(future, past)) || true;
      if (event.ctrlKey) return false;
      const n = Number(event.key);
      if (n >= 1 && n <= TOOLS[family].length) {
        choose(TOOLS[family][n - 1][0]);
        return true;
      }
      if (document.activeElement !== board.el || !now) return false;
      const steps = { arrowup: [-1, 0], arrowdown: [1, 0], arrowleft: [0, -1], arrowright: [0, 1] };
      if (key in steps) {
        const [dr, dc] = steps[/** @type {"arrowup"} */ (key)];
        cursor = [Math.max(0, Math.min(now.scene.rows - 1, cursor[0] + dr)), Math.max(0, Math.min(now.scene.cols - 1, cursor[1] + dc))];
        point();
        return true;
      }
      const acts = { enter: { edit: "put", tool }, " ": { edit: "put", tool }, delete: { edit: "erase" }, backspace: { edit: "erase" }, t: { edit: "turn" } };
      const act = acts[/** @type {"enter"} */ (key)];
      if (!act) return false;
      if (tool === "eraser" && act.edit === "put") act.edit = "erase";
      edit({ ...act, cell: cursor }).then(point);
      return true;
    },
    close: () => rated.abort(),
  };
}
