// Elements, icons and sentences. Text always becomes a text node, so no level can bring markup with it.

const SVG = "http://www.w3.org/2000/svg";

/**
 * A new element: its tag and classes as in a selector, then perhaps its properties, then what stands in it.
 * Properties that begin with "on" are listeners, "vars" are CSS variables, the others attributes.
 * @param {string} tag @param {...any} inside @returns {HTMLElement}
 */
export const h = (tag, ...inside) =>
  /** @type {HTMLElement} */ (make(tag, (name) => document.createElement(name), inside));

/** A new SVG element. @param {string} tag @param {...any} inside @returns {SVGElement} */
export const s = (tag, ...inside) =>
  /** @type {SVGElement} */ (make(tag, (name) => document.createElementNS(SVG, name), inside));

/** @param {string} tag @param {(name: string) => Element} begin @param {any[]} inside */
function make(tag, begin, inside) {
  const [name, ...classes] = tag.split(".");
  const el = begin(name);
  if (name === "button") el.setAttribute("type", name);
  if (name === "svg" && !inside[0].role) el.setAttribute("aria-hidden", "true");
  if (inside[0]?.constructor === Object) dress(el, inside.shift());
  if (classes.length) el.classList.add(...classes);
  return add(el, inside);
}

/** @param {any} el @param {Record<string, any>} props */
function dress(el, props) {
  for (const [name, value] of Object.entries(props))
    if (name.startsWith("on")) el.addEventListener(name.slice(2), value);
    else if (name === "vars") setVars(el, value);
    else if ((value ?? false) !== false) el.setAttribute(name, value === true ? "" : value);
}

/** @param {Element} el @param {any[]} children nested as they come; those that are nothing are left out */
function add(el, children) {
  el.append(
    ...children.flat(Infinity).filter((c) => c !== undefined && c !== null && typeof c !== "boolean"),
  );
  return el;
}

/** @template {Element} E @param {E} el @param {...any} children what stands in it from now on */
export function put(el, ...children) {
  el.replaceChildren();
  return /** @type {E} */ (add(el, children));
}

/** Changes what stands in an element and leaves the focus on the control that had it. @param {Element} root @param {() => void} act */
export function steady(root, act) {
  const controls = () => /** @type {HTMLElement[]} */ ([...root.querySelectorAll("button, input, select")]);
  const at = controls().indexOf(/** @type {HTMLElement} */ (document.activeElement));
  act();
  if (at >= 0) controls()[at]?.focus();
}

/** @param {any} el @param {Record<string, string | number>} vars */
export function setVars(el, vars) {
  for (const [name, value] of Object.entries(vars)) el.style.setProperty(`--${name}`, value);
}

/** A drawing that stands in the page. @param {string} name */
export const icon = (name) => s("svg.i", {}, s("use", { href: `#i-${name}` }));

/** @param {string} label @param {Record<string, any>} props @param {string | null} [name] @param {boolean} [bare] an icon alone, its label only spoken */
export const button = (label, props, name = null, bare = false) =>
  h(
    bare ? "button.btn.icon" : "button.btn",
    bare ? { "aria-label": label, title: label, ...props } : props,
    name && icon(name),
    !bare && label,
  );

/** Buttons of which one is pressed. @param {string} label @param {any[][]} choices value and name @param {any} now @param {(value: any) => void} act @param {string} [more] classes */
export function seg(label, choices, now, act, more = "") {
  const group = h(
    `div.seg${more}`,
    { role: "group", "aria-label": label },
    choices.map(([value, name]) =>
      h(
        "button",
        {
          "data-value": value,
          onclick: () => {
            press(group, value);
            act(value);
          },
        },
        name,
      ),
    ),
  );
  press(group, now);
  return group;
}

/** @param {Element} group @param {any} value the button that is pressed now */
export function press(group, value) {
  for (const b of group.querySelectorAll("button"))
    b.setAttribute("aria-pressed", String(b.dataset.value === String(value)));
}

/** A link that acts here. @param {string} text @param {string} href @param {() => void} act @param {Record<string, any>} [more] */
export const doing = (text, href, act, more = {}) =>
  h(
    "a",
    {
      href,
      ...more,
      onclick: (/** @type {Event} */ event) => {
        event.preventDefault();
        act();
      },
    },
    text,
  );

