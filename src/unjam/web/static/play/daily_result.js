// DailyResult, shown when a level of the day is solved: the streak, and the result as a text to share, which
// gives nothing of the solution away.

/** @import { GeneratedLevel, Win } from "../types" */
/** @import { Game } from "../game/game.js" */

import { fullLink } from "../addresses.js";
import { difficultyName } from "../rating/difficulty.js";
import { formatAmount } from "../state/families.js";
import { generatedLevel } from "../state/generated_levels.js";
import { listWins, localDate } from "../state/history.js";
import { recall } from "../state/store.js";
import { findStreak } from "../state/streak.js";
import { button } from "../ui/controls.js";
import { h, isTouchOnly } from "../ui/dom.js";
import { formatClock } from "../ui/duration.js";
import { formatDay, messageText, plural, t } from "../ui/i18n.js";
import { streakText } from "../ui/streak_text.js";
import { isLocal, loadStyle } from "../ui/theme.js";

export class DailyResult {
  status = h("p.small.dim", { role: "status" });

  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    this.level = /** @type {GeneratedLevel} */ (generatedLevel(game.start));
    const calendar = { href: `/calendar/${game.family.name}` };
    this.el = h(
      "section.daily-result.stack.tight",
      { "aria-label": t("Level of the day") },
      h("p", streakText(findStreak(listWins(), localDate()))),
      h(
        "div.row",
        button(t("Share result"), { class: "slim", onclick: () => this.share() }, "share"),
        h("a.small", calendar, t("All days")),
      ),
      this.status,
    );
  }

  /** The last win of this level in this browser, else what the game knows. */
  get win() {
    const { game } = this;
    const { best, hints, clock } = game;
    const now = { best, hints: hints.used, moves: game.history.cost(game.metric), seconds: clock.seconds };
    return listWins().find(({ id }) => id === game.start) ?? now;
  }

  /** Opens the share sheet of a phone, else copies the text. */
  async share() {
    const text = this.text();
    if (isTouchOnly() && navigator.share) return void navigator.share({ text }).catch(() => undefined);
    const [{ copy }] = await Promise.all([import("../ui/dialogs.js"), loadStyle("dialogs")]);
    return copy(this.status, text, t("Result copied. It does not give the solution away."));
  }

  text() {
    const { level, game } = this;
    const { length } = findStreak(listWins(), localDate());
    const date = level.date ?? "";
    const lines = [
      `unjam · ${t("Level of the day, {date}", { date: formatDay(date) })}`,
      `${messageText(game.family.title)} · ${difficultyName(level.level)}`,
      this.resultLine(this.win),
      length > 1 && plural(length, "Streak: {n} day", "Streak: {n} days"),
      !isLocal() && fullLink(`/day/${level.family}/${date}`),
    ];
    return lines.filter(Boolean).join("\n");
  }

  /** Time, moves and hints. @param {Pick<Win, "moves" | "best" | "seconds" | "hints">} win */
  resultLine({ moves, best, seconds, hints }) {
    const { family, metric } = this.game;
    const parts = [
      recall("settings")?.clock !== "hidden" && formatClock(seconds),
      !family.equal_costs && formatAmount(family, metric, moves),
      !family.equal_costs && best !== null && t("fewest {n}", { n: best }),
      hints > 0 && plural(hints, "{n} hint", "{n} hints"),
    ];
    return parts.filter(Boolean).join(" · ");
  }
}
