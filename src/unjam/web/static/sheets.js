// The sheets: share, settings, keys, and one plain sentence. Esc closes; focus goes back to where it was.

import * as api from "./api.js";
import { button, h, icon, plural, seg, speak, t, why } from "./dom.js";
import { dark, dress, recall, remember } from "./store.js";

/** @param {string} title @param {...any} inside */
function sheet(title, ...inside) {
  const dialog = /** @type {HTMLDialogElement} */ (
    h(
      "dialog",
      { "aria-label": title },
      h(
        "div.sheet",
        h(
          "div.row",
          h("h2.h", title),
          button(t("Close"), { class: "bare push", onclick: () => dialog.close() }, "close", true),
        ),
        ...inside,
      ),
    )
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** @param {string} sentence */
export function tellSheet(sentence) {
  sheet(t("unjam"), h("p", sentence));
}

export function settingsSheet() {
  const row = (
    /** @type {string} */ label,
    /** @type {string} */ name,
    /** @type {string[][]} */ choices,
  ) => {
    const set = (/** @type {string} */ value) => {
      remember("settings", { ...recall("settings", {}), [name]: value });
      dress();
    };
    return h(
      "div.setting",
      h("span.small", t(label)),
      seg(
        t(label),
        choices.map(([value, said]) => [value, t(said)]),
        recall("settings", {})[name] ?? choices[0][0],
        set,
        ".full",
      ),
    );
  };
  sheet(
    t("Settings"),
    row("Light", "theme", [
      ["system", "System"],
      ["day", "Day"],
      ["night", "Night"],
    ]),
    row("Motion", "motion", [
      ["system", "System"],
      ["full", "Full"],
      ["none", "None"],
    ]),
    row("Letters on pieces", "letters", [
      ["always", "Always"],
      ["touch", "On touch"],
    ]),
  );
}

export function keysSheet() {
  const keys = /** @type {HTMLTemplateElement} */ (document.getElementById("keys"));
  sheet(
    t("Keys"),
    h("p.small.dim", t("They rest while you type in a text field.")),
    speak(/** @type {DocumentFragment} */ (keys.content.cloneNode(true))),
  );
}

/** @param {any} table @param {boolean} [unsound] */
export async function shareSheet(table, unsound = false) {
  if (unsound) return tellSheet(t("Mend the level first; then there is something to share."));
  if (!table?.now) return tellSheet(t("Open a level first; then there is something to share."));
  let id = table.now.id;
  const said = h("p.small.dim", { role: "status" });
  const link = () => `${location.origin}/play/${id}`;
  const copy = async (/** @type {string} */ text, /** @type {string} */ done) => {
    try {
      await navigator.clipboard.writeText(text);
      said.textContent = done;
    } catch {
      const field = /** @type {HTMLTextAreaElement} */ (
        h("textarea.field1.wide1", { readonly: true, rows: 3, "aria-label": t("Copy this") })
      );
      field.value = text;
      said.replaceChildren(field);
      field.select();
    }
  };
  const option = (
    /** @type {any} */ name,
    /** @type {string} */ label,
    /** @type {string} */ rest,
    /** @type {any} */ props,
    tag = "button",
  ) =>
    h(
      "li",
      h(
        tag,
        { class: "opt", ...(tag === "button" ? { type: "button" } : {}), ...props },
        icon(name),
        h("span", h("b", label), h("small", rest)),
      ),
    );
  const svg = option("picture", t("SVG picture"), t("sharp at every size"), { download: "", href: "" }, "a");
  const png = option("picture", t("PNG picture"), t("for chats and slides"), { download: "", href: "" }, "a");
  const aim = () => {
    for (const [el, kind] of /** @type {[HTMLElement, string][]} */ ([
      [svg, "svg"],
      [png, "png"],
    ])) {
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
      const a = /** @type {HTMLAnchorElement} */ (
        h("a", { href: url, download: `unjam-${table.family}.gif` })
      );
      a.click();
      setTimeout(() => URL.revokeObjectURL(url), 30_000);
      said.textContent = t("The GIF is in your downloads.");
    } catch (error) {
      said.textContent = why(error);
    }
  };
  const start = table.start ?? id;
  sheet(
    t("Share"),
    seg(
      t("Which position"),
      [
        ["now", t("This position")],
        ["start", t("From the start")],
      ],
      "now",
      (v) => {
        id = v === "now" ? table.now.id : start;
        aim();
      },
      ".full",
    ),
    button(
      t("Copy link"),
      { class: "go wide1", onclick: () => copy(link(), t("The link is copied.")) },
      "link",
    ),
    h(
      "ul",
      {},
      option("text", t("Copy text"), t("opens anywhere"), {
        onclick: async () => copy(Object.values(await api.texts(id))[0], t("The text is copied.")),
      }),
      svg,
      png,
      option("film", t("GIF"), t("the solution, animated"), { onclick: gif }),
    ),
    said,
  );
}
