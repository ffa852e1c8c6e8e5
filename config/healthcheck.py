"""`python -m config.healthcheck`: ask the web process of this container how it is."""

import http.client
import os
import sys


def ask(*, port: int, host: str) -> int:
    """Return the HTTP status of /healthz, asked under the name `host`."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=8)
    try:
        connection.request("GET", "/healthz", headers={"Host": host})
        return connection.getresponse().status
    finally:
        connection.close()


def main() -> int:
    """Return 0 if the web process answers that all is well, 1 otherwise."""
    name = os.environ.get("ALLOWED_HOSTS", "").split(",")[0].strip().lstrip("*.") or "localhost"
    try:
        return 0 if ask(port=int(os.environ.get("PORT", "8000")), host=name) == 200 else 1
    except OSError:
        return 1


if __name__ == "__main__":
    sys.exit(main())
