"""The law of feeds: folding the rows from the first gives the viewer's view at every version."""

from typing import Any, cast

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.canonical import canonical_json
from games.core.events import decode_event
from games.core.replay import fold
from games.core.viewer import ARBITER, PUBLIC, Viewer, seat_viewer
from replays.events import (
    LogAmended,
    LogAnnotated,
    LogOverridden,
    MatchCreated,
    MatchRuled,
    MatchStopped,
    plain,
    quote,
)
from replays.feed import FeedRow
from tests.games.hidden_game.events import CardChosen, Dealt
from tests.known import known
from tests.replays.tables import Table, reopened

VIEWERS = [PUBLIC, ARBITER, seat_viewer(0), seat_viewer(1)]


class Reader:
    """Somebody who has nothing but the rows, as JSON, and follows what the format says."""

    def __init__(self) -> None:
        self.lines: list[list[dict[str, Any]]] = [[]]

    def hear(self, row: FeedRow) -> None:
        data = msgspec.json.decode(msgspec.json.encode(row))
        if data["type"] == "log.rewound":
            self.lines.append(self.lines[data["payload"]["to"]])
        elif data["type"] == "log.annotated":
            self.lines.append(self.lines[-1])
        else:
            self.lines.append([*self.lines[-1], data])

    def events(self) -> list[Any]:
        """Return the events of the line that the newest row leads to, as they are known."""
        order: list[int] = []
        known: dict[int, tuple[str, dict[str, Any]]] = {}
        for row in self.lines[-1]:
            version, payload = row["version"], row["payload"]
            if row["type"] == "log.amended":
                known[version] = quoted(payload["replacement"])
                order[order.index(payload["target"])] = version
                order = [at for at in order if at not in payload["dropped"]]
            elif row["type"] == "log.overridden":
                known[version] = quoted(payload["event"])
                order.append(version)
            elif not row["type"].startswith("match."):
                known[version] = (row["type"], payload)
                order.append(version)
            for reveal in row["reveals"]:
                known[reveal["version"]] = quoted(reveal["event"])
        return [decode_event(*known[version]) for version in order]


