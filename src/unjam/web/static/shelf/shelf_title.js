// The name of a shelf, and the form that changes it.

/** @import { Collection } from "../types" */

import { loadShelf, renameShelf } from "../state/shelves.js";
import { button, iconButton } from "../ui/controls.js";
import { h, setChildren } from "../ui/dom.js";
import { t } from "../ui/i18n.js";

const MAX_NAME = 80;

/** @param {Collection} shelf @param {() => void} renamed */
export function shelfTitle(shelf, renamed) {
  const el = h("div.row.shelf-name-row");
  const show = () =>
    setChildren(
      el,
      h("h1", shelf.name),
      Boolean(loadShelf(shelf.key)) && iconButton(t("Rename"), { class: "bare", onclick: edit }, "edit"),
    );
  const end = () => {
    show();
    el.querySelector("button")?.focus();
  };
  const edit = () => {
    const field = h("input", {
      "aria-label": t("Name of the shelf"),
      value: shelf.name,
      maxlength: MAX_NAME,
    });
    const save = () => {
      const name = field.value.trim();
      if (name && name !== shelf.name && renameShelf(shelf, name)) renamed();
      end();
    };
    field.addEventListener("keydown", (event) => {
      if (event.key === "Enter") save();
      else if (event.key === "Escape") end();
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    const heading = h("h1.visually-hidden", shelf.name);
    setChildren(el, heading, field, button(t("Save"), { class: "slim", onclick: save }));
    field.select();
  };
  show();
  return el;
}
