"""A program that dies at the worst moment: `python -m tests.replays.crashing <how> …`.

`after-commit <count>`: so many processes, each ends between COMMIT and the relay of its work.
`writer <stream id>`: appends for ever and says on standard output what was acknowledged.
"""

import os
import sys
from uuid import UUID, uuid4

import django

DIED_AFTER_COMMIT = 17


def die_after_commit(count: int) -> None:
    """Fork `count` children; each commits the end of a match and is gone before the relay."""
    for _ in range(count):
        child = os.fork()
        if child == 0:
            commit_and_die()
        _, status = os.waitpid(child, 0)
        if os.waitstatus_to_exitcode(status) != DIED_AFTER_COMMIT:
            sys.exit(1)


def commit_and_die() -> None:
    from django.db import transaction

    from tests.replays.streams import append, ending, remark

    try:
        with transaction.atomic():
            # The first thing after COMMIT, before what the append service does there.
            transaction.on_commit(lambda: os._exit(DIED_AFTER_COMMIT))
            append(uuid4(), 0, remark(), ending())
    finally:
        os._exit(1)


def write_for_ever(stream_id: UUID) -> None:
    """Append from wherever the stream stands; one line per acknowledged event."""
    from replays.models import StoredEvent, Stream
    from tests.replays.streams import append, remark

    found = Stream.objects.filter(pk=stream_id).first()
    version = found.version if found else 0
    while True:
        count = 1 + version % 3
        written = append(stream_id, version, *[remark(version + n) for n in range(count)])
        version = written.last_version
        os.write(1, f"{version} {written.head_hash}\n".encode())
        assert StoredEvent.objects.filter(stream_id=stream_id, version=version).exists()


if __name__ == "__main__":
    django.setup()
    if sys.argv[1] == "after-commit":
        die_after_commit(int(sys.argv[2]))
    else:
        write_for_ever(UUID(sys.argv[2]))
