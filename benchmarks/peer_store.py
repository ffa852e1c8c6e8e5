"""The peer of the event store: an application of the `eventsourcing` library on SQLite."""

from pathlib import Path
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event


class PeerMatch(Aggregate):
    """An aggregate that keeps what a replay needs: the list of its moves."""

    def __init__(self) -> None:
        self.moves: list[dict[str, object]] = []

    @event("Played")
    def play(self, kind: str, payload: dict[str, object]) -> None:
        """Record one move."""
        self.moves.append({"kind": kind, "payload": payload})


class PeerStore:
    """Saves and replays aggregates in a database file of its own."""

    def __init__(self, folder: Path) -> None:
        self._app: Application[UUID] = Application(
            env={
                "PERSISTENCE_MODULE": "eventsourcing.sqlite",
                "SQLITE_DBNAME": str(folder / "peer.sqlite3"),
            }
        )

    def new_match(self) -> PeerMatch:
        """Return a saved match without moves."""
        match = PeerMatch()
        self._app.save(match)
        return match

    def append(self, match: PeerMatch, moves: list[tuple[str, dict[str, object]]]) -> None:
        """Save moves in one call."""
        for kind, payload in moves:
            match.play(kind, payload)
        self._app.save(match)

    def replay(self, match_id: UUID) -> PeerMatch:
        """Read a match from its events."""
        match: PeerMatch = self._app.repository.get(match_id)
        return match

    def close(self) -> None:
        """Close the database."""
        self._app.close()
