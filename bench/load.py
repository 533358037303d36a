"""Two hundred players, a move a second each, from a second process, while long searches keep every core busy.

    python bench/load.py [--players 200] [--seconds 60] [--searches 4]

Prints the share of moves answered within 50 ms, the percentiles, the server's memory, and that everything came to rest.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from unjam.families import family
from unjam.share import encode

LINE = "from unjam.web.server import serve; serve(seconds=None)"
LEVELS = {
    "rushhour": "ooooBoooooBoAAooBooooDDooooooooooooo",
    "tiles": "1 2 5\n3 4 0\n6 7 8",
    "blocks": "AA.\nAAB\n..B\n...\ngoal A at 0,1",
    "sokoban": "########\n#@     #\n# $  . #\n#      #\n########",
}


@dataclass
class Tally:
    """What came back: seconds a move took, and refusals or broken connections."""

    seconds: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    def percentile(self, share: float) -> float:
        ordered = sorted(self.seconds)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


async def ask(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, path: str, body: object = None) -> bytes:
    """One request on a connection that stays open."""
    data = json.dumps(body).encode() if body is not None else b""
    head = (
        f"{'POST' if body is not None else 'GET'} {path} HTTP/1.1\r\nHost: load\r\nContent-Type: application/json\r\n"
    )
    writer.write(f"{head}Content-Length: {len(data)}\r\n\r\n".encode() + data)
    answer = await reader.readuntil(b"\r\n\r\n")
    length = next(int(line[15:]) for line in answer.lower().split(b"\r\n") if line.startswith(b"content-length:"))
    found = await reader.readexactly(length)
    if b" 200 " not in answer.split(b"\r\n", 1)[0]:
        raise RuntimeError(answer.split(b"\r\n", 1)[0].decode())
    return found


async def player(port: int, number: int, until: float, tally: Tally) -> None:
    """Plays random legal moves, one a second, and begins again when there are none."""
    rng = random.Random(number)
    names = list(LEVELS)
    start = encode(family(names[number % len(names)]).parse(LEVELS[names[number % len(names)]]))
    await asyncio.sleep(rng.random())
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    body = json.loads(await ask(reader, writer, f"/api/v1/positions/{start}"))
    while time.monotonic() < until:
        begun = time.monotonic()
        try:
            if not body["destinations"]:
                body = json.loads(await ask(reader, writer, f"/api/v1/positions/{start}"))
            else:
                moves = {"moves": rng.choice(body["destinations"])["moves"]}
                body = json.loads(await ask(reader, writer, f"/api/v1/positions/{body['id']}/moves", moves))["position"]
            tally.seconds.append(time.monotonic() - begun)
        except (OSError, RuntimeError, asyncio.IncompleteReadError) as error:
            tally.failures.append(repr(error))
            return
        await asyncio.sleep(max(0.0, begun + 1 - time.monotonic()))
    writer.close()


async def searcher(port: int, number: int, until: float) -> None:
    """Keeps one long search running, and leaves at the end without a word."""
    puzzle = family("tiles").random(random.Random(number), rows=5)
    _, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET /api/v1/positions/{encode(puzzle)}/solution HTTP/1.1\r\nHost: load\r\n\r\n".encode())
    await asyncio.sleep(max(0.0, until - time.monotonic()))
    writer.close()


async def crowd(port: int, players: int, seconds: float, searches: int) -> Tally:
    tally, until = Tally(), time.monotonic() + seconds
    await asyncio.gather(
        *(searcher(port, n, until) for n in range(searches)), *(player(port, n, until, tally) for n in range(players))
    )
    return tally


def memory(pid: int) -> int:
    """Resident bytes of a process, 0 where the system does not tell."""
    status = Path(f"/proc/{pid}/status")
    if not status.exists():
        return 0
    return 1024 * next(int(line.split()[1]) for line in status.read_text().splitlines() if line.startswith("VmRSS"))


async def rest(port: int, patience: float = 20.0) -> dict[str, int]:
    """The server's health once its searches have ended, or when patience has."""
    found: dict[str, int] = {}
    until = time.monotonic() + patience
    while time.monotonic() < until:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        found = json.loads(await ask(reader, writer, "/api/v1/health"))
        writer.close()
        if not found["running"] and not found["waiting"]:
            break
        await asyncio.sleep(0.05)
    return found


def measure(players: int, seconds: float, searches: int) -> tuple[Tally, dict[str, int], int, int]:
    """The tally, the health afterwards, and the server's memory before and after, of a server of its own."""
    with subprocess.Popen([sys.executable, "-c", LINE], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            address = next(word for word in server.stdout.readline().split() if word.startswith("http"))
            port = urlsplit(address).port
            assert port is not None
            asyncio.run(crowd(port, players, min(3.0, seconds), 0))  # a moment to warm up
            before = memory(server.pid)
            tally = asyncio.run(crowd(port, players, seconds, searches))
            return tally, asyncio.run(rest(port)), before, memory(server.pid)
        finally:
            server.terminate()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--searches", type=int, default=2 * (os.cpu_count() or 1))
    options = parser.parse_args()
    tally, health, before, after = measure(options.players, options.seconds, options.searches)
    within = sum(s <= 0.05 for s in tally.seconds) / max(1, len(tally.seconds))
    print(f"{len(tally.seconds):,} moves by {options.players} players, {len(tally.failures)} failures")
    print(f"within 50 ms: {within:.2%}")
    for share in (0.5, 0.95, 0.99, 1.0):
        print(f"p{share * 100:g}: {tally.percentile(share) * 1000:.1f} ms")
    print(f"memory of the server: {before / 2**20:.0f} MiB before, {after / 2**20:.0f} MiB after")
    print(f"searches afterwards: {health['running']} running, {health['waiting']} waiting")
    if tally.failures or health["running"] or health["waiting"] or after - before > 200 * 2**20:
        sys.exit(1)


if __name__ == "__main__":
    main()
