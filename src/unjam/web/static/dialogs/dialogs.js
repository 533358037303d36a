// The sheets: share, settings, keys, and one plain sentence. Esc closes; focus goes back.

/** @import { Child, Here, Props, Settings } from "../types" */

import * as api from "../api.js";
import { families } from "../state/families.js";
import { recall, remember } from "../state/store.js";
import { button, doing, iconButton, seg } from "../ui/controls.js";
import { h, icon, template } from "../ui/dom.js";
import { LANGUAGES, languageOf, plural, say, speak, t } from "../ui/i18n.js";
import { applySettings, isDark, isLocal, touched } from "../ui/theme.js";

const LONGEST_FILM = 500; // moves

/** @param {string} title @param {...Child} inside */
export function sheet(title, ...inside) {
  const close = iconButton(t("Close"), { class: "bare push", onclick: () => dialog.close() }, "close");
  const dialog = h(
    "dialog",
    { "aria-label": title },
    h("div.sheet", h("div.row", h("h2.h", title), close), inside),
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** @param {string} sentence @param {HTMLElement | null} [more] a link, at which the sheet closes */
export function tellSheet(sentence, more = null) {
  const dialog = sheet("unjam", h("p", sentence), more && h("p", more));
  more?.addEventListener("click", () => dialog.close());
}

/** The languages, the one at hand first: it is the browser's where nobody chose. */
function languages() {
  const now = languageOf(undefined);
  const names = /** @type {[keyof typeof LANGUAGES, string][]} */ (Object.entries(LANGUAGES));
  return names.sort(([a], [b]) => Number(b === now) - Number(a === now));
}

export function settingsSheet() {
  /**
   * @template {keyof Settings} K @param {K} name @param {string} label
   * @param {[NonNullable<Settings[K]>, string][]} choices the first is the default
   */
  const row = (name, label, choices) => {
    const set = (/** @type {NonNullable<Settings[K]>} */ value) => {
      remember("settings", { ...recall("settings"), [name]: value });
      applySettings();
      if (name === "language") location.reload();
    };
    const now = recall("settings")?.[name] ?? choices[0][0];
    return h("div.setting", h("span.small", label), seg(label, choices, now, set, ".full"));
  };
  const help = () => {
    dialog.close();
    keysSheet();
  };
  const dialog = sheet(
    t("Settings"),
    row("theme", t("Light"), [
      ["system", t("System")],
      ["day", t("Day")],
      ["night", t("Night")],
    ]),
    row("motion", t("Motion"), [
      ["system", t("System")],
      ["full", t("Full")],
      ["none", t("None")],
    ]),
    row("letters", t("Letters on pieces"), [
      ["always", t("Always")],
      ["touch", t("On touch")],
    ]),
    row("language", t("Language"), languages()),
    saved(),
    h("p.small.links", doing(t("Keys and help"), "#keys", help)),
  );
  import("../game/play_recorder.js").then(async ({ kept }) => {
    const choices = /** @type {["no" | "yes", string][]} */ ([
      ["no", t("Nothing")],
      ["yes", t("Moves and times")],
    ]);
    if (await kept())
      dialog.firstElementChild?.append(row("plays", t("What the server keeps of my plays"), choices));
  });
}

/** All progress as a file, out and in. */
function saved() {
  const said = h("p.small.dim", { role: "status" });
  const input = h("input", { type: "file", accept: ".json,application/json", hidden: true });
  input.setAttribute("aria-label", t("Choose a file of saved progress"));
  const file = async () => await import("../state/progress_file.js");
  input.addEventListener("change", async () => {
    const text = await input.files?.[0]?.text();
    input.value = "";
    if (text !== undefined) said.textContent = (await file()).takeProgress(text);
    applySettings();
  });
  return h(
    "div.setting",
    h("span.small", t("Your progress")),
    h(
      "div.row",
      button(t("Save as a file"), { class: "slim", onclick: async () => (await file()).saveProgress() }),
      button(t("Bring in a file"), { class: "slim", onclick: () => input.click() }),
      input,
    ),
    said,
  );
}

export function keysSheet() {
  const keys = speak(template("keys"));
  for (const of of families().filter((each) => each.keys.length))
    keys.querySelector(".lab-keys")?.before(group(of));
  const rest = h("p.small.dim", t("They rest while you type in a text field."));
  if (!touched()) return void sheet(t("Keys"), rest, keys);
  const told = families().map((of) => [h("dt", say(of.title)), h("dd", say(of.words.phone))]);
  const board = t("Two fingers on a large board move it and bring it closer; so do two taps.");
  sheet(
    t("Help"),
    h("dl.told", told),
    h("p.small", board),
    h("details", h("summary.small", t("With a keyboard")), rest, keys),
  );
}

/** What stands on a key, or what a hand does, as the reader's language has it. @param {string} key */
const named = (key) =>
  ({
    Backspace: t("Backspace"),
    Click: t("Click"),
    Drag: t("Drag"),
    Enter: t("Enter"),
    Esc: t("Esc"),
    Shift: t("Shift"),
    Space: t("Space"),
    Swipe: t("Swipe"),
  })[key] ?? key;

/** The keys that only one family has. @param {ReturnType<typeof families>[number]} of */
const group = ({ title, keys }) =>
  h(
    "div",
    h("h3.small.dim", say(title)),
    h(
      "dl",
      keys.map((each) =>
        h(
          "div",
          h(
            "dt",
            each.keys.map((key) => h(key === "–" ? "span" : "kbd", named(key))),
          ),
          h("dd", say(each.does)),
        ),
      ),
    ),
  );

/** @param {Here | null} here @param {boolean} [unsound] */
export function shareSheet(here, unsound = false) {
  if (unsound) return tellSheet(t("Mend the level first; then there is something to share."));
  if (!here) return tellSheet(t("Open a level first; then there is something to share."));
  let { id } = here;
  const said = h("p.small.dim", { role: "status" });
  const pictures = [
    picture(t("SVG picture"), t("sharp at every size")),
    picture(t("PNG picture"), t("for chats and slides")),
  ];
  const aim = () => {
    ["svg", "png"].forEach((kind, i) => {
      pictures[i].href = api.picture(id, kind, isDark());
      pictures[i].download = `unjam-${here.family}.${kind}`;
    });
  };
  aim();
  const copyText = async () => copy(said, Object.values(await api.texts(id))[0], t("The text is copied."));
  const copyLink = () => copy(said, `${location.origin}/play/${id}`, t("The link is copied."));
  const copyId = () => copy(said, id, t("The id is copied. Paste it into Open of any unjam."));
  const choose = (/** @type {"now" | "start"} */ which) => {
    id = which === "now" ? here.id : here.start;
    aim();
  };
  sheet(
    t("Share"),
    seg(
      t("Which position"),
      [
        ["now", t("This position")],
        ["start", t("From the start")],
      ],
      "now",
      choose,
      ".full",
    ),
    button(t("Copy link"), { class: "go wide1", onclick: copyLink }, "link"),
    isLocal() &&
      h("p.small.warn", t("Only this computer can open the link. The id and the text open anywhere.")),
    h(
      "ul",
      h("li", h("button.opt", { onclick: copyId }, option("link", t("Copy id"), t("opens in every unjam")))),
      h("li", h("button.opt", { onclick: copyText }, option("text", t("Copy text"), t("opens anywhere")))),
      pictures.map((el) => h("li", el)),
      h(
        "li",
        h(
          "button.opt",
          { onclick: () => film(id, here.family, said) },
          option("film", t("GIF"), t("the solution, animated")),
        ),
      ),
    ),
    said,
  );
}

/** @param {string} name @param {string} label @param {string} rest */
const option = (name, label, rest) => [icon(name), h("span", h("b", label), h("small", rest))];

/** @param {string} label @param {string} rest */
const picture = (label, rest) => h("a.opt", { download: "", href: "" }, option("picture", label, rest));

/**
 * Copies a text, or shows it where the browser forbids that.
 * @param {HTMLElement} said @param {string} text @param {string} done
 */
export async function copy(said, text, done) {
  try {
    await navigator.clipboard.writeText(text);
    said.textContent = done;
  } catch {
    const field = h("textarea.field1.wide1", { readonly: true, rows: 3, "aria-label": t("Copy this") });
    field.value = text;
    said.replaceChildren(field);
    field.select();
  }
}

/**
 * The solution as a GIF, into the downloads.
 * @param {string} id @param {string} family @param {HTMLElement} said
 */
async function film(id, family, said) {
  said.textContent = t("Looking for the solution.");
  try {
    const { moves } = await api.solve(id, {});
    if (!moves.length) {
      said.textContent = t("There is no solution to show from here.");
      return;
    }
    said.textContent = plural(moves.length, "Drawing {n} move.", "Drawing {n} moves.");
    const url = URL.createObjectURL(await api.film(id, moves.slice(0, LONGEST_FILM)));
    h("a", { href: url, download: `unjam-${family}.gif` }).click();
    setTimeout(() => URL.revokeObjectURL(url), 30_000);
    said.textContent = t("The GIF is in your downloads.");
  } catch (error) {
    said.textContent = api.why(error);
  }
}
