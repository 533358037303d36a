// The Open view: paste, choose or drop a file; the file that the server was started with; the list of
// shelves, which can be deleted.

/** @import { App, View } from "../types" */

import { currentQuery } from "../addresses.js";
import * as api from "../api.js";
import { findFamily, isFamily } from "../state/families.js";
import { saveTitle } from "../state/level_titles.js";
import { createShelf, deleteShelf, loadShelf, saveShelf, shelfPath, shelves } from "../state/shelves.js";
import { button, iconButton } from "../ui/controls.js";
import { h, setChildren } from "../ui/dom.js";
import { messageText, t } from "../ui/i18n.js";
import { fixLink } from "./open_text.js";

/**
 * @param {HTMLElement} view @param {{app: App, isCurrent: () => boolean}} options
 * @returns {Promise<View | null>}
 */
export async function openView(view, { app, isCurrent }) {
  document.title = `${t("Open")} · unjam`;
  const startup = await api.startupLevels().catch(() => null);
  if (!isCurrent()) return null;
  const path = startup?.levels.length && !currentQuery().size ? openStartupLevels(startup) : null;
  if (path) {
    await app.go(path, true);
    return null;
  }
  const library = startup?.library && h("p", h("a", { href: "/library" }, t("Open the library")));
  setChildren(view, h("div.list", pasteForm(app), library, shelfList()));
  return {};
}

/**
 * The address for the file that the server was started with.
 * @param {Awaited<ReturnType<typeof api.startupLevels>>} startup
 */
function openStartupLevels(startup) {
  const [first] = startup.levels;
  if (startup.levels.length === 1) {
    if (first.id) saveTitle(first.id, first.title);
    return first.id ? `/play/${first.id}` : null;
  }
  const shelf = createShelf(t("Your file"), "", startup);
  return saveShelf(shelf) ? shelfPath(shelf.key) : null;
}

/** @param {App} app */
function pasteForm(app) {
  const field = h("textarea", {
    "aria-label": t("Level text"),
    placeholder: t("Paste a level, a whole file, a link or an id: any format of any family."),
    spellcheck: "false",
  });
  const status = h("p.warn", { role: "status" });
  const input = h("input", { type: "file", hidden: true, "aria-label": t("Choose a file") });
  input.addEventListener("change", () => input.files?.[0] && app.openFile(input.files[0]));
  const read = async () => {
    setChildren(status, field.value.trim() ? "" : t("Paste some text first."));
    if (status.textContent) return;
    await app
      .openText(field.value, t("Pasted levels"))
      .catch((error) => setChildren(status, api.errorText(error), " ", fixLink(error, app)));
  };
  const empty = t(
    "Draw a level, paste text, or drop a file anywhere on this page. A collection becomes a shelf.",
  );
  return h(
    "div.paste",
    h("h1", t("Open a level")),
    h("p.dim", empty),
    field,
    status,
    h(
      "div.row",
      button(t("Open it"), { class: "go", onclick: read }, "right"),
      button(t("Choose a file"), { onclick: () => input.click() }),
      input,
      h("a.btn.bare", { href: "/draw" }, t("Draw one")),
    ),
  );
}

function shelfList() {
  const all = shelves().filter((shelf) => !shelf.family || isFamily(shelf.family));
  return all.length > 0 && h("section", h("h2", t("Your shelves")), h("ul.shelf-list", all.map(shelfRow)));
}

/** @param {ReturnType<typeof shelves>[number]} shelf */
function shelfRow({ key, name, family, count, solved }) {
  const el = h("li.row");
  const shelf = loadShelf(key);
  const show = () =>
    setChildren(
      el,
      h(
        "a.shelf-name",
        { href: shelfPath(key) },
        h("b", name),
        h("small", messageText(findFamily(family).title)),
      ),
      h("span.shelf-count.dim", t("{n} of {all} solved", { n: solved, all: count })),
      iconButton(t("Delete {title}", { title: name }), { class: "bare", onclick: remove }, "bin"),
    );
  const remove = () => {
    deleteShelf(key);
    const undo = button(t("Undo"), {
      class: "slim",
      onclick: () => {
        if (shelf) saveShelf(shelf);
        show();
        el.querySelector("a")?.focus();
      },
    });
    setChildren(el, h("span.shelf-name", { role: "status" }, t("“{title}” deleted.", { title: name })), undo);
    undo.focus();
  };
  show();
  return el;
}