/** @type {Record<string, Record<string, string>>} language -> English sentence -> the same in that language */
export const TRANSLATIONS = {};

/**
 * The sentence in the reader's language, values filled in.
 * @param {string} sentence @param {Record<string, string | number>} [values]
 */
export function t(sentence, values = {}) {
  const said = TRANSLATIONS[document.documentElement.lang]?.[sentence] ?? sentence;
  return said.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** Puts what stands in the page's own markup into the reader's language. @template {ParentNode} R @param {R} root */
export function speak(root) {
  for (const el of root.querySelectorAll("*")) {
    for (const name of ["aria-label", "title"])
      if (el.hasAttribute(name)) el.setAttribute(name, t(el.getAttribute(name) ?? ""));
    for (const node of el.childNodes) if (node instanceof Text) node.data = t(node.data);
  }
  return root;
}

/** What helps in a view, in words that stand in the page. @param {string} name */
export function help(name) {
  const words = /** @type {HTMLTemplateElement} */ (document.getElementById("help")).content;
  return t(words.querySelector(`[data-of=${name}]`)?.textContent ?? "");
}

/** @param {number} n */
export const count = (n) => n.toLocaleString("en");

/** One or many. @param {number} n @param {string} one @param {string} many */
export const plural = (n, one, many) => t(n === 1 ? one : many, { n: count(n) });

/** @param {string} text */
export const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** @param {string} text */
export const lower = (text) => text[0].toLowerCase() + text.slice(1);

/** @param {any} error */
export const why = (error) => error?.message ?? String(error);

/** @type {Record<string, string>} */
export const NAMES = {
  rushhour: "Rush Hour",
  tiles: "Sliding tiles",
  blocks: "Klotski",
  sokoban: "Sokoban",
  packing: "Packing",
};
export const LEVELS = ["beginner", "intermediate", "advanced", "expert"];

/** @param {string | null} level @param {string} [rest] */
export function difficulty(level, rest = "") {
  const at = LEVELS.indexOf(level ?? "");
  const name = t(level ? capital(level) : "Not rated yet");
  return h(
    "span.diff",
    h(
      "i",
      { "aria-hidden": "true" },
      LEVELS.map((_, n) => h(n <= at ? "b.on" : "b")),
    ),
    h(level ? "span" : "span.dim", rest ? `${name} · ${rest}` : name),
  );
}

/** The line of words below a board. @param {HTMLElement} below @param {string} main @param {string} [rest] @param {{chip?: Node | null | false, warn?: boolean, extra?: Node | null}} [more] */
export function line(below, main, rest = "", { chip, warn = false, extra } = {}) {
  put(
    below,
    warn && icon("warn"),
    chip,
    h("span", h(warn ? "b.warn" : "b", main), " ", h("span.dim", rest)),
    extra,
  );
}

/** How a search without a solution ended. @param {any} found @returns {[string, string]} */
export const verdict = (found) =>
  found.status === "unsolvable"
    ? [
        t("No way out:"),
        found.expanded > 1
          ? t("all {n} positions tried.", { n: count(found.expanded) })
          : (found.reason ?? ""),
      ]
    : [
        t("Stopped after {n} positions.", { n: count(found.expanded) }),
        found.cost
          ? t("A way with {n} is known; whether it is the best is not proved.", { n: found.cost })
          : t("Not proved either way."),
      ];

/** What is said while a search waits and runs. @param {(main: string, rest: string, progress?: any) => void} say */
export const heard = (say) => ({
  onplace: (/** @type {number} */ n) => say(t("Waiting for a free core."), t("Place {n} in line.", { n })),
  onprogress: (/** @type {any} */ p) =>
    say(
      t("Searching,"),
      `${plural(p.expanded, "{n} position so far.", "{n} positions so far.")} ${p.bound ? plural(p.bound, "At least {n} move.", "At least {n} moves.") : ""} ${t("{s} s", { s: Math.round(p.seconds) })}`,
      p,
    ),
});

export const typing = () => {
  const at = document.activeElement;
  return (
    at instanceof HTMLTextAreaElement ||
    at instanceof HTMLSelectElement ||
    (at instanceof HTMLInputElement && at.type !== "range")
  );
};
