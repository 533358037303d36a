// The dialogs: a plain message, settings (language, progress file), and share (links, texts, pictures, GIF);
// `copy` to the clipboard. Esc closes them and restores the focus.

/** @import { Child, CurrentPosition, Props, Settings } from "../types" */

import * as api from "../api.js";
import { levelLink } from "../state/link_title.js";
import { recall, remember } from "../state/store.js";
import { actionLink, button, iconButton, segmentedControl } from "./controls.js";
import { download, h, icon } from "./dom.js";
import { chooseLanguage, LANGUAGES, plural, t } from "./i18n.js";
import { applySettings, isDark, isLocal } from "./theme.js";

const MAX_GIF_MOVES = 500;

/** @param {string} title @param {...Child} content */
export function openDialog(title, ...content) {
  const close = iconButton(t("Close"), { class: "bare push", onclick: () => dialog.close() }, "close");
  const dialog = h(
    "dialog",
    { "aria-label": title },
    h("div.dialog-body", h("div.row", h("h2.h", title), close), content),
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** @param {string} text @param {HTMLElement | null} [link] closes the dialog */
export function messageDialog(text, link = null) {
  const dialog = openDialog("unjam", h("p", text), link && h("p", link));
  link?.addEventListener("click", () => dialog.close());
}

/** The languages, with the current one first. */
function languages() {
  const now = chooseLanguage(undefined);
  const names = /** @type {[keyof typeof LANGUAGES, string][]} */ (Object.entries(LANGUAGES));
  return names.sort(([a], [b]) => Number(b === now) - Number(a === now));
}

/** @param {() => void} openHelp */
export function settingsDialog(openHelp) {
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
    return h("div.setting", h("span.small", label), segmentedControl(label, choices, now, set, ".full"));
  };
  const help = () => {
    dialog.close();
    openHelp();
  };
  const dialog = openDialog(
    t("Settings"),
    row("theme", t("Theme"), [
      ["system", t("System")],
      ["day", t("Light")],
      ["night", t("Dark")],
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
    row("clock", t("Clock"), [
      ["shown", t("Shown")],
      ["hidden", t("Hidden")],
    ]),
    row("dead_ends", t("Tell me of a dead end"), [
      ["now", t("At once")],
      ["later", t("After 3 moves")],
      ["asked", t("When I press Hint")],
    ]),
    row("language", t("Language"), languages()),
    progressSetting(),
    h(
      "p.small.links",
      actionLink(t("Keys and help"), "#keys", help),
      api.loadCodeView &&
        h("a", { href: "/code", onclick: () => dialog.close() }, t("Write your own search")),
    ),
  );
  import("../game/play_recorder.js").then(async ({ isRecording }) => {
    const choices = /** @type {["no" | "yes", string][]} */ ([
      ["no", t("Nothing")],
      ["yes", t("Moves and times")],
    ]);
    if (await isRecording())
      dialog.firstElementChild?.append(row("plays", t("What the server records of my plays"), choices));
  });
}

/** The setting that saves and imports a progress file. */
function progressSetting() {
  const status = h("p.small.dim", { role: "status" });
  const input = h("input", { type: "file", accept: ".json,application/json", hidden: true });
  input.setAttribute("aria-label", t("Choose a file of saved progress"));
  const file = async () => await import("../state/progress_file.js");
  input.addEventListener("change", async () => {
    const text = await input.files?.[0]?.text();
    input.value = "";
    if (text !== undefined) status.textContent = (await file()).importProgress(text);
    applySettings();
  });
  return h(
    "div.setting",
    h("span.small", t("Your progress")),
    h(
      "div.row",
      button(t("Save as a file"), { class: "slim", onclick: async () => (await file()).downloadProgress() }),
      button(t("Import a file"), { class: "slim", onclick: () => input.click() }),
      input,
    ),
    status,
  );
}

/** @param {CurrentPosition | null} position @param {boolean} [isInvalid] */
export function shareDialog(position, isInvalid = false) {
  if (isInvalid) return messageDialog(t("Fix the level first, then share it."));
  if (!position) return messageDialog(t("Open a level first, then share it."));
  let { id } = position;
  const status = h("p.small.dim", { role: "status" });
  const pictures = [
    picture(t("SVG picture"), t("sharp at every size")),
    picture(t("PNG picture"), t("for chats and slides")),
  ];
  const updateLinks = () => {
    ["svg", "png"].forEach(async (kind, i) => {
      pictures[i].download = `unjam-${position.family}.${kind}`;
      pictures[i].href = await api.pictureUrl(id, kind, isDark());
    });
  };
  updateLinks();
  const copyText = async () => copy(status, Object.values(await api.texts(id))[0], t("Text copied."));
  const copyLink = () => copy(status, levelLink(id, position), t("Link copied."));
  const copyId = () => copy(status, id, t("Id copied. Paste it under Open in any copy of unjam."));
  const choose = (/** @type {"now" | "start"} */ which) => {
    id = which === "now" ? position.id : position.start;
    updateLinks();
  };
  openDialog(
    t("Share"),
    segmentedControl(
      t("Position to share"),
      [
        ["now", t("This position")],
        ["start", t("From the start")],
      ],
      "now",
      choose,
      ".full",
    ),
    button(t("Copy link"), { class: "go full-width", onclick: copyLink }, "link"),
    isLocal() &&
      h("p.small.warn", t("Only this computer can open the link. The id and the text open anywhere.")),
    h(
      "ul",
      h(
        "li",
        h(
          "button.option",
          { onclick: copyId },
          option("link", t("Copy id"), t("opens in any copy of unjam")),
        ),
      ),
      h("li", h("button.option", { onclick: copyText }, option("text", t("Copy text"), t("opens anywhere")))),
      pictures.map((el) => h("li", el)),
      h(
        "li",
        h(
          "button.option",
          { onclick: () => downloadGif(id, position.family, status) },
          option("film", t("GIF"), t("the solution, animated")),
        ),
      ),
    ),
    status,
  );
}

/** @param {string} name @param {string} label @param {string} rest */
const option = (name, label, rest) => [icon(name), h("span", h("b", label), h("small", rest))];

/** @param {string} label @param {string} rest */
const picture = (label, rest) => h("a.option", { download: "", href: "" }, option("picture", label, rest));

/**
 * Copies a text, or shows it if the browser does not allow that.
 * @param {HTMLElement} status @param {string} text @param {string} message
 */
export async function copy(status, text, message) {
  try {
    await navigator.clipboard.writeText(text);
    status.textContent = message;
  } catch {
    const field = h("textarea.copy-field.full-width", {
      readonly: true,
      rows: 3,
      "aria-label": t("Copy this"),
    });
    field.value = text;
    status.replaceChildren(field);
    field.select();
  }
}

/**
 * Downloads the solution as a GIF.
 * @param {string} id @param {string} family @param {HTMLElement} status
 */
async function downloadGif(id, family, status) {
  status.textContent = t("Looking for the solution.");
  try {
    const { moves } = await api.solve(id, {});
    if (!moves.length) {
      status.textContent = t("There is no solution to show from here.");
      return;
    }
    status.textContent = plural(moves.length, "Drawing {n} move.", "Drawing {n} moves.");
    download(await api.drawGif(id, moves.slice(0, MAX_GIF_MOVES)), `unjam-${family}.gif`);
    status.textContent = t("The GIF is in your downloads.");
  } catch (error) {
    status.textContent = api.errorText(error);
  }
}
