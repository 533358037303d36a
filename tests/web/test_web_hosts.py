"""Which hosts and origins the server accepts, and what it prints when it is open to others."""

from __future__ import annotations

import contextlib
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import httpx
import pytest
from interrupts import start_interruptible
from web_levels import id_of

from unjam.web.http.hosts import addresses, allowed_hosts
from unjam.web.http.security import POLICY
from unjam.web.options import ServerOptions

COMMAND = [sys.executable, "-c", "from unjam.cli import main; main()"]
BOARD = "ooooBoooooBoAAooBooooDDooooooooooooo"
OPEN_BOARD = f"from unjam.web.server import ServerOptions, serve; serve(ServerOptions(level_text='{BOARD}'))"


INTERRUPTED_START = """
import signal, weakref
from unjam.web import server

class Thing:
    pass

class Interrupted(server.QuietServer):
    def run(self, sockets):
        thing = Thing()
        callback = weakref.ref(thing, lambda _: signal.raise_signal(signal.SIGINT))
        del thing  # the callback runs; Python prints and drops what it raises
        super().run(sockets)

server.QuietServer = Interrupted
before = signal.getsignal(signal.SIGINT)  # a job in the background may have to ignore it
server.serve(server.ServerOptions(port=0))
assert signal.getsignal(signal.SIGINT) is before, "Ctrl-C was not given back"
"""


@contextlib.contextmanager
def started(*line: str, lines: int = 1) -> Iterator[tuple[int, list[str]]]:
    """Start a server; yield its port and the lines it printed."""
    process = start_interruptible(line, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        printed = [process.stdout.readline() for _ in range(lines)]
        port = urlsplit(next(word for word in printed[0].split() if word.startswith("http"))).port
        assert port is not None
        yield port, printed
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(60)
        process.stdout.close()


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with started(sys.executable, "-c", OPEN_BOARD) as (port_number, _):
        yield port_number


def test_ctrl_c_is_not_lost_while_the_server_starts() -> None:
    finished = subprocess.run([sys.executable, "-c", INTERRUPTED_START], capture_output=True, text=True, timeout=120)
    assert (finished.returncode, finished.stderr) == (0, "")


def request(
    port: int, *hosts: str, method: str = "GET", path: str = "/api/v1/startup", more: str = ""
) -> tuple[int, str]:
    """Return status and body of a request with exactly these Host headers."""
    head = "".join(f"Host: {host}\r\n" for host in hosts)
    with socket.create_connection(("127.0.0.1", port), timeout=60) as line:
        line.sendall(f"{method} {path} HTTP/1.1\r\n{head}{more}Connection: close\r\n\r\n".encode("latin-1"))
        answer = b""
        while part := line.recv(65536):
            answer += part
    top, _, body = answer.decode("latin-1").partition("\r\n\r\n")
    if "421" in top.split("\r\n")[0] or "403" in top.split("\r\n")[0]:
        assert POLICY in top
        assert "text/plain" in top
        assert body.count("\n") == 1
        assert "AAoo" not in body
    return int(top.split()[1]), body


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1", 200),
        ("127.0.0.1:{port}", 200),
        ("localhost:{port}", 200),
        ("LOCALHOST", 200),
        ("localhost.:{port}", 200),
        ("[::1]:{port}", 200),
        ("[0:0:0:0:0:0:0:1]", 200),
        ("localhost:1", 200),  # a port that is forwarded
        ("evil.example", 421),
        ("evil.example:{port}", 421),
        ("localhost.evil.example", 421),
        ("127.0.0.1.evil.example", 421),
        ("evil-localhost", 421),
        ("10.1.2.3:{port}", 421),
        ("127.0.0.2", 421),
        ("2130706433", 421),
        ("[::2]", 421),
        ("0.0.0.0:{port}", 421),
        ("", 400),
        ("localhost@evil.example", 400),
        ("evil.example/localhost", 400),
        ("localhost, evil.example", 400),
        ("[::1", 400),
        ("localhost:99999999", 400),
        ("\xe9vil.example", 400),
        ("x" * 300, 400),
    ],
)
def test_loopback_server_accepts_only_local_names(port: int, host: str, status: int) -> None:
    for path in ("/api/v1/startup", "/", "/static/app/app.js", "/nothing"):
        answered, body = request(port, host.format(port=port), path=path)
        assert answered == (404 if status == 200 and path == "/nothing" else status), body


def test_request_needs_exactly_one_host(port: int) -> None:
    assert request(port)[0] == 400
    assert request(port, "localhost", "localhost")[0] == 400
    assert request(port, "localhost", "evil.example")[0] == 400


