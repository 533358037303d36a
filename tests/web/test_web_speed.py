"""The first board takes less than a second of processor time."""

from __future__ import annotations

from web_browser import Visit
from web_levels import id_of


def test_first_board_takes_less_than_a_second() -> None:
    """The processor time of the page's thread, so that a busy machine makes no difference."""
    with Visit(fresh=True) as visit:
        page = visit.open(f"/play/{id_of('rushhour')}")  # the browser itself warms up
        wire = visit.context.new_cdp_session(page)
        wire.send("Performance.enable", {"timeDomain": "threadTicks"})

        def work() -> float:
            metrics = wire.send("Performance.getMetrics")["metrics"]
            return float(next(each["value"] for each in metrics if each["name"] == "TaskDuration"))

        before = work()
        visit.load("/")
        page.locator(".board .piece").first.wait_for()
        assert 0 < work() - before < 1
