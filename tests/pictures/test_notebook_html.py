"""Results as HTML in a notebook: well formed, correct, translated, and drawn only when needed."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from xml.etree import ElementTree

import pytest

import unjam
from unjam.pictures.notebook_html import MAX_BOARDS, comparison_html, rating_html, result_html, space_html

LEVEL = "rushhour/market-day"
SMALL = "1 2 0 3 4 5 6 7 8"
ODD = "1 2 3 4 5 6 8 7 0"


def tree(html: str) -> ElementTree.Element:
    """Parse the HTML as XML: everything must be closed and escaped."""
    return ElementTree.fromstring(html)


def words(html: str) -> str:
    return " ".join(" ".join(tree(html).itertext()).split())


def figures(html: str) -> list[str]:
    return ["".join(each.itertext()) for each in tree(html).iter("figcaption")]


# -- results


def test_result_shows_every_board_of_a_short_solution() -> None:
    result = unjam.solve(SMALL)
    assert figures(result._repr_html_()) == ["Start", "1. 2", "2. 1"]
    assert "Solved in 2 moves, proven optimal" in words(result._repr_html_())
    assert "expanded 3" in words(result._repr_html_())


def test_long_solution_shows_a_few_boards() -> None:
    result = unjam.solve(LEVEL)
    assert figures(result._repr_html_()) == ["Start", "2", "4", "6", "8", "10", "12", "14", "16"]
    for n in range(12):
        part = unjam.Result("solved", result.moves[:n], n, metric="moves", puzzle=result.puzzle)
        drawn = figures(result_html(part))
        assert len(drawn) <= MAX_BOARDS
        assert not n or drawn[-1].startswith(str(n))


def test_unsolved_result_shows_the_board_and_the_reason() -> None:
    odd = unjam.solve(ODD)._repr_html_()
    assert "No solution: the parity is wrong" in words(odd)
    assert len(list(tree(odd).iter("figure"))) == 1
    gave_up = unjam.solve(LEVEL, algorithm="bfs", limits=unjam.Limits(seconds=1e-6))
    assert gave_up.status == "gave_up"
    assert words(gave_up._repr_html_()).startswith("Gave up: the time limit of")


def test_puzzle_is_not_part_of_equality_or_repr() -> None:
    result = unjam.solve(SMALL)
    assert result.puzzle == unjam.read(SMALL)[0]
    assert "puzzle=" not in repr(result)
    (other,) = unjam.solve_many([SMALL])
    assert other.puzzle == result.puzzle
    alone = replace(other, puzzle=None)
    assert alone == other
    assert "Solved in 2 moves" in words(alone._repr_html_())  # without a board, for it knows of none


@pytest.mark.parametrize("name", unjam.FAMILIES)
def test_every_family_shows_its_results(name: str) -> None:
    from unjam.formats.shipped import bundled

    level = bundled(name)[0].name
    assert len(list(tree(unjam.solve(level)._repr_html_()).iter("figure"))) > 1
    rating = unjam.rate(level, advice=True)
    assert words(rating._repr_html_()).startswith(f"{(rating.level or '').capitalize()}, about")


# -- comparisons, spaces, ratings


def test_comparison_is_a_table_with_bars() -> None:
    comparison = unjam.compare(SMALL, algorithms="bfs,greedy", heuristics="manhattan")
    html = tree(comparison._repr_html_())
    rows = [["".join(cell.itertext()) for cell in row] for row in html.iter("tr")]
    assert rows[0][:3] == ["algorithm", "heuristic", "status"]
    assert [row[0] for row in rows[1:]] == ["bfs", "greedy"]
    assert [row[5] for row in rows[1:]] == [f"{each.expanded:,}" for each in comparison]
    assert len(list(html.iter("figure"))) == 1
    bars = [each.get("style", "") for each in html.iter("div") if "border-radius" in each.get("style", "")]
    assert len(bars) == 2
    assert bars[0].count("#6b7fd7") == 1  # proven
    assert bars[1].count("#9aa3b8") == 1


def test_skipped_search_is_explained() -> None:
    why = unjam.Message("{algorithm} skipped: {why}", algorithm="dfs", why="<too deep>")
    assert "Dfs skipped: <too deep>" in words(unjam.Comparison([], [why])._repr_html_())


def test_space_is_a_plot_with_its_hardest_position() -> None:
    space = unjam.explore(LEVEL)
    html = tree(space._repr_html_())
    (plot,) = (each for each in html.iter() if each.get("aria-label") == "moves to the nearest goal")
    bars = [each for each in plot if each.tag.endswith("rect")]
    assert len(bars) == len(space.histogram)
    tall = [float(bar.get("height", 0)) for bar in bars]
    assert tall.index(max(tall)) == space.histogram.index(max(space.histogram))
    assert [title for bar in bars for title in bar.itertext()][-1] == f"16: {space.histogram[-1]}"
    assert figures(space._repr_html_()) == ["the hardest, 16 moves away"]


def test_incomplete_or_unsolvable_space_is_explained() -> None:
    unfinished = unjam.Space.unfinished("tiles", "moves", 3, unjam.Message("the time limit of {seconds} s was reached"))
    assert "3 positions" in words(unfinished._repr_html_())
    assert "Not fully explored" in words(unfinished._repr_html_())
    lost = unjam.Space("tiles", "moves", 2, 0, 2, None, (), ())
    assert "2 from which no goal can be reached" in words(lost._repr_html_())


def test_rating_shows_the_effect_of_each_feature() -> None:
    rating = unjam.rate(LEVEL, advice=True)
    text = words(rating._repr_html_())
    assert text.startswith("Intermediate, about 1½ minutes, for most people")
    assert "moves 16 ×" in text
    assert all(str(each)[1:] in text for each in rating.advice or ())
    none = unjam.rate(ODD)
    assert words(none._repr_html_()).startswith("Not rated: the parity is wrong")
    assumed = unjam.rate(SMALL)
    assert assumed.calibrated is False
    assert "This time is an estimate" in words(assumed._repr_html_())


def test_html_uses_the_language_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    result, space, rating = unjam.solve(SMALL), unjam.explore(LEVEL), unjam.rate(LEVEL)
    comparison = unjam.compare(SMALL, algorithms="bfs")
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert "Résolu en 2 coups, optimum prouvé" in words(result._repr_html_())
    assert "jusqu’au but le plus proche" in space._repr_html_()
    assert words(rating._repr_html_()).startswith("Intermédiaire, environ une minute")
    assert "développées" in words(comparison._repr_html_())
    for html in (result_html(result, "es"), space_html(space, "es"), rating_html(rating, "es")):
        assert any(word in words(html) for word in ("Resuelto", "posiciones", "Intermedio"))
    assert "expandidas" in words(comparison_html(comparison, "es"))


def test_notebook_modules_are_loaded_lazily() -> None:
    code = (
        "import sys, unjam; r = unjam.solve('1 2 0 3 4 5 6 7 8'); unjam.rate; unjam.compare; "
        "print(sorted({'anywidget', 'ipywidgets', 'traitlets', 'altair', 'unjam.integrations.notebook', "
        "'unjam.pictures.notebook_html', 'unjam.pictures'} & set(sys.modules))); "
        "r._repr_html_(); print('unjam.pictures.notebook_html' in sys.modules, "
        "'anywidget' in sys.modules, 'altair' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n")[:2] == ["[]", "True False False"]
