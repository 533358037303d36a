// The sheets: share, settings, keys, and one plain sentence. Esc closes; focus goes back to where it was.

import * as api from "./api.js";
import { button, h, icon, plural, t } from "./dom.js";
import { dark, dress, recall, remember } from "./store.js";

/** @param {string} title @param {...any} inside */
function sheet(title, ...inside) {
  const dialog = /** @type {HTMLDialogElement} */ (h("dialog", { "aria-label": title }, h("div", { class: "sheet" }, h("div", { class: "row" }, h("h2", { class: "h" }, title), button(t("Close"), { class: "bare push", onclick: () => dialog.close() }, "close", true)), ...inside)));
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** @param {string} label @param {string[][]} choices value and name @param {string} now @param {(value: string) => void} act */
function choice(label, choices, now, act) {
  const group = h("div", { class: "seg full", role: "group", "aria-label": label }, choices.map(([value, name]) => h("button", { type: "button", "aria-pressed": String(value === now), "data-value": value, onclick: () => {
    for (const b of group.querySelectorAll("button")) b.setAttribute("aria-pressed", String(b.dataset.value === value));
    act(value);
  } }, name)));
  return group;
}

/** @param {string} sentence */
export function tellSheet(sentence) {
  sheet(t("unjam"), h("p", {}, sentence));
}

export function settingsSheet() {
  const set = (/** @type {string} */ name, /** @type {string} */ value) => {
    remember("settings", { ...recall("settings", {}), [name]: value });
    dress();
  };
  const { theme = "system", motion = "system", letters = "always" } = recall("settings", {});
  const row = (/** @type {string} */ label, /** @type {HTMLElement} */ what) => h("div", { class: "setting" }, h("span", { class: "small" }, label), what);
  sheet(t("Settings"),
    row(t("Light"), choice(t("Light"), [["system", t("System")], ["day", t("Day")], ["night", t("Night")]], theme, (v) => set("theme", v))),
    row(t("Motion"), choice(t("Motion"), [["system", t("System")], ["full", t("Full")], ["none", t("None")]], motion, (v) => set("motion", v))),
    row(t("Letters on pieces"), choice(t("Letters on pieces"), [["always", t("Always")], ["touch", t("On touch")]], letters, (v) => set("letters", v))),
  );
}

const KEYS = [
  ["Move", [["A – Z", "pick a piece"], ["1 – 9", "pick a piece (packing)"], ["← ↑ → ↓", "move it, walk"], ["Tab", "next piece"], ["Esc", "let go"]]],
  ["Play", [["Z", "undo"], ["Y", "redo"], ["R", "start again"], ["H", "hint"], ["N", "next level"], ["Shift", "with a letter that a piece has: the verb"]]],
  ["Watch", [["W", "watch the solution"], ["Space", "play, pause"], ["← →", "one move"], ["Home End", "first, last"], ["R", "restart"], ["1 2 3", "speed"]]],
  ["Draw", [["E", "edit a copy"], ["1 – 6", "choose a tool"], ["T", "turn the piece"], ["Del", "take it away"]]],
  ["Packing", [["Click", "try it there"], ["Ctrl", "put it down for now"], ["Enter", "lock it for good"], ["Esc", "take it off, let go"], ["T", "turn"], ["← ↑ → ↓", "next ✱"], ["Space", "try it there"]]],
  ["Lab", [["Space", "run, pause"], ["← →", "one expansion; with Shift, many"], ["Home End", "first, last"], ["Tab ← ↑ → ↓", "a window of a panel"], ["Enter", "play from it"]]],
];

export function keysSheet() {
  sheet(t("Keys"), h("p", { class: "small dim" }, t("They rest while you type in a text field.")),
    h("div", { class: "keys" }, KEYS.map(([name, rows]) => h("div", {}, h("h3", { class: "small dim" }, t(/** @type {string} */ (name))), h("dl", {}, /** @type {string[][]} */ (rows).map(([keys, what]) => h("div", {}, h("dt", {}, keys.split(" ").map((k) => (k === "–" ? h("span", {}, "–") : h("kbd", {}, k)))), h("dd", {}, t(what)))))))));
}

/** @param {any} table */
export async function shareSheet(table) {
  if (!table?.now) return tellSheet(t("Open a level first; then there is something to share."));
  let id = table.now.id;
  const said = h("p", { class: "small dim", role: "status" });
  const link = () => `${location.origin}/play/${id}`;
  const copy = async (/** @type {string} */ text, /** @type {string} */ done) => {
    try {
      await navigator.clipboard.writeText(text);
      said.textContent = done;
    } catch {
      const field = /** @type {HTMLTextAreaElement} */ (h("textarea", { class: "field1 wide1", readonly: true, rows: 3, "aria-label": t("Copy this") }));
      field.value = text;
      said.replaceChildren(field);
      field.select();
    }
  };
  const option = (/** @type {any} */ name, /** @type {string} */ label, /** @type {string} */ rest, /** @type {any} */ props, tag = "button") => h("li", {}, h(tag, { class: "opt", ...(tag === "button" ? { type: "button" } : {}), ...props }, icon(name), h("span", {}, h("b", {}, label), h("small", {}, rest))));
  const svg = option("picture", t("SVG picture"), t("sharp at every size"), { download: "", href: "" }, "a");
  const png = option("picture", t("PNG picture"), t("for chats and slides"), { download: "", href: "" }, "a");
  const aim = () => {
    for (const [el, kind] of /** @type {[HTMLElement, string][]} */ ([[svg, "svg"], [png, "png"]])) {
      const a = /** @type {HTMLAnchorElement} */ (el.firstChild);
      a.href = api.picture(id, kind, dark());
      a.setAttribute("download", `unjam-${table.family}.${kind}`);
    }
  };
  aim();
  const gif = async () => {
    said.textContent = t("Looking for the solution.");
    try {
      const found = await api.solve(id, {});
      if (!found.moves.length) {
        said.textContent = t("There is no solution to show from here.");
        return;
      }
      said.textContent = plural(found.moves.length, "Drawing {n} move.", "Drawing {n} moves.");
      const url = URL.createObjectURL(await api.film(id, found.moves.slice(0, 500)));
      const a = /** @type {HTMLAnchorElement} */ (h("a", { href: url, download: `unjam-${table.family}.gif` }));
      a.click();
      setTimeout(() => URL.revokeObjectURL(url), 30_000);
      said.textContent = t("The GIF is in your downloads.");
    } catch (error) {
      said.textContent = error instanceof Error ? error.message : String(error);
    }
  };
  const start = table.start ?? id;
  sheet(t("Share"),
    choice(t("Which position"), [["now", t("This position")], ["start", t("From the start")]], "now", (v) => {
      id = v === "now" ? table.now.id : start;
      aim();
    }),
    button(t("Copy link"), { class: "go wide1", onclick: () => copy(link(), t("The link is copied.")) }, "link"),
    h("ul", {},
      option("text", t("Copy text"), t("opens anywhere"), { onclick: async () => copy(Object.values(await api.texts(id))[0], t("The text is copied.")) }),
      svg, png,
      option("film", t("GIF"), t("the solution, animated"), { onclick: gif })),
    said,
  );
}
