// Watch: the best solution, move by move, at your own pace.

import * as api from "./api.js";
import { Board, called, changed, chip, coat, makePiece } from "./board.js";
import {
  button,
  difficulty,
  doing,
  h,
  heard,
  icon,
  lower,
  NAMES,
  plural,
  press,
  put,
  seg,
  setVars,
  t,
  verdict,
  why,
} from "./dom.js";
import { inMetric } from "./play.js";
import { far as steps } from "./shapes.js";
import { titleOf } from "./store.js";
import { wayName } from "./table.js";

const SPEEDS = [0.5, 1, 3];
const STEP = 500;

/** @param {HTMLElement} view @param {{id: string, body: any, app: any}} options */
export async function watchView(view, { id, body, app }) {
  const family = body.family;
  const name = body.title ?? titleOf(id) ?? t("Untitled level");
  const board = new Board({ still: true });
  board.el.classList.add("glide");
  const title = h("h1", t("Searching"));
  const rating = h("div", difficulty(null));
  const note = h("p.dim", { role: "status" });
  const list = h("ol.moves", { tabindex: "0", "aria-label": t("All moves") });
  const proof = h("p.small.dim");
  const score = h("div.score", {
    role: "slider",
    tabindex: "0",
    "aria-label": t("Move"),
    "aria-valuemin": "0",
  });
  const go = h("button.btn.go", { id: "filled" });
  const tray = family === "packing" ? h("div.tray.under", { "aria-hidden": "true" }) : null;
  const act = new AbortController();

  /** @type {any} */
  let found = null;
  /** @type {any[]} */
  let scenes = [];
  let at = 0;
  let playing = false;
  let speed = 1;
  let timer = 0;

  const speeds = seg(
    t("Speed"),
    SPEEDS.map((v) => [v, v === 0.5 ? "½×" : `${v}×`]),
    1,
    (v) => pace(v),
    ".push",
  );
  const back = button(
    t("One move back"),
    { title: t("One move back (←)"), onclick: () => step(at - 1) },
    "left",
    true,
  );
  const on = button(
    t("One move on"),
    { title: t("One move on (→)"), onclick: () => step(at + 1) },
    "right",
    true,
  );
  const main = h(
    "div",
    { class: `play watch ${family === "sokoban" ? "sok" : ""}` },
    h(
      "div.head",
      h(
        "div.stack.tight",
        h("a.small.dim.desk", { href: `/play/${id}` }, `${t(NAMES[family])} · ${name}`),
        title,
      ),
      rating,
    ),
    h(
      "div.mid",
      board.el,
      h(
        "div.deck",
        score,
        h(
          "div.dock.row",
          button(
            t("To the start"),
            { class: "bare desk", title: t("To the start (Home)"), onclick: () => step(0) },
            "first",
            true,
          ),
          back,
          go,
          on,
          button(
            t("To the end"),
            { class: "bare desk", title: t("To the end (End)"), onclick: () => step(scenes.length - 1) },
            "last",
            true,
          ),
          speeds,
        ),
      ),
    ),
    h(
      "div.side.stack",
      note,
      tray,
      list,
      h(
        "div.links.small",
        doing(t("Play from here"), `/play/${id}`, () => app.go(`/play/${now().id}`), {
          id: "play-from-here",
        }),
        doing(t("Share"), "#share", app.share),
      ),
      proof,
    ),
  );
  put(view, main);
  board.show(body.scene);
  board.size(main);
  document.title = `${t("Watch")} ${name} · unjam`;

  const now = () => ({ id: at ? found.steps[at - 1].id : id });

  function button_() {
    const [name, label] = !found
      ? ["stop", "Stop"]
      : playing
        ? ["pause", "Pause"]
        : at >= scenes.length - 1
          ? ["again", "Again"]
          : ["play", "Play"];
    put(go, icon(name), t(label));
  }

  /** @param {number} v */
  function pace(v) {
    speed = v;
    press(speeds, v);
    setVars(board.el, { speed: v });
    if (playing) play();
  }

  function play() {
    clearInterval(timer);
    playing = true;
    timer = window.setInterval(() => {
      if (at >= scenes.length - 1) return pause();
      return show(at + 1);
    }, STEP / speed);
    button_();
  }

  function pause() {
    clearInterval(timer);
    playing = false;
    button_();
  }

  const toggle = () => {
    if (!found) {
      act.abort();
      return;
    }
    if (playing) pause();
    else {
      if (at >= scenes.length - 1) show(0);
      play();
    }
  };
  go.addEventListener("click", toggle);

  /** @param {number} to */
  function step(to) {
    if (!found) return;
    pause();
    show(Math.max(0, Math.min(scenes.length - 1, to)));
  }

  /** @param {number} i @returns {string} what move i (from 1) does, in few words */
  const words = (i) => found.words[i - 1];

  /** @param {number} i */
  const brief = (i) => {
    const { now: piece, was } = changed(scenes[i - 1], scenes[i]);
    return piece?.label && was ? `${called(piece, family)} ${direction(was, piece)}` : words(i);
  };

  /** @param {number} to */
  function show(to) {
    at = to;
    const scene = scenes[at];
    board.unmark();
    board.show(scene);
    board.el.classList.toggle("lit", at === scenes.length - 1 && found.status === "solved");
    if (at) {
      const moved = changed(scenes[at - 1], scene);
      if (moved.was && moved.now)
        board.ghost(moved.was.cells, wayName(moved.was.cells[0], moved.now.cells[0]), "was");
    }
    if (tray)
      put(
        tray,
        scene.waiting.map((/** @type {any} */ p) => makePiece(p, true)),
      );
    const all = scenes.length - 1;
    title.textContent = at ? brief(at) : name;
    put(
      note,
      t("Move {at} of {all}.", { at, all }),
      " ",
      at < all ? t("Next: {words}.", { words: lower(brief(at + 1)) }) : t("Done."),
    );
    score.setAttribute("aria-valuenow", String(at));
    score.setAttribute(
      "aria-valuetext",
      at ? t("Move {at} of {all}, {words}", { at, all, words: words(at) }) : t("The start"),
    );
    [...score.children].forEach((bar, i) => {
      bar.classList.toggle("done", i < at);
      bar.classList.toggle("now", i === Math.ceil((at / all) * score.children.length) - 1 && at > 0);
    });
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const item = list.querySelector(`[data-step="${at}"]`);
    item?.setAttribute("aria-current", "step");
    if (item instanceof HTMLElement) list.scrollTop = item.offsetTop - list.offsetTop - list.clientHeight / 2;
    board.el.setAttribute(
      "aria-label",
      at
        ? t("Position after move {at} of {all}: {words}", { at, all, words: words(at) })
        : board.summary(scene),
    );
    button_();
  }

  function timeline() {
    const all = found.moves.length;
    const bars = Math.min(all, 120);
    setVars(score, { n: bars });
    score.setAttribute("aria-valuemax", String(all));
    put(
      score,
      Array.from({ length: bars }, (_, i) => {
        const k = Math.floor((i * all) / bars);
        const { now: piece, was } = changed(scenes[k], scenes[k + 1]);
        const far = was && piece ? steps(piece.cells[0], was.cells[0]) : 1;
        const { class: name, vars } = coat(piece ?? { hue: 155, tone: 0 }, "pc");
        return h("i", { class: name, vars: { ...vars, n: far } });
      }),
    );
    const aim = (/** @type {PointerEvent} */ e) => {
      const area = score.getBoundingClientRect();
      step(Math.round(((e.clientX - area.left) / area.width) * all));
    };
    score.addEventListener("pointerdown", (e) => {
      score.setPointerCapture(e.pointerId);
      aim(e);
    });
    score.addEventListener("pointermove", (e) => e.buttons && aim(e));
    list.classList.toggle("one", family === "packing" || family === "blocks");
    put(
      list,
      found.words.slice(0, 600).map((/** @type {string} */ said, /** @type {number} */ i) => {
        const { now: piece, was } = changed(scenes[i], scenes[i + 1]);
        const label = piece && piece.kind !== "box" && piece.kind !== "player" ? chip(piece) : null;
        const short = label && was ? direction(was, piece) : said;
        return h(
          "li",
          h(
            "button",
            { "data-step": i + 1, title: said, onclick: () => step(i + 1) },
            h("span.num.dim.small", i + 1),
            label,
            h("span", short),
          ),
        );
      }),
    );
  }

  /** @param {string} main @param {string} rest */
  function failed(main, rest) {
    title.textContent = main;
    put(note, rest);
    go.replaceWith(h("a.btn.go", { href: `/draw/${id}` }, icon("edit"), t("Edit a copy")));
  }

  button_();
  const look = async () => {
    try {
      const answer = await api.solve(id, {
        signal: act.signal,
        ...heard((main, rest) => put(note, h("b", main), " ", rest)),
      });
      if (answer.status !== "solved" && !answer.moves.length)
        return failed(
          t(answer.status === "unsolvable" ? "No way out" : "Gave up"),
          verdict(answer).join(" "),
        );
      found = answer;
    } catch (error) {
      return act.signal.aborted
        ? failed(t("Stopped"), t("The search was called off."))
        : failed(t("No solution to watch"), why(error));
    }
    scenes = unfold(found);
    put(rating, difficulty(found.level, inMetric(found.metric, found.cost)));
    put(
      proof,
      found.optimal
        ? `${t("No shorter way exists.")} ${plural(found.expanded, "The search looked at {n} position.", "The search looked at {n} positions.")} `
        : t("A way out; whether a shorter one exists is not proved. "),
      h("a", { href: `/lab/${id}` }, t("See the search")),
    );
    if (!found.moves.length) {
      title.textContent = t("Solved already");
      put(note, t("There is nothing left to do."));
      return;
    }
    timeline();
    show(0);
    play();
  };
  look();

  return {
    table: {
      get now() {
        return found ? now() : { id };
      },
      start: id,
      family,
    },
    id,
    key: (/** @type {KeyboardEvent} */ event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return false;
      const on = document.activeElement;
      if (
        (event.key === " " || event.key === "Enter") &&
        (on instanceof HTMLButtonElement || on instanceof HTMLAnchorElement) &&
        on !== go
      )
        return false;
      const keys = {
        " ": toggle,
        r: () => {
          show(0);
          play();
        },
        ArrowRight: () => step(at + 1),
        ArrowLeft: () => step(at - 1),
        Home: () => step(0),
        End: () => step(scenes.length - 1),
        1: () => pace(0.5),
        2: () => pace(1),
        3: () => pace(3),
      };
      const act_ = keys[/** @type {"r"} */ (event.key.length === 1 ? event.key.toLowerCase() : event.key)];
      if (!act_ || !found) return false;
      act_();
      return true;
    },
    close: () => {
      act.abort();
      clearInterval(timer);
    },
  };
}

/** Every scene of a replay, from the first and what changes with each step. @param {any} found */
export function unfold(found) {
  const scenes = [found.scene];
  const waiting = new Map(found.scene.waiting.map((/** @type {any} */ p) => [p.id, p]));
  for (const step of found.steps) {
    const last = scenes[scenes.length - 1];
    const pieces = new Map(last.pieces.map((/** @type {any} */ p) => [p.id, p]));
    for (const id of step.gone) pieces.delete(id);
    for (const piece of step.now) pieces.set(piece.id, piece);
    scenes.push({
      ...last,
      pieces: [...pieces.values()],
      waiting: (step.waiting ?? []).map((/** @type {string} */ id) => waiting.get(id)),
    });
  }
  return scenes;
}

/** @param {any} was @param {any} now */
function direction(was, now) {
  const [dr, dc] = now.cells[0].map(
    (/** @type {number} */ n, /** @type {number} */ i) => n - was.cells[0][i],
  );
  return [
    [dc, "left {n}", "right {n}"],
    [dr, "up {n}", "down {n}"],
  ]
    .flatMap(([n, less, more]) => (n ? t(n < 0 ? less : more, { n: Math.abs(n) }) : []))
    .join(", ");
}
