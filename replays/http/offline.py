"""Where a phone finds what it runs the rules with."""

from replays.http.addresses import site_address
from replays.offline.fetching import FILES, runtime_digest
from replays.offline.offers import ARCHIVES


def parts() -> dict[str, str]:
    """Return the addresses of the runtime and of each archive, as they are now."""
    first = site_address("offline:file", runtime_digest(), FILES[0])
    archives = {
        name.removesuffix(".zip"): site_address("offline:file", make().digest, name)
        for name, make in ARCHIVES.items()
    }
    return {"runtime": first.removesuffix(FILES[0]), **archives}
