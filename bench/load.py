"""Two hundred players, a move a second each, from a second process, while some of them ask for new levels, and long
searches may keep every core busy.

    python bench/load.py [--players 200] [--seconds 60] [--searches 0] [--new 1]

Prints the share of moves answered within 50 ms, the percentiles, how long a new level took, what the server worked and
its memory, and that everything came to rest.
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

from unjam.core.family_info import DIFFICULTIES
from unjam.families import FAMILIES, family
from unjam.formats.position_id import encode

LINE = "from unjam.web.server import ServerOptions, serve; serve(ServerOptions(seconds=None))"
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
    new: list[float] = field(default_factory=list)
    generated: int = 0


def percentile(seconds: list[float], share: float) -> float:
    ordered = sorted(seconds)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


async def ask(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, path: str, body: object = None) -> bytes:
    """One request on a connection that stays open."""
    data = json.dumps(body).encode() if body is not None else b""
    verb = "POST" if body is not None else "GET"
    head = f"{verb} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    writer.write(f"{head}Content-Length: {len(data)}\r\n\r\n".encode() + data)
    answer = await reader.readuntil(b"\r\n\r\n")
    length = next(int(line[15:]) for line in answer.lower().split(b"\r\n") if line.startswith(b"content-length:"))
    body_bytes = await reader.readexactly(length)
    if b" 200 " not in answer.split(b"\r\n", 1)[0]:
        raise RuntimeError(answer.split(b"\r\n", 1)[0].decode())
    return body_bytes


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
    writer.write(f"GET /api/v1/positions/{encode(puzzle)}/solution HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    await asyncio.sleep(max(0.0, until - time.monotonic()))
    writer.close()


async def newcomer(port: int, number: int, tally: Tally) -> None:
    """Asks for a new level of some kind and waits for it."""
    names, begun = list(FAMILIES), time.monotonic()
    difficulty = DIFFICULTIES[number // len(names) % len(DIFFICULTIES)]
    path = f"/api/v1/families/{names[number % len(names)]}/new?level={difficulty}"
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
    answer = await reader.read(-1)
    writer.close()
    if b"event: done" in answer:
        tally.new.append(time.monotonic() - begun)
        tally.generated += b"event: making" in answer
    else:
        tally.failures.append(f"{path}: {answer[-200:]!r}")


async def newcomers(port: int, rate: float, until: float, tally: Tally) -> None:
    """So many that ask for a new level each second."""
    waiting: list[asyncio.Task[None]] = []
    while rate and time.monotonic() < until:
        waiting.append(asyncio.create_task(newcomer(port, len(waiting), tally)))
        await asyncio.sleep(1 / rate)
    await asyncio.gather(*waiting)


async def crowd(port: int, players: int, seconds: float, searches: int, new: float) -> Tally:
    tally, until = Tally(), time.monotonic() + seconds
    await asyncio.gather(
        newcomers(port, new, until, tally),
        *(searcher(port, n, until) for n in range(searches)),
        *(player(port, n, until, tally) for n in range(players)),
    )
    return tally


def memory(pid: int) -> int:
    """Resident bytes of a process, 0 where the system does not tell."""
    status = Path(f"/proc/{pid}/status")
    if not status.exists():
        return 0
    return 1024 * next(int(line.split()[1]) for line in status.read_text().splitlines() if line.startswith("VmRSS"))


def worked(pid: int) -> float:
    """Seconds of processor time of a process, without those that it began; 0 where the system does not tell."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return 0.0
    user, system = stat.read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


async def rest(port: int, patience: float = 20.0) -> dict[str, int]:
    """The server's health once its searches have ended, or when patience has."""
    health: dict[str, int] = {}
    until = time.monotonic() + patience
    while time.monotonic() < until:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        health = json.loads(await ask(reader, writer, "/api/v1/health"))
        writer.close()
        if not health["running"] and not health["waiting"]:
            break
        await asyncio.sleep(0.05)
    return health


@dataclass
class Measured:
    """The tally, the health afterwards, the server's memory before and after, and what it worked meanwhile."""

    tally: Tally
    health: dict[str, int]
    before: int
    after: int
    worked: float


def measure(players: int, seconds: float, searches: int, new: float) -> Measured:
    """What comes of the crowd with a server of its own."""
    with subprocess.Popen([sys.executable, "-c", LINE], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            address = next(word for word in server.stdout.readline().split() if word.startswith("http"))
            port = urlsplit(address).port
            assert port is not None
            asyncio.run(crowd(port, players, min(3.0, seconds), 0, 0))  # a moment to warm up
            before, begun = memory(server.pid), worked(server.pid)
            tally = asyncio.run(crowd(port, players, seconds, searches, new))
            spent = worked(server.pid) - begun
            return Measured(tally, asyncio.run(rest(port)), before, memory(server.pid), spent)
        finally:
            server.terminate()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--searches", type=int, default=0, help="long searches that run meanwhile")
    parser.add_argument("--new", type=float, default=1, help="new levels asked for each second")
    options = parser.parse_args()
    measured = measure(options.players, options.seconds, options.searches, options.new)
    tally, health = measured.tally, measured.health
    within = sum(s <= 0.05 for s in tally.seconds) / max(1, len(tally.seconds))
    print(f"{len(tally.seconds):,} moves by {options.players} players, {len(tally.failures)} failures")
    print(f"within 50 ms: {within:.2%}")
    for share in (0.5, 0.95, 0.99, 1.0):
        print(f"p{share * 100:g}: {percentile(tally.seconds, share) * 1000:.1f} ms")
    if tally.new:
        ready = len(tally.new) - tally.generated
        print(f"{len(tally.new)} new levels, {ready} of them ready, {tally.generated} made while somebody waited")
        print(f"new p50: {percentile(tally.new, 0.5):.2f} s, p95: {percentile(tally.new, 0.95):.2f} s")
    print(f"work of the server: {measured.worked / max(1, len(tally.seconds)) * 1000:.2f} ms a move")
    print(f"memory of the server: {measured.before / 2**20:.0f} MiB before, {measured.after / 2**20:.0f} MiB after")
    print(f"searches afterwards: {health['running']} running, {health['waiting']} waiting")
    for failure in tally.failures[:5]:
        print(failure)
    if tally.failures or health["running"] or health["waiting"] or measured.after - measured.before > 200 * 2**20:
        sys.exit(1)


if __name__ == "__main__":
    main()
