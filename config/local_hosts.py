"""The names under which a machine is known on its own network."""

import ipaddress
import socket
from collections.abc import Iterable

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")


def lan_address() -> str | None:
    """Return this machine's address on the local network, or None if it is on none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a datagram socket sends nothing: it only asks the routing table.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    parsed = ipaddress.ip_address(address)
    return None if parsed.is_loopback or parsed.is_unspecified else address


def names() -> list[str]:
    """Return every host name and address a local run answers to."""
    host = socket.gethostname().split(".")[0].lower()
    candidates = [*LOOPBACK, "0.0.0.0", lan_address(), host, f"{host}.local" if host else None]  # noqa: S104  (a name, not a bind)
    return list(dict.fromkeys(name for name in candidates if name))


def origins(hosts: Iterable[str], *, port: int) -> list[str]:
    """Return the origins from which a form may be sent to a local run."""
    return [
        f"{scheme}://{host}{suffix}"
        for host in hosts
        if host != "*"
        for scheme in ("http", "https")
        for suffix in (f":{port}", "")
    ]
