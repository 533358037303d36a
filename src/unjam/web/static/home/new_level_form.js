// The form for a new level: difficulty, sizes (disabled if not offered), the last choice; while one is
// generated, a busy button and a status text. The server generates it, or has one in stock.

/** @import { App, Family } from "../types" */

import * as api from "../api.js";
import { DIFFICULTIES, difficultyBadge, timeRange } from "../rating/difficulty.js";
import { saveGenerated } from "../state/generated_levels.js";
import { listWins } from "../state/history.js";
import { recall, remember } from "../state/store.js";
import { suitableDifficulty } from "../state/suitable_difficulty.js";
import { segmentedControl, setPressed } from "../ui/controls.js";
import { h, icon, setChildren } from "../ui/dom.js";
import { t } from "../ui/i18n.js";

/** @param {Family} family @param {App} app @param {AbortSignal} signal */
export function newLevelForm(family, app, signal) {
  const lastWish = recall("wish")?.[family.name];
  const wins = listWins().filter(({ family: name }) => name === family.name);
  const suitable = suitableDifficulty(wins, family);
  const isNewer = (wins[0]?.at ?? 0) > (lastWish?.when ?? 0); // than the last choice
  const level = (isNewer && suitable) || lastWish?.level || DIFFICULTIES[0];
  const wish = { level, size: lastWish?.size ?? "", when: lastWish?.when };
  const sizes = segmentedControl(
    t("Size"),
    family.sizes.map(({ name }) => /** @type {[string, string]} */ ([name, name.replace("x", "×")])),
    wish.size,
    (size) => choose({ size }),
  );
  const choose = (/** @type {Partial<typeof wish>} */ choice) => {
    Object.assign(wish, choice);
    const offers = family.sizes.filter(({ difficulties }) => difficulties.includes(wish.level));
    const fit = offers.map(({ name }) => name);
    if (!fit.includes(wish.size)) wish.size = family.default_sizes[wish.level] ?? fit[0];
    for (const each of sizes.querySelectorAll("button"))
      each.disabled = !fit.includes(each.dataset.value ?? "");
    setPressed(sizes, wish.size);
    remember("wish", { ...recall("wish"), [family.name]: { ...wish } });
  };
  choose({});
  const chooseLevel = (/** @type {string} */ difficulty) => choose({ level: difficulty, when: Date.now() });
  const label = t("New level");
  const button = h("button.btn.go", { id: "new-level" }, icon("plus"), label);
  const status = h("p.small.dim", { role: "status" });
  button.addEventListener("click", () => generate(family, wish, { app, button, status, signal }));
  return h(
    "section.new",
    { "aria-label": label },
    h(
      "div.heading-row",
      h("h2", label),
      h("small", family.calibrated ? t("How long should it take you?") : ""),
    ),
    difficultyChoice(family, wish.level, chooseLevel, suitable),
    h("div.row.size-row", h("span.small.dim", { "aria-hidden": "true" }, t("Size")), sizes, status, button),
  );
}

/**
 * @param {Family} family @param {string} now @param {(difficulty: string) => void} act
 * @param {string | null} suitable the difficulty that suits the last results
 */
const difficultyChoice = (family, now, act, suitable) =>
  h(
    "div.difficulty-choice",
    { role: "radiogroup", "aria-label": t("Difficulty") },
    DIFFICULTIES.map((difficulty, n) =>
      h(
        "label",
        h("input", {
          type: "radio",
          name: "difficulty",
          value: difficulty,
          checked: difficulty === now,
          onchange: () => act(difficulty),
        }),
        difficultyBadge(difficulty),
        h("span", timeRange(family, n), " ", difficulty === suitable && h("span.suits", t("suits you"))),
      ),
    ),
  );

/**
 * @param {Family} family @param {{level: string, size: string}} wish
 * @param {{app: App, button: HTMLButtonElement, status: HTMLElement, signal: AbortSignal}} parts
 */
async function generate(family, wish, { app, button, status, signal }) {
  if (button.getAttribute("aria-disabled")) return;
  const waiting = () => {
    button.style.width = `${button.offsetWidth}px`;
    setChildren(button, t("Generating"));
    setChildren(status, t("It opens as soon as it is ready."));
  };
  button.setAttribute("aria-disabled", "true");
  const slow = setTimeout(waiting, 150);
  try {
    const level = await api.newLevel(family.name, wish, { signal });
    saveGenerated(level);
    await app.go(`/play/${level.id}`);
    scrollTo(0, 0);
  } catch (error) {
    if (!signal.aborted) setChildren(status, api.errorText(error));
  } finally {
    clearTimeout(slow);
    button.removeAttribute("aria-disabled");
    setChildren(button, icon("plus"), t("New level"));
  }
}
