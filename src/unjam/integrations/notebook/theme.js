// Day or night as the notebook has it: every notebook has a theme of its own, whatever the system says.

const NAMES = ["class", "style", "theme", "data-theme", "data-jp-theme-light", "data-vscode-theme-kind"];
const BRIGHT = 0.5;

/** Marks the element data-theme="light|dark" now and whenever the notebook changes; gives what ends that. */
export function followTheme(el) {
  const mark = () => {
    el.dataset.theme = isBright(getComputedStyle(el.parentElement ?? el).color) ? "dark" : "light";
  };
  const watch = new MutationObserver(mark);
  for (const each of [document.documentElement, document.body])
    watch.observe(each, { attributes: true, attributeFilter: NAMES });
  document.addEventListener("transitionend", mark);
  requestAnimationFrame(mark); // by then it stands in the notebook
  mark();
  return () => {
    watch.disconnect();
    document.removeEventListener("transitionend", mark);
  };
}

/** Is the text bright, and so what lies behind it dark? */
function isBright(colour) {
  const [r = 0, g = 0, b = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  return (0.299 * r + 0.587 * g + 0.114 * b) / 255 > BRIGHT;
}
