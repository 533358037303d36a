// The buttons that save a picture of the lab; what draws it is loaded when it is needed.

/** @import { Run } from "./picture.js" */

import { errorText } from "../api.js";
import { button } from "../ui/controls.js";
import { download, h } from "../ui/dom.js";
import { t } from "../ui/i18n.js";

/** @param {() => Run | null} currentRun what is shown */
export function pictureButtons(currentRun) {
  const status = h("p.small.dim", { role: "status" });
  const save = async (/** @type {"svg" | "png" | "gif"} */ kind) => {
    const run = currentRun();
    if (!run) return;
    try {
      status.textContent = t("Drawing…");
      const { drawSvg, drawPng, drawGif } = await import("./picture.js");
      const report = (/** @type {number} */ share) => {
        status.textContent = t("Drawing, {n} % done", { n: Math.round(100 * share) });
      };
      const draw = { svg: () => drawSvg(run), png: () => drawPng(run), gif: () => drawGif(run, report) };
      download(await draw[kind](), `unjam-lab.${kind}`);
      status.textContent = t("The picture is in your downloads.");
    } catch (error) {
      status.textContent = errorText(error);
    }
  };
  const kinds = /** @type {const} */ ([
    ["svg", t("SVG"), t("this step, sharp at every size")],
    ["png", t("PNG"), t("this step, for chats and slides")],
    ["gif", t("GIF"), t("the whole run, animated")],
  ]);
  return h(
    "details.save-picture",
    { hidden: true },
    h("summary", t("Save as a picture")),
    h(
      "div.stack.tight",
      h(
        "div.row",
        kinds.map(([kind, name, title]) =>
          button(name, { class: "slim", title, "data-kind": kind, onclick: () => save(kind) }),
        ),
      ),
      status,
    ),
  );
}