def quoted(data: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    return data["type"], data["payload"]


def require_law(table: Table) -> None:
    log = table.log()
    for viewer in VIEWERS:
        reader = Reader()
        for row in log.feed(viewer):
            reader.hear(row)
            then = log.at(row.version)
            told = fold(log.rules, log.setup, reader.events())
            view = log.rules.view(then.state, viewer)
            assert told == view
            assert canonical_json(log.rules.to_data(told)) == canonical_json(
                log.rules.to_data(view)
            )


@given(st.integers(0, 10**9), st.integers(2, 4))
def test_folding_the_feed_gives_the_view_at_every_version_also_across_undo(
    seed: int, seats: int
) -> None:
    table = Table("hidden_game", seats=seats, seed=seed)
    table.live(10)
    require_law(table)


@given(st.integers(0, 10**9))
def test_folding_the_feed_gives_the_view_after_a_reopened_end(seed: int) -> None:
    table = Table("hidden_game", seed=seed)
    table.finish()
    reopened(table)
    table.rewind(1 + table.luck.below(table.version))
    table.amend()
    table.play(5)
    require_law(table)


def test_a_redo_of_one_ply_leaves_the_feed_where_the_log_is() -> None:
    table = Table("hidden_game", seed=2)
    table.play(6)
    table.rewind(table.version - 1)
    table.rewind(table.version - 1)
    table.play(6)
    require_law(table)


def test_a_game_without_secrets_is_the_same_for_everybody() -> None:
    table = Table("sushi_bar", seed=3)
    table.live(8)
    log = table.log()
    assert log.feed(PUBLIC) == log.feed(ARBITER) == log.feed(seat_viewer(1))


def test_the_arbiter_gets_every_event_as_it_was_recorded() -> None:
    table = Table("hidden_game", seed=3)
    table.live(8)
    log = table.log()
    for entry, row in zip(log.entries, log.feed(ARBITER), strict=True):
        assert row.payload == plain(entry.event)
        assert row.reveals == ()


def play_until_chosen(table: Table) -> tuple[int, CardChosen]:
    """Play until one seat, and not yet the other, has chosen; return where and what."""
    while not isinstance(table.events[-1], CardChosen):
        table.play()
    return table.version, table.events[-1]


def test_a_rewound_secret_stays_secret_in_the_feeds_of_the_others() -> None:
    table = Table("hidden_game", seed=11)
    version, chosen = play_until_chosen(table)
    table.rewind(version - 1)
    table.play(12)
    log = table.log()
    for viewer in (PUBLIC, seat_viewer(1 - chosen.seat)):
        rows = log.feed(viewer)
        assert known(rows[version - 1].payload)["card"] is None
        assert version not in [reveal.version for row in rows for reveal in row.reveals]
    assert known(log.feed(seat_viewer(chosen.seat))[version - 1].payload)["card"] == chosen.card


def test_a_secret_is_revealed_by_the_row_that_made_it_public() -> None:
    table = Table("hidden_game", seed=11)
    version, chosen = play_until_chosen(table)
    table.play(1)
    rows = table.log().feed(PUBLIC)
    assert known(rows[version - 1].payload)["card"] is None
    [reveal] = [reveal for reveal in rows[-1].reveals if reveal.version == version]
    assert reveal.event.payload["card"] == chosen.card


def test_an_amended_secret_is_redacted_inside_the_amendment() -> None:
    table = Table("hidden_game", seed=7)
    while not table.amend() or not isinstance(
        cast(LogAmended, table.events[-1]).replacement.event(), Dealt
    ):
        table.play(1)
    amendment = table.events[-1]
    assert isinstance(amendment, LogAmended)
    row = table.log().feed(PUBLIC)[-1]
    assert set(known(row.payload)["replacement"]["payload"]["cards"]) == {None}
    assert known(row.payload)["target"] == amendment.target


def test_rows_hold_no_hash_no_actor_no_request_key_and_no_digest_of_a_note() -> None:
    table = Table("hidden_game", seed=7)
    table.play(3)
    digest = "ab" * 32
    table.add(LogAnnotated(2, digest), MatchStopped("time", "none", note=digest))
    table.add(MatchRuled((1, 2), None, digest))
    rows = table.log().feed(PUBLIC)
    text = msgspec.json.encode(rows).decode()
    assert digest not in text
    fields = {"version", "type", "schema", "payload", "recorded_at", "reveals"}
    assert set(msgspec.json.decode(text)[0]) == fields


def test_a_feed_can_start_after_a_version() -> None:
    table = Table("hidden_game", seed=7)
    table.live(6)
    log = table.log()
    assert log.feed(PUBLIC, after=4) == log.feed(PUBLIC)[4:]
    assert log.feed(PUBLIC, after=log.version) == []


def test_the_first_row_tells_the_setup_and_the_ids_of_the_players() -> None:
    row = Table("hidden_game").log().feed(PUBLIC)[0]
    assert row.type == MatchCreated.type
    assert known(row.payload)["players"] == [
        "00000000-0000-0000-0000-000000000064",
        "00000000-0000-0000-0000-000000000065",
    ]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_an_overridden_event_is_redacted_like_any_other(viewer: Viewer) -> None:
    table = Table("hidden_game", seed=7)
    table.play(1)
    dealt = table.events[-1]
    assert isinstance(dealt, Dealt)
    log = table.log()
    del table.events[-1]
    table.add(LogOverridden(event=quote(dealt), note="ab" * 32))
    row = table.log().feed(viewer)[-1]
    assert known(row.payload)["note"] is None
    cards = known(row.payload)["event"]["payload"]["cards"]
    knows = viewer in (ARBITER, seat_viewer(dealt.seat))
    assert log.version == 2
    assert (None not in cards) == knows
