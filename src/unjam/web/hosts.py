"""Which names the server answers to.

A page on the internet can have its own name point at this machine (DNS rebinding) and then read what is served here.
The browser still says the name in ``Host``, so what is asked by a name that the server was not started for is refused.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import Any
from urllib.parse import urlsplit

from ..core.message import Message

EVERYWHERE = ("0.0.0.0", "::", "")
"""What a server listens on that is open on all addresses of the machine."""
HERE = ("localhost", "127.0.0.1", "::1")
HOST = re.compile(r"(?:\[([0-9A-Fa-f:.]{2,45})\]|([A-Za-z0-9._-]{1,253}))(?::[0-9]{1,5})?")
ASKS = ("GET", "HEAD", "OPTIONS")
"""Methods that every page may ask by; what it gets it cannot read."""

NO_NAME = Message("This server has to be told which name it is asked by: one Host header.")
UNKNOWN = Message(
    "This server does not answer to the name {name}; whoever runs it may allow it with --allow-host {name}."
)
ELSEWHERE = Message("A page from elsewhere may not send anything to this server.")


class Hosts:
    """The names and addresses that a server answers to; also to each address of its own at which it is reached."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self.names = frozenset(filter(None, (named(name) or plain(name) for name in (*HERE, *names))))

    def refusal(self, scope: Any) -> tuple[int, Message] | None:
        """Why a request is not answered, with its status; None where it is."""
        given = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
        if len(given) != 1 or (name := named(given[0])) is None:
            return 400, NO_NAME
        if not self._ours(name, scope):
            return 421, UNKNOWN.filled(name=name)
        for header, value in scope["headers"]:
            if header == b"origin" and scope["method"] not in ASKS and not self._same(value, given[0], scope):
                return 403, ELSEWHERE
        return None

    def _ours(self, name: str, scope: Any) -> bool:
        reached = (scope.get("server") or ("",))[0]
        return name in self.names or name == plain(reached)

    def _same(self, origin: bytes, host: str, scope: Any) -> bool:
        """Whether the page that asks came from here; a proxy may have changed the host to one of our names."""
        with suppress(ValueError):
            parts = urlsplit(origin.decode("latin-1"))
            if parts.scheme in ("http", "https") and (name := named(parts.netloc)) is not None:
                return parts.netloc.lower() == host.lower() or (name in self.names and name not in HERE)
        return False


@lru_cache(maxsize=256)
def named(host: str) -> str | None:
    """The name in a Host header, without its port and in one spelling; None where it is none.

    >>> named("LocalHost:8000"), named("[::1]:8000"), named("a/b")
    ('localhost', '::1', None)
    """
    found = HOST.fullmatch(host)
    return plain(found[1] or found[2]) if found else None


@lru_cache(maxsize=256)
def plain(name: str) -> str:
    """A name or an address in one spelling.

    >>> plain("Example.org."), plain("0:0:0:0:0:0:0:1"), plain("::ffff:10.0.0.7")
    ('example.org', '::1', '10.0.0.7')
    """
    name = name.strip("[]").lower().removesuffix(".")
    with suppress(ValueError):
        address = ip_address(name)
        mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
        return str(mapped or address)
    return name


def started_for(host: str, allowed: Sequence[str] = ()) -> Hosts:
    """The names of a server that listens on the host, and those that its owner allows."""
    own = (socket.gethostname(), *addresses()) if host in EVERYWHERE else (host,)
    return Hosts((*own, *allowed))


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches a server on that host."""
    with suppress(ValueError):
        return ip_address(host).is_loopback
    return host == "localhost"


def addresses() -> list[str]:
    """The addresses of this machine that others reach it by, as far as it knows them."""
    found: dict[str, None] = {}
    for family, far in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((far, 9))  # sends nothing, but chooses the address that would be sent from
            found[probe.getsockname()[0]] = None
    with suppress(OSError):
        for each in socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM):
            found[str(each[4][0])] = None
    return [each for each in found if _shown(each)]


def _shown(address: str) -> bool:
    known = ip_address(address.partition("%")[0])
    return not (known.is_loopback or known.is_link_local or known.is_unspecified)


def url(host: str, port: int) -> str:
    """The address of the page.

    >>> url("::1", 8000)
    'http://[::1]:8000/'
    """
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
