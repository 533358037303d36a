"""The host names to which the server responds.

A website can point its own name at this machine (DNS rebinding) and then read what is served here.
The browser still sends that name in ``Host``, so the server refuses every name it was not started for.
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

from ...core.message import Message

EVERYWHERE = ("0.0.0.0", "::", "")
"""Addresses that stand for all addresses of the machine."""
LOCAL_NAMES = ("localhost", "127.0.0.1", "::1")
HOST = re.compile(r"(?:\[([0-9A-Fa-f:.]{2,45})\]|([A-Za-z0-9._-]{1,253}))(?::[0-9]{1,5})?")
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
"""HTTP methods that a page from any website may use, because it cannot read the response."""

NO_HOST = Message("The request needs exactly one Host header.")
UNKNOWN_HOST = Message(
    "This server does not answer to the name {name}; whoever runs it can allow it with --allow-host {name}."
)
FOREIGN_PAGE = Message("A page from another site may not send anything to this server.")


class Hosts:
    """The names and addresses to which a server responds, in addition to the address at which a request arrives."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self.names = frozenset(filter(None, (parse_host(name) or normalize(name) for name in (*LOCAL_NAMES, *names))))

    def refusal(self, scope: Any) -> tuple[int, Message] | None:
        """Return the status code and the reason if the request must be refused, else None."""
        hosts = [value.decode("latin-1") for name, value in scope["headers"] if name == b"host"]
        if len(hosts) != 1 or (name := parse_host(hosts[0])) is None:
            return 400, NO_HOST
        if not self._is_known(name, scope):
            return 421, UNKNOWN_HOST.fill(name=name)
        for header, value in scope["headers"]:
            if (
                header == b"origin"
                and scope["method"] not in SAFE_METHODS
                and not self._is_same_origin(value, hosts[0], scope)
            ):
                return 403, FOREIGN_PAGE
        return None

    def _is_known(self, name: str, scope: Any) -> bool:
        reached = (scope.get("server") or ("",))[0]
        return name in self.names or name == normalize(reached)

    def _is_same_origin(self, origin: bytes, host: str, scope: Any) -> bool:
        """Whether the requesting page came from this server; a proxy may have changed the Host header."""
        with suppress(ValueError):
            parts = urlsplit(origin.decode("latin-1"))
            if parts.scheme in ("http", "https") and (name := parse_host(parts.netloc)) is not None:
                return parts.netloc.lower() == host.lower() or (name in self.names and name not in LOCAL_NAMES)
        return False


@lru_cache(maxsize=256)
def parse_host(host: str) -> str | None:
    """Return the normalized name in a Host header, without its port; None if it is not valid.

    >>> parse_host("LocalHost:8000"), parse_host("[::1]:8000"), parse_host("a/b")
    ('localhost', '::1', None)
    """
    match = HOST.fullmatch(host)
    return normalize(match[1] or match[2]) if match else None


@lru_cache(maxsize=256)
def normalize(name: str) -> str:
    """Return the normalized spelling of a host name or an address.

    >>> normalize("Example.org."), normalize("0:0:0:0:0:0:0:1"), normalize("::ffff:10.0.0.7")
    ('example.org', '::1', '10.0.0.7')
    """
    name = name.strip("[]").lower().removesuffix(".")
    with suppress(ValueError):
        address = ip_address(name)
        mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
        return str(mapped or address)
    return name


def allowed_hosts(host: str, allowed: Sequence[str] = ()) -> Hosts:
    """Return the names to which a server on this host responds, including the names in ``allowed``."""
    own = (socket.gethostname(), *addresses()) if host in EVERYWHERE else (host,)
    return Hosts((*own, *allowed))


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a server on that host."""
    with suppress(ValueError):
        return ip_address(host).is_loopback
    return host == "localhost"


def addresses() -> list[str]:
    """Return the known addresses at which others can reach this machine."""
    known: dict[str, None] = {}
    for family, far in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((far, 9))  # sends nothing, but makes the system choose a source address
            known[probe.getsockname()[0]] = None
    with suppress(OSError):
        for *_, address in socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM):
            known[str(address[0])] = None
    return [address for address in known if _is_reachable(address)]


def _is_reachable(address: str) -> bool:
    parsed = ip_address(address.partition("%")[0])
    return not (parsed.is_loopback or parsed.is_link_local or parsed.is_unspecified)


def url(host: str, port: int) -> str:
    """Return the URL of the page.

    >>> url("::1", 8000)
    'http://[::1]:8000/'
    """
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