def test_rejection_names_the_allow_host_option(port: int) -> None:
    _, body = request(port, "puzzles.example.org")
    assert "--allow-host puzzles.example.org" in body


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        (None, 200),
        ("http://localhost:{port}", 200),
        ("http://LOCALHOST:{port}", 200),
        ("http://evil.example", 403),
        ("http://localhost.evil.example:{port}", 403),
        ("http://localhost:1", 403),  # another server on this machine
        ("http://localhost", 403),
        ("https://evil.example:{port}", 403),
        ("null", 403),
        ("", 403),
        ("file://", 403),
        ("http://[", 403),
    ],
)
def test_foreign_origin_is_rejected(port: int, origin: str | None, status: int) -> None:
    path = f"/api/v1/positions/{id_of('rushhour')}/moves"
    headers = {"host": f"localhost:{port}"} | ({} if origin is None else {"origin": origin.format(port=port)})
    body = {"moves": [{"piece": "D", "to": [3, 2]}]}
    answer = httpx.post(f"http://127.0.0.1:{port}{path}", json=body, headers=headers, timeout=60)
    assert answer.status_code == status, answer.text
    asking = httpx.get(f"http://127.0.0.1:{port}/api/v1/startup", headers=headers, timeout=60)
    assert asking.status_code == 200
    assert "access-control-allow-origin" not in asking.headers


def test_open_server_prints_its_addresses_and_accepts_them() -> None:
    line = [*COMMAND, "serve", "--host", "0.0.0.0", "--port", "0", "--allow-host", "Puzzles.example.org"]
    with started(*line, lines=2) as (port, printed):
        assert printed[0] == f"unjam is running at http://127.0.0.1:{port}/ (Ctrl-C stops it)\n"
        assert printed[1].startswith("Open to everyone who can reach this machine, at http://")
        assert printed[1].endswith("start searches of up to 60 s and 1,024 MiB.\n")
        for address in addresses():
            assert address in printed[1]
            shown = f"[{address}]" if ":" in address else address
            assert request(port, f"{shown}:{port}")[0] == 200
            if ":" not in address:  # and it is really reached there
                assert httpx.get(f"http://{address}:{port}/", timeout=60).status_code == 200
        for host in ("puzzles.example.org", "puzzles.EXAMPLE.org:443", socket.gethostname(), "localhost"):
            assert request(port, host)[0] == 200, host
        for host in ("evil.example", "203.0.113.9", "0.0.0.0", "org", "www.puzzles.example.org"):
            assert request(port, host)[0] == 421, host
        health = httpx.get(f"http://127.0.0.1:{port}/api/v1/health", timeout=60).json()
        assert (health["seconds"], health["memory"]) == (60, 2**30)
        behind = {"host": "localhost", "origin": "https://puzzles.example.org"}  # a proxy that asks by its own name
        sent = httpx.post(f"http://127.0.0.1:{port}/api/v1/levels", json={"text": ""}, headers=behind, timeout=60)
        assert sent.status_code == 200


def test_open_server_always_has_limits() -> None:
    line = (
        "from unjam.web.server import ServerOptions, serve; serve(ServerOptions('0.0.0.0', seconds=None, memory=None))"
    )
    with started(sys.executable, "-c", line, lines=2) as (port, _):
        health = httpx.get(f"http://127.0.0.1:{port}/api/v1/health", timeout=60).json()
        assert (health["seconds"], health["memory"]) == (60, 2**30)


def test_limits_of_play_can_be_chosen(
    monkeypatch: pytest.MonkeyPatch, run: Callable[..., tuple[int, str, str]]
) -> None:
    with started(*COMMAND, "play", "--no-browser", "--time-limit", "9", "--memory-limit", "512M") as (port, _):
        health = httpx.get(f"http://127.0.0.1:{port}/api/v1/health", timeout=60).json()
        assert (health["seconds"], health["memory"]) == (9, 2**29)
    started_with: list[ServerOptions] = []
    monkeypatch.setattr("unjam.web.server.serve", started_with.append)
    assert run("play", "--no-browser")[0] == 0
    assert [(options.seconds, options.memory) for options in started_with] == [(600, 2**31)]


def test_invalid_host_name_prints_one_line() -> None:
    line = [*COMMAND, "serve", "--allow-host", "http://puzzles.example.org/"]
    done = subprocess.run(line, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert "'http://puzzles.example.org/' is not a host name" in done.stderr


def test_server_on_one_address_accepts_that_address() -> None:
    assert "192.0.2.7" in allowed_hosts("192.0.2.7").names
    assert allowed_hosts("192.0.2.7").names.isdisjoint(addresses())
