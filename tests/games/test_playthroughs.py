"""Every golden log folds to its recorded states, on every later version of the rules."""

import json
from pathlib import Path

import msgspec
import pytest

from games.core.canonical import canonical_json
from games.core.events import decode_payload
from games.core.matches import content_hash
from games.core.notation import Record, labels_from, read_record, write_record
from games.core.outcome import Outcome
from games.core.replay import checked_fold
from games.core.setup import Setup
from games.registry import games, rules_for, rules_of
from tests.games.folds import state_at
from tests.games.playthroughs.record import FOLDER

FILES = sorted(FOLDER.glob("*/*.json"))
# Games of the tests themselves have no past to keep.
PLAYED = [
    rules.slug
    for rules in games()
    if not rules.reported_only and type(rules).__module__.startswith("games.")
]


@pytest.mark.parametrize("slug", PLAYED)
def test_every_game_has_two_golden_playthroughs(slug: str) -> None:
    assert len(list((FOLDER / slug).glob("*.json"))) >= 2


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_golden_playthrough_still_means_what_it_meant(path: Path) -> None:
    data = json.loads(path.read_text(encoding="utf-8"))
    setup = msgspec.convert(data["setup"], Setup)
    rules = rules_for(setup)
    events = [
        decode_payload(type_, schema, json.dumps(payload))
        for type_, schema, payload in data["events"]
    ]
    assert rules.slug == path.parent.name
    last = checked_fold(rules, setup, events)
    for ply, expected in data["states"].items():
        state = state_at(rules, setup, events, int(ply))
        assert canonical_json(rules.to_data(state)) == canonical_json(expected)
    assert rules.outcome(last) == msgspec.convert(data["outcome"], Outcome)
    if all(
        schema == event.schema for (_, schema, _), event in zip(data["events"], events, strict=True)
    ):
        assert content_hash(setup, events) == data["content_hash"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_golden_playthrough_survives_its_notation(path: Path) -> None:
    data = json.loads(path.read_text(encoding="utf-8"))
    setup = msgspec.convert(data["setup"], Setup)
    events = [
        decode_payload(type_, schema, json.dumps(load)) for type_, schema, load in data["events"]
    ]
    record = Record(setup, labels_from([""] * setup.seats), events)
    assert read_record(write_record(rules_for(setup), record), rules_of) == record
