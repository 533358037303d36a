"""Events of plays sent over HTTP as the page sends them, while the server is killed in between; and what is lost.

    python bench/plays.py [--events 100000] [--kills 3] [--players 20] [--seconds 1800]

Starts `unjam serve --plays` on this machine alone, lets players send batch after batch, ends the server with kill -9 so
many times and starts it again in the same folder, exports the log, and compares what came out with what was sent. A
batch whose answer does not come is sent no second time, as on the page. Exits with 1 where an event that was answered
is lost, or one that was sent more than a second before a kill, or where the seconds are over before all was sent.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

from unjam.core.puzzle import Puzzle
from unjam.datasets.parquet import connect, quoted
from unjam.datasets.plays import KINDS, MAX_BATCH_EVENTS
from unjam.families import FAMILIES
from unjam.formats.position_id import encode
from unjam.formats.read import as_puzzle
from unjam.formats.shipped import bundled

UNJAM = [sys.executable, "-c", "from unjam.cli import main; main()"]
LENGTH = 50
"""Events of a play."""

Event = tuple[str, int]
"""The play, and the number of the event in it."""


@dataclass
class Batch:
    """What one request carries, when it was sent, and whether it was answered."""

    body: dict[str, Any]
    sent: float = 0.0
    answered: bool = False

    @property
    def events(self) -> list[Event]:
        return [(self.body["play"], self.body["first"] + n) for n in range(len(self.body["events"]))]


@dataclass
class Server:
    """The process that runs now; players that find it gone wait for the next."""

    folder: str
    process: subprocess.Popen[str] | None = None
    port: int = 0
    kills: list[float] = field(default_factory=list)
    up: asyncio.Event = field(default_factory=asyncio.Event)

    async def start(self) -> None:
        argv = [*UNJAM, "serve", "--port", "0", "--workers", "1", "--plays", self.folder]
        self.process = subprocess.Popen(argv, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        output = await asyncio.to_thread(self.process.stdout.readline)
        address = next(word for word in output.split() if word.startswith("http"))
        self.port = urlsplit(address).port or 0
        self.up.set()

    async def kill(self) -> None:
        """As kill -9 does it, in the middle of whatever it does."""
        assert self.process is not None
        self.up.clear()
        self.kills.append(time.monotonic())
        self.process.kill()
        self.end()
        await self.start()

    def end(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait(30)
            assert self.process.stdout is not None
            self.process.stdout.close()
            self.process = None


def starts() -> list[Puzzle]:
    """Some of the levels that come with unjam, of every family in which any move can be taken back by another."""
    return [as_puzzle(level.name) for name in FAMILIES if name != "packing" for level in bundled(name)[:10]]


def play(name: str, level: Puzzle, length: int, rng: random.Random) -> list[dict[str, Any]]:
    """A play at random: moves, some hints, some undos, and the end."""
    puzzle, before, ms = level, level, 0
    events = [{"at": 0, "kind": "start", "position": encode(level)}]
    while len(events) < length - 1:
        ms += rng.randrange(200, 6_000)
        kind = rng.choices(("move", "hint", "undo"), (8, 1, 1))[0]
        if kind == "undo":
            puzzle = before
        elif kind == "move":
            before, puzzle = puzzle, puzzle.play(rng.choice(list(puzzle.moves()) or [next(iter(level.moves()))]))
        events.append({"at": ms, "kind": kind, "position": encode(puzzle)})
    events.append({"at": ms + 900, "kind": rng.choice(("leave", "give_up")), "position": encode(puzzle)})
    assert all(event["kind"] in KINDS for event in events)
    return events[:length]


def batches(events: int, seed: int = 1) -> list[list[Batch]]:
    """Plays with so many events in all, each cut into what the page would send every four seconds."""
    rng, levels, out = random.Random(seed), starts(), []
    while events > 0:
        name, level = f"{rng.getrandbits(64):016x}", rng.choice(levels)
        moves = play(name, level, min(LENGTH, events), rng)
        events -= len(moves)
        cut, sendings = 0, []
        while cut < len(moves):
            more = min(MAX_BATCH_EVENTS, rng.randrange(1, 9))
            part = moves[cut : cut + more]
            sendings.append(Batch({"play": name, "level": encode(level), "first": cut, "events": part}))
            cut += len(part)
        out.append(sendings)
    return out


async def post(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, body: object) -> None:
    data = json.dumps(body).encode()
    head = "POST /api/v1/plays HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    writer.write(f"{head}Content-Length: {len(data)}\r\n\r\n".encode() + data)
    answer = (await reader.readuntil(b"\r\n\r\n")).split(b"\r\n", 1)[0].decode()
    if " 204 " not in answer:
        raise RuntimeError(f"a batch was refused: {answer}")


async def player(server: Server, waiting: list[list[Batch]], until: float) -> None:
    """Sends play after play, each batch once; where the server is gone, goes on with the next batch at the next one."""
    reader: asyncio.StreamReader | None = None
    while waiting and time.monotonic() < until:
        for batch in waiting.pop():
            if reader is None:
                await server.up.wait()
                with contextlib.suppress(OSError):
                    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            batch.sent = time.monotonic()
            if reader is None:
                continue  # nobody was there: the page would lose this one too
            try:
                await post(reader, writer, batch.body)
                batch.answered = True
            except (OSError, asyncio.IncompleteReadError):
                writer.close()
                reader = None


async def run(folder: str, plays: list[list[Batch]], kills: int, players: int, seconds: float) -> Server:
    until = time.monotonic() + seconds
    server, every = Server(folder), [batch for each in plays for batch in each]
    try:
        await server.start()
        waiting = plays[::-1]
        crowd = asyncio.gather(*(player(server, waiting, until) for _ in range(players)))
        for n in range(1, kills + 1):
            share, late = n / (kills + 1), until - seconds * (1 - n / (kills + 1))
            while sum(bool(batch.sent) for batch in every) < len(every) * share and time.monotonic() < late:
                await asyncio.sleep(0.02)
            await server.kill()
        await crowd
    finally:
        server.end()
    return server


def exported(folder: str, path: Path) -> tuple[dict[str, int], set[Event]]:
    """What `unjam library export-plays` says of the log, and the events in its file."""
    argv = [*UNJAM, "library", "export-plays", folder, "-o", str(path), "--json"]
    output = subprocess.run(argv, capture_output=True, text=True, check=True).stdout
    rows = connect().execute(f"SELECT play, number FROM {quoted(str(path))}").fetchall()
    return json.loads(output), {(name, number) for name, number in rows}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--events", type=int, default=100_000)
    parser.add_argument("--kills", type=int, default=3)
    parser.add_argument("--players", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=1800, help="after so many no further play is begun")
    options = parser.parse_args()
    plays = batches(options.events)
    every = [batch for each in plays for batch in each]
    with TemporaryDirectory() as name:
        folder, begun = str(Path(name) / "log"), time.monotonic()
        server = asyncio.run(run(folder, plays, options.kills, options.players, options.seconds))
        sent, begun = time.monotonic() - begun, time.monotonic()
        output, stored = exported(folder, Path(name) / "plays.parquet")
        seconds = time.monotonic() - begun
    every = [batch for batch in every if batch.sent]
    total = sum(len(batch.events) for batch in every)
    answered = {event for batch in every if batch.answered for event in batch.events}
    lost = [batch for batch in every if not stored.issuperset(batch.events)]
    ages = [min((kill - batch.sent for kill in server.kills), key=abs, default=float("inf")) for batch in lost]
    print(f"{total:,} events of {len(plays):,} plays in {len(every):,} requests, {total / sent:,.0f} events a second")
    print(f"kill -9: {len(server.kills)} times; answered: {len(answered):,} events")
    print(f"exported in {seconds:.1f} s: {output['events']:,} events of {output['plays']:,} plays")
    print(f"torn lines: {output['skipped']}")
    print(f"answered and lost: {len(answered - stored):,}")
    print(f"not answered: {total - len(answered):,} events, of them lost: {sum(len(b.events) for b in lost):,}")
    print(f"the oldest that is lost was sent {max(ages, default=0.0) * 1000:.0f} ms before a kill")
    foreign = stored - {event for batch in every for event in batch.events}
    done = total == options.events and len(server.kills) == options.kills
    if not done or answered - stored or foreign or max(ages, default=0.0) > 1:
        sys.exit(1)


if __name__ == "__main__":
    main()
