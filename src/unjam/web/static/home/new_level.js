// New level: how hard, how large; made by the server, at once where it has one ready.

/** @import { App, Family } from "../types" */

import * as api from "../api.js";
import { keepMade } from "../state/generated_levels.js";
import { recall, remember } from "../state/store.js";
import { difficulty, LEVELS, press, seg } from "../ui/controls.js";
import { h, icon, put } from "../ui/dom.js";
import { t } from "../ui/i18n.js";

/** How long people need for a level as hard as that. @param {Family} of @param {number} at of the four */
export function timeOf({ borders, calibrated }, at) {
  if (!calibrated) return "";
  if (at === borders.length) return t("longer");
  const seconds = borders[at];
  const time = seconds > 90 ? t("{n} min", { n: seconds / 60 }) : t("{n} s", { n: seconds });
  return at ? t("to {time}", { time }) : t("under {time}", { time });
}

/** @param {Family} of @param {App} app @param {AbortSignal} signal */
export function newLevel(of, app, signal) {
  const kept = recall("wish")?.[of.name];
  const wish = { level: kept?.level ?? LEVELS[0], size: kept?.size ?? "" };
  const sizes = seg(
    t("Size"),
    of.sizes.map(({ name }) => /** @type {[string, string]} */ ([name, name.replace("x", "×")])),
    wish.size,
    (size) => choose({ size }),
  );
  const choose = (/** @type {Partial<typeof wish>} */ choice) => {
    Object.assign(wish, choice);
    const fit = of.sizes.filter(({ levels }) => levels.includes(wish.level)).map(({ name }) => name);
    if (!fit.includes(wish.size)) wish.size = of.usual[wish.level] ?? fit[0];
    for (const each of sizes.querySelectorAll("button"))
      each.disabled = !fit.includes(each.dataset.value ?? "");
    press(sizes, wish.size);
    remember("wish", { ...recall("wish"), [of.name]: { ...wish } });
  };
  choose({});
  const label = t("New level");
  const go = h("button.btn.go", { id: "new-level" }, icon("plus"), label);
  const told = h("p.small.dim", { role: "status" });
  go.addEventListener("click", () => make(of, wish, { app, go, told, signal }));
  return h(
    "section.new",
    { "aria-label": label },
    h("div.bar2", h("h2", label), h("small", of.calibrated ? t("How long should it take you?") : "")),
    four(of, wish.level, (level) => choose({ level })),
    h("div.row.sz", h("span.small.dim", { "aria-hidden": "true" }, t("Size")), sizes, told, go),
  );
}

/** @param {Family} of @param {string} now @param {(level: string) => void} act */
const four = (of, now, act) =>
  h(
    "div.four",
    { role: "radiogroup", "aria-label": t("Difficulty") },
    LEVELS.map((level, at) =>
      h(
        "label",
        h("input", {
          type: "radio",
          name: "difficulty",
          value: level,
          checked: level === now,
          onchange: () => act(level),
        }),
        difficulty(level),
        h("span", timeOf(of, at)),
      ),
    ),
  );

/**
 * @param {Family} of @param {{level: string, size: string}} wish
 * @param {{app: App, go: HTMLButtonElement, told: HTMLElement, signal: AbortSignal}} parts
 */
async function make(of, wish, { app, go, told, signal }) {
  if (go.getAttribute("aria-disabled")) return;
  const waiting = () => {
    go.style.width = `${go.offsetWidth}px`;
    put(go, t("Making one"));
    put(told, t("It opens as soon as it is there."));
  };
  go.setAttribute("aria-disabled", "true");
  const late = setTimeout(waiting, 150);
  try {
    const made = await api.newLevel(of.name, wish, { signal });
    keepMade(made);
    await app.go(`/play/${made.id}`);
    scrollTo(0, 0);
  } catch (error) {
    if (!signal.aborted) put(told, api.why(error));
  } finally {
    clearTimeout(late);
    go.removeAttribute("aria-disabled");
    put(go, icon("plus"), t("New level"));
  }
}
