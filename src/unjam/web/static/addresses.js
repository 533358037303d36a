// The addresses of the views, such as /play/ID?mine: the path of the page where a server answers them, and
// behind a # where the page is plain files, since a plain server knows no other addresses.

/** Is the page plain files, without a server that answers? */
export const isStatic = document.documentElement.dataset.server === "browser";

const HASH = /^#(\/(?!\/).*)$/;

/** The href of a link to a view. @param {string} address */
export const linkTo = (address) => (isStatic ? `#${address}` : address);

/** The link that opens a view anywhere. @param {string} address */
export const fullLink = (address) => new URL(linkTo(address), location.href).href;

/** The address that a link of the page leads to, null for other links. @param {string} href */
export function addressOf(href) {
  if (isStatic) return HASH.exec(href)?.[1] ?? null;
  return /^\/(?!\/)/.test(href) ? href : null;
}

/** The address of the view that is shown. */
export const currentAddress = () =>
  isStatic ? (HASH.exec(location.hash)?.[1] ?? "/") : location.pathname + location.search;

/** The current address without its query. */
export const currentPath = () => currentAddress().split("?", 1)[0];

/** The query of the current address. */
export const currentQuery = () => new URLSearchParams(currentAddress().slice(currentPath().length));

/**
 * Changes the address, in a new entry of the browser's history or in the current one.
 * @param {string} address @param {boolean} [replace]
 */
export const setAddress = (address, replace = false) =>
  history[replace ? "replaceState" : "pushState"](null, "", linkTo(address));

/** Understands, where a server answers, the address in a link to plain files: /#/play/ID is /play/ID. */
export function adoptHash() {
  const address = isStatic ? null : HASH.exec(location.hash)?.[1];
  if (address) setAddress(address, true);
}
