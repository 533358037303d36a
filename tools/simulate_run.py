"""A run on many machines, simulated: what slow machines, uneven chunks, lost workers and the driver itself cost.

    python tools/simulate_run.py --cores 320 --seconds 0.0155
    python tools/simulate_run.py --cores 320 --seconds 0.000187

Chunks are handed out as the driver does it, two for each core at a time. The time of a chunk is drawn from a log-normal
distribution, a machine has a speed of its own, a lost core loses its chunk, is noticed after a
while and comes back. Prints the hours, and which part of the cores' time was work that counts.
"""

from __future__ import annotations

import argparse
import heapq
from dataclasses import dataclass
from math import exp
from random import Random


@dataclass(frozen=True)
class Setting:
    """What is assumed; the seconds are those of one board on one core, the feed what the driver hands out."""

    boards: int
    cores: int
    seconds: float
    chunk: float = 2.0
    largest: int = 8192
    spread: float = 0.6
    slow: float = 0.05
    slower: float = 3.0
    lost: float = 0.02
    notice: float = 300.0
    feed: float = 445_000.0


def simulated(setting: Setting, seed: int = 1) -> tuple[float, float, int]:
    """Hours, the share of the cores' time that counts, and how many chunks were done again."""
    rng = Random(seed)
    size = max(1, min(setting.largest, int(setting.chunk / setting.seconds)))
    left = -(-setting.boards // size)
    speed = [setting.slower if rng.random() < setting.slow else exp(rng.gauss(0, 0.05)) for _ in range(setting.cores)]
    free = [(0.0, core) for core in range(setting.cores)]
    heapq.heapify(free)
    driver = end = work = 0.0
    again = 0
    mean = exp(setting.spread**2 / 2)
    while left:
        now, core = heapq.heappop(free)
        driver = max(driver, now - 2 * size * setting.seconds) + size / setting.feed  # it is two chunks ahead
        begin = max(now, driver)
        needs = size * setting.seconds * exp(rng.gauss(0, setting.spread)) / mean
        takes = needs * speed[core]
        if rng.random() < setting.lost * takes / 3600:
            again += 1
            heapq.heappush(free, (begin + takes + setting.notice, core))
            continue
        left, work, end = left - 1, work + needs, max(end, begin + takes)
        heapq.heappush(free, (begin + takes, core))
    return end / 3600, work / (end * setting.cores), again


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--boards", type=int, default=10_000_000)
    options.add_argument("--cores", type=int, default=320)
    options.add_argument("--seconds", type=float, default=0.0155, help="of one core for one board")
    settings = options.parse_args()
    cases = {
        "nothing goes wrong": {"slow": 0.0, "lost": 0.0},
        "one core in twenty is three times slower": {"lost": 0.0},
        "each core is lost once in 50 hours": {},
        "each core is lost once in an hour": {"lost": 1.0},
    }
    for name, values in cases.items():
        hours, share, again = simulated(Setting(settings.boards, settings.cores, settings.seconds, **values))
        print(f"{name:42} {hours:8.3f} h  {share:5.1%} of the cores' time counts  {again} chunks done again")


if __name__ == "__main__":
    main()
