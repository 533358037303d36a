"""Prints what goes with enjoying a Sokoban level, in a laboratory and by votes online.

    python tools/enjoyment.py LEVELS

LEVELS as for tools/refit.py; lab_dev.tsv and likes_dev.tsv are in sokoban/. Enjoyment is a mean of 1 to 10 in the
laboratory, and the share of likes online. Few people vote on a level, so its share is drawn towards the overall one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import exp, log, log2
from random import Random

from fitting import spearman
from refit import SOKOBAN, Sokoban, levels_parser, sokoban, table

from unjam import rate

PRIOR_VOTES = 10.0
"""A level's share of likes counts as if that many more people had voted like the average."""
SAMPLES = 2000
MEASURES: dict[str, Callable[[Mapping[str, float]], float]] = {
    "expected time": lambda f: sum(SOKOBAN.terms(sokoban.inputs(f)).values()),
    "luck": lambda f: f["luck"],
    "box luck": lambda f: f["box_luck"],
    "hidden dead ends": lambda f: f["hidden_dead"],
    "shortest solutions": lambda f: log2(f.get("solutions", sokoban.TYPICAL_SOLUTIONS)),
    "moves": lambda f: f["moves"],
    "pushes": lambda f: f["pushes"],
    "walk": lambda f: f["walk"],
    "boxes": lambda f: f["boxes"],
    "switches of box for each push": lambda f: f["box_changes"] / f["pushes"],
    "steps for each push": lambda f: f["moves"] / f["pushes"],
}


def interval(first: Sequence[float], second: Sequence[float]) -> tuple[float, float]:
    """95 % of Spearman's correlation on levels drawn again."""
    rng, n = Random(1), len(first)
    draws = ([rng.randrange(n) for _ in range(n)] for _ in range(SAMPLES))
    scores = sorted(spearman([first[i] for i in each], [second[i] for i in each]) for each in draws)
    return scores[int(0.025 * SAMPLES)], scores[int(0.975 * SAMPLES) - 1]


def shown(first: Sequence[float], second: Sequence[float]) -> str:
    if len(set(first)) == 1:
        return "–"
    low, high = interval(first, second)
    return f"{spearman(first, second):.2f} ({low:.2f} to {high:.2f})"


def main() -> None:
    folder = levels_parser(__doc__).parse_args().levels / "sokoban"
    people = {row["id"]: row for row in table(folder / "people_dev.tsv")}
    features = {name: rate(Sokoban.parse(row["board"].replace("|", "\n"))).features for name, row in people.items()}

    laboratory = table(folder / "lab_dev.tsv")
    enjoyment = [float(row["enjoyment_mean"]) for row in laboratory]
    judged: dict[str, list[float]] = {
        "people's median time": [log(float(row["censored_median_seconds"])) for row in laboratory],
        "share solved in 300 s": [float(row["solved_share_300s"]) for row in laboratory],
        "difficulty as people rate it": [float(row["difficulty_mean"]) for row in laboratory],
    }
    votes = table(folder / "likes_dev.tsv")
    likes, dislikes = (sum(int(row[name]) for row in votes) for name in ("likes", "dislikes"))
    overall = likes / (likes + dislikes)
    voted = [row for row in votes if int(row["likes"]) + int(row["dislikes"]) and row["id"] in people]
    shares = [
        (int(row["likes"]) + PRIOR_VOTES * overall) / (int(row["likes"]) + int(row["dislikes"]) + PRIOR_VOTES)
        for row in voted
    ]
    print(f"{len(laboratory)} levels in the laboratory, enjoyment {max(enjoyment):.1f} to {min(enjoyment):.1f}")
    print(f"{len(voted)} levels with votes online: {likes} likes, {dislikes} dislikes ({overall:.3f})\n")
    print("| measure | enjoyment in the laboratory | share of likes online |\n|---|---|---|")
    for name, values in judged.items():
        print(f"| {name} | {shown(values, enjoyment)} | – |")
    solved = [int(people[row["id"]]["solves"]) / int(people[row["id"]]["plays"]) for row in voted]
    print(f"| share of plays that solve | – | {shown(solved, shares)} |")
    for name, measure in MEASURES.items():
        cells = [
            shown([measure(features[row["id"]]) for row in rows], aims)
            for rows, aims in ((laboratory, enjoyment), (voted, shares))
        ]
        print(f"| {name} | {' | '.join(cells)} |")
    print("\n| expected time of levels online | levels | votes | likes | likes of 1,000 plays | of 1,000 solves |")
    print("|---|---|---|---|---|---|")
    time = MEASURES["expected time"]
    ordered = sorted(voted, key=lambda row: time(features[row["id"]]))
    for k in range(4):
        part = ordered[k * len(ordered) // 4 : (k + 1) * len(ordered) // 4]
        low, high = (exp(time(features[part[i]["id"]])) for i in (0, -1))
        ups, downs = (sum(int(row[name]) for row in part) for name in ("likes", "dislikes"))
        plays, solves = (sum(int(people[row["id"]][name]) for row in part) for name in ("plays", "solves"))
        print(
            f"| {low:.0f} to {high:.0f} s | {len(part)} | {ups + downs} | {ups / (ups + downs):.3f} "
            f"| {1000 * ups / plays:.0f} | {1000 * ups / solves:.0f} |"
        )


if __name__ == "__main__":
    main()
