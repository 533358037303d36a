// Open: paste, choose or drop; and the shelves that there are.

/** @import { App, View } from "../types" */

import * as api from "../api.js";
import { family, isFamily } from "../state/families.js";
import { dropShelf, keepShelf, keepTitle, makeShelf, shelfOf, shelfPath, shelves } from "../state/shelves.js";
import { button, iconButton } from "../ui/controls.js";
import { h, put } from "../ui/dom.js";
import { say, t } from "../ui/i18n.js";
import { mend } from "./open_text.js";

/**
 * @param {HTMLElement} view @param {{app: App, wanted: () => boolean}} options
 * @returns {Promise<View | null>}
 */
export async function openView(view, { app, wanted }) {
  document.title = `${t("Open")} · unjam`;
  const given = await api.given().catch(() => null);
  if (!wanted()) return null;
  const path = given?.levels.length && !location.search ? placeGiven(given) : null;
  if (path) {
    await app.go(path, true);
    return null;
  }
  const library = given?.library && h("p", h("a", { href: "/library" }, t("Open the library")));
  put(view, h("div.list", paste(app), library, list()));
  return {};
}

/**
 * Where the file that the server was started with is opened.
 * @param {Awaited<ReturnType<typeof api.given>>} given
 */
function placeGiven(given) {
  const [first] = given.levels;
  if (given.levels.length === 1) {
    if (first.id) keepTitle(first.id, first.title);
    return first.id ? `/play/${first.id}` : null;
  }
  const shelf = makeShelf(t("Your file"), "", given);
  return keepShelf({ ...shelf, ...(shelfOf(shelf.key) ?? {}) }) ? shelfPath(shelf.key) : null;
}

/** The box to paste into. @param {App} app */
function paste(app) {
  const field = h("textarea", {
    "aria-label": t("Level text"),
    placeholder: t("Paste a level, a whole file, a link or an id: any format of any family."),
    spellcheck: "false",
  });
  const said = h("p.warn", { role: "status" });
  const input = h("input", { type: "file", hidden: true, "aria-label": t("Choose a file") });
  input.addEventListener("change", () => input.files?.[0] && app.openFile(input.files[0]));
  const read = async () => {
    put(said, field.value.trim() ? "" : t("Paste a text first."));
    if (said.textContent) return;
    await app
      .openText(field.value, t("Pasted levels"))
      .catch((error) => put(said, api.why(error), " ", mend(error, app)));
  };
  const empty = t(
    "Draw a level, paste a text, or drop a file anywhere on this page. A collection becomes a shelf.",
  );
  return h(
    "div.paste",
    h("h1", t("Open a level")),
    h("p.dim", empty),
    field,
    said,
    h(
      "div.row",
      button(t("Open it"), { class: "go", onclick: read }, "right"),
      button(t("Choose a file"), { onclick: () => input.click() }),
      input,
      h("a.btn.bare", { href: "/draw" }, t("Draw one")),
    ),
  );
}

/** The shelves that there are. */
function list() {
  const all = shelves().filter((shelf) => !shelf.family || isFamily(shelf.family));
  return all.length > 0 && h("section", h("h2", t("Your shelves")), h("ul.lvls", all.map(row)));
}

/** @param {ReturnType<typeof shelves>[number]} shelf */
function row({ key, name, family: of, count, solved }) {
  const el = h("li.row");
  const shelf = shelfOf(key);
  const show = () =>
    put(
      el,
      h("a.nm", { href: shelfPath(key) }, h("b", name), h("small", say(family(of).title))),
      h("span.st.dim", t("{n} of {all} solved", { n: solved, all: count })),
      iconButton(t("Delete {title}", { title: name }), { class: "bare", onclick: remove }, "bin"),
    );
  const remove = () => {
    dropShelf(key);
    const undo = button(t("Undo"), {
      class: "slim",
      onclick: () => {
        if (shelf) keepShelf(shelf);
        show();
        el.querySelector("a")?.focus();
      },
    });
    put(el, h("span.nm", { role: "status" }, t("“{title}” is deleted.", { title: name })), undo);
    undo.focus();
  };
  show();
  return el;
}
