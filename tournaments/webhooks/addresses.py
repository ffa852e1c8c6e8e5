"""Where webhooks may go: only where the operator allows it, by name or by network.

A name alone never opens the networks of this machine: what it stands for must be reachable from
everywhere, or lie in a network that is allowed as well.
"""

import socket
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import urlsplit

from django.conf import settings

from replays.errors import KaitenError

PORTS = {"http": 80, "https": 443}
LONGEST = 500
Ip = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network
_TRANSLATED = ip_network("64:ff9b::/96")
"""Behind these stand addresses of IPv4, those of a private network among them."""


@dataclass(frozen=True, slots=True)
class Target:
    """An address that a webhook is sent to, taken apart."""

    scheme: str
    host: str
    """As it stands in the address, in ASCII and small letters; IPv6 without brackets."""
    port: int
    path: str

    @property
    def authority(self) -> str:
        """What the header `Host` says."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PORTS[self.scheme] else f"{host}:{self.port}"


@dataclass(frozen=True, slots=True)
class Allowed:
    """One entry of `KAITEN_WEBHOOK_HOSTS`."""

    host: str | Network
    port: int | None
    """None for those of http and https."""

    def permits(self, target: Target, ip: Ip) -> bool:
        """Say whether a webhook may be sent to this address of a target."""
        if target.port not in ([self.port] if self.port else PORTS.values()):
            return False
        if isinstance(self.host, str):
            return self.host == target.host and ip.is_global and not ip.is_multicast
        return ip.version == self.host.version and ip in self.host


def read_allowed(words: list[str]) -> list[Allowed]:
    """Return what entries allow; raises ValueError for one that cannot be read."""
    return [_allowed(word) for word in words]


def allowed_here() -> list[Allowed]:
    """Return what the operator of this server allows; nothing: there are no webhooks."""
    return _read(tuple(settings.WEBHOOK_HOSTS))


def webhooks_are_possible() -> bool:
    return bool(settings.WEBHOOK_HOSTS)


def read_address(text: str) -> Target:
    """Return the target of an address, or raise `webhook_bad_address`."""
    try:
        parts = urlsplit(text)
        host = (parts.hostname or "").encode("idna").decode("ascii").lower()
        port = parts.port or PORTS[parts.scheme]
    except (ValueError, LookupError):
        raise KaitenError("webhook_bad_address") from None
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    plain = text.isascii() and text.isprintable() and " " not in text and len(text) <= LONGEST
    if not plain or not host or "@" in parts.netloc or "#" in text:
        raise KaitenError("webhook_bad_address")
    return Target(parts.scheme, host, port, path)


def permitted_ip(target: Target) -> Ip:
    """Return an address of the target to which a webhook may be sent.

    Raises `webhooks_off`, `webhook_host_unknown` or `webhook_not_allowed`. Whoever sends connects
    to the address that is returned: asking for it again could give another one.
    """
    allowed = allowed_here()
    if not allowed:
        raise KaitenError("webhooks_off", 409)
    if not any(isinstance(one.host, Network) or one.host == target.host for one in allowed):
        # Nobody else's names are looked up: that alone could tell somebody something.
        raise KaitenError("webhook_not_allowed", host=target.host)
    for ip in _addresses(target):
        if any(one.permits(target, _plain(ip)) for one in allowed):
            return ip
    raise KaitenError("webhook_not_allowed", host=target.host)


def _addresses(target: Target) -> list[Ip]:
    try:
        found = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise KaitenError("webhook_host_unknown", host=target.host) from None
    return [ip_address(str(where[0]).partition("%")[0]) for *_, where in found]


def _plain(ip: Ip) -> Ip:
    """Return the address of IPv4 that one of IPv6 stands for, else the same."""
    if isinstance(ip, IPv4Address):
        return ip
    if ip in _TRANSLATED:
        return IPv4Address(int(ip) & 0xFFFFFFFF)
    return ip.ipv4_mapped or ip.sixtofour or ip


@lru_cache(maxsize=4)
def _read(words: tuple[str, ...]) -> list[Allowed]:
    return read_allowed(list(words))


def _allowed(word: str) -> Allowed:
    host, port = _parted(word)
    if port is not None and not 0 < port < 65536:
        raise ValueError(word)
    try:
        return Allowed(ip_network(host), port)
    except ValueError:
        if "/" in host or ":" in host or not host.strip("."):
            raise
        return Allowed(host.encode("idna").decode("ascii").lower(), port)


def _parted(word: str) -> tuple[str, int | None]:
    """Return the host or network of an entry, and its port: `[::1]:80` or `name:80`."""
    if word.startswith("["):
        host, closed, rest = word[1:].partition("]")
        if not closed:
            raise ValueError(word)
        return host, int(rest.removeprefix(":")) if rest else None
    host, colon, port = word.rpartition(":")
    if not colon or ":" in host:
        return word, None
    return host, int(port)
