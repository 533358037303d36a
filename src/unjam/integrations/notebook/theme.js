// The theme of the notebook, which may differ from the system's.

const NAMES = ["class", "style", "theme", "data-theme", "data-jp-theme-light", "data-vscode-theme-kind"];
const BRIGHT = 0.5;

/**
 * Sets data-theme="light|dark" on the element now and on every change; returns a function that stops that.
 */
export function followTheme(el) {
  const mark = () => {
    el.dataset.theme = isBright(getComputedStyle(el.parentElement ?? el).color) ? "dark" : "light";
  };
  const watch = new MutationObserver(mark);
  for (const each of [document.documentElement, document.body])
    watch.observe(each, { attributes: true, attributeFilter: NAMES });
  document.addEventListener("transitionend", mark);
  requestAnimationFrame(mark); // by then the element is in the notebook
  mark();
  return () => {
    watch.disconnect();
    document.removeEventListener("transitionend", mark);
  };
}

/** Is the text bright, and so the background dark? */
function isBright(colour) {
  const [r = 0, g = 0, b = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  return (0.299 * r + 0.587 * g + 0.114 * b) / 255 > BRIGHT;
}
