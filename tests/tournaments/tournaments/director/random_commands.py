"""Commands that somebody might give next: mostly sensible, now and then not."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import msgspec

from tests.tournaments.tournaments.director.play import rules
from tournaments.tournaments.director.state import Proposal, Round, Stage, State, Table

Given = tuple[str, dict[str, Any]]
Stages = tuple[dict[str, Any], ...]

TWO = {"sizes": [2], "preferred": 2}
TOP: dict[str, Any] = {"cut": {"kind": "top", "top": 4}, "seeding": "former"}
CROSSED = {"cut": {"kind": "groups", "each": 2}, "seeding": "crossed"}
NEXT_ONES = {"cut": {"kind": "groups", "each": 1, "best": 2}, "seeding": "crossed"}
PLANS: tuple[Stages, ...] = (
    (rules(), rules("elimination", sizes=[2, 3, 4], **TOP)),
    (rules(sizes=[2, 3, 4], byes=True, rounds=4), rules("round_robin", **TOP)),
    (rules(sizes=[2], preferred=2, byes=True, rounds=3), rules("double_elimination", **TOP)),
    (rules("elimination", sizes=[2, 3], preferred=3, final_tie="playoff"),),
    (rules("elimination", third_place=True, **TWO),),
    (
        rules("groups", groups=2, **TWO),
        rules("elimination", third_place=True, final_tie="shared", **TOP | TWO),
    ),
    (rules("elimination", sizes=[2, 3, 4], preferred=4, advance=2, final_tie="shared"),),
    (rules("double_elimination", double=True),),
    (rules("elimination", sizes=[2], preferred=2), rules("round_robin", **TOP)),
    (rules("round_robin"), rules("elimination", **TOP | TWO)),
    (rules("groups", groups=2, **TWO), rules(carry=True, sizes=[2, 3, 4], **TOP)),
    (rules(rounds=2), rules(rounds=2, carry=True, carry_meetings=True, sizes=[2, 3, 4], **TOP)),
    (rules("groups", groups=2, **TWO), rules("elimination", **TWO | CROSSED)),
    (rules("groups", groups=3, **TWO), rules("double_elimination", **TWO | NEXT_ONES)),
    (rules("open", games=[{"game": "sushi_go_party", "boxes": 2}, {"game": "plain"}]),),
)
"""Stages one after another, every format among them."""


def next_command(state: State, luck: Random, people: Callable[[], str]) -> Given:
    """Return something to do with a tournament; `people` gives the id of somebody new."""
    stage = state.current
    pool = list(_about_people(state, luck, people))
    if stage is not None:
        pool += [*_about_rounds(state, stage, luck)] * 2 + [*_about_tables(stage, luck)] * 3
        pool += [*_about_time(stage, luck)]
    pool += list(_about_stages(state, luck)) * 3 + list(_about_going_back(state, luck)) * 2
    return luck.choice(pool)


def _somebody(state: State, luck: Random) -> int:
    return luck.choice([*state.entrants, 99]) if luck.random() < 0.9 else luck.randint(0, 30)


def _about_people(state: State, luck: Random, people: Callable[[], str]) -> Iterator[Given]:
    yield "enter", {"players": [people()], "present": luck.random() < 0.7, "late": "1/2"}
    yield "check_out", {"entrants": [_somebody(state, luck)]}
    arrived = {"entrants": [_somebody(state, luck) for _ in range(2)]}
    yield "check_in", arrived | {"late": luck.choice(["", "", "1/2"])}
    yield "drop", {"entrant": _somebody(state, luck)}
    yield "bring_back", {"entrant": _somebody(state, luck), "late": luck.choice(["", "1"])}
    yield "remove", {"entrant": _somebody(state, luck)}
    yield "keep_apart", {"groups": [[_somebody(state, luck), _somebody(state, luck)]]}
    yield "fix_tables", {"entrant": _somebody(state, luck), "tables": [luck.randint(1, 3)]}
    yield "affiliate", {"entrant": _somebody(state, luck), "club": luck.choice(["Roe", ""])}


def _about_stages(state: State, luck: Random) -> Iterator[Given]:
    for number, stage in state.stages.items():
        if stage.status == "planned":
            settled = list(state.entrants)
            yield "start_stage", {"stage": number}
            if number > 1:
                luck.shuffle(settled)
                yield "start_stage", {"stage": number, "settled": settled[:2]}
                yield "start_stage", {"stage": number, "draw": True}
        elif luck.random() < 0.2:
            yield luck.choice(["close_stage", "reopen_stage"]), {"stage": number}
    if luck.random() < 0.2:
        yield luck.choice(["finish", "reopen"]), {}
    if luck.random() < 0.1:
        yield "rename", {"title": luck.choice(["Friday", "Saturday"])}
        yield "drop_stage", {"stage": luck.randint(1, 2)}
    yield luck.choice(["undo", "redo"]), {}


def _about_going_back(state: State, luck: Random) -> Iterator[Given]:
    begun = [stage for stage in state.stages.values() if stage.status != "planned"]
    if not begun:
        return
    stage = luck.choice(begun)
    for row in stage.rounds.values():
        for table in row.tables.values():
            if table.result is not None and luck.random() < 0.3:
                at = {"stage": stage.number, "round": row.number, "table": table.number}
                then = luck.choice(["keep", "repair", "repair", "void"])
                yield "correct", at | _outcome(table, luck) | {"then": then}
    if luck.random() < 0.5:
        by = _somebody(state, luck) if luck.random() < 0.3 else None
        entrant = luck.choice(stage.seeds) if stage.seeds else 1
        yield "substitute", {"stage": stage.number, "entrant": entrant, "by": by}
    if luck.random() < 0.04:
        yield "unstart_stage", {"stage": stage.number}


def _about_rounds(state: State, stage: Stage, luck: Random) -> Iterator[Given]:
    at = {"stage": stage.number}
    yield from (("propose", at), ("publish", at), ("propose", at), ("publish", at))
    yield "discard", at
    if stage.rules.format == "swiss" or luck.random() < 0.1:
        own = {"sizes": luck.sample([2, 3, 4, 5], 2)}
        yield "propose", at | luck.choice([own, {"split": _split(len(stage.seeds), luck)}])
    if luck.random() < 0.4:
        yield "set_stage", at | {"rules": _going_on(stage, luck)}
    if stage.rules.is_open:
        some = luck.sample(list(state.entrants), min(len(state.entrants), luck.randint(2, 4)))
        yield "begin_table", {"entrants": some, "game": luck.randint(0, 1)}
    if stage.draft is not None:
        yield "swap", at | {"one": _somebody(state, luck), "other": _somebody(state, luck)}
        yield "move", at | {"entrant": _somebody(state, luck), "table": luck.randint(0, 3)}
        yield "lock", at | {"table": luck.randint(1, 3), "locked": luck.random() < 0.7}
        yield "edit", at | _renumbered(stage.draft, luck)
    if stage.rounds and stage.rounds[max(stage.rounds)].tables:
        last = stage.rounds[max(stage.rounds)]
        there = at | {"round": last.number}
        yield "repair", there
        numbers = list(last.tables)
        yield "withdraw_tables", there | {"tables": luck.sample(numbers, luck.randint(1, 2) % 2)}
        if luck.random() < 0.3:
            yield "withdraw_tables", there
        table = last.tables[luck.choice(numbers)]
        seats = list(table.entrants)
        luck.shuffle(seats)
        if luck.random() < 0.5:
            seats = [*seats[1:], *luck.sample(list(stage.seeds), luck.randint(0, 1))]
        yield "reseat", there | {"tables": [{"table": table.number, "entrants": seats}]}
        yield "move_table", there | {"table": table.number, "to": luck.randint(1, 5)}
        yield "reseat", there | {"tables": _rotated(last, luck)}


def _renumbered(draft: Proposal, luck: Random) -> dict[str, Any]:
    """Return a proposal with the same people at tables of other numbers."""
    numbers = luck.sample(range(1, 9), min(8, len(draft.tables)))
    return {
        "tables": [
            {"table": number, "entrants": table.entrants}
            for number, table in zip(numbers, draft.tables, strict=False)
        ],
        "byes": draft.byes,
    }


def _rotated(last: Round, luck: Random) -> list[dict[str, Any]]:
    """Return tables of a round, each with the people of another."""
    tables = luck.sample(list(last.tables.values()), min(len(last.tables), luck.randint(2, 3)))
    return [
        {"table": table.number, "entrants": other.entrants}
        for table, other in zip(tables, [*tables[1:], *tables[:1]], strict=True)
    ]


def _split(count: int, luck: Random) -> list[int] | str:
    """Return sizes that seat so many, or nearly."""
    sizes = []
    while count > 1:
        sizes.append(min(count, luck.randint(2, 5)))
        count -= sizes[-1]
    return sizes if luck.random() < 0.5 else "+".join(map(str, sizes))


def _going_on(stage: Stage, luck: Random) -> dict[str, Any]:
    """Return the rules of a stage with something changed, mostly what is still open."""
    start: dict[str, Any] = msgspec.to_builtins(stage.rules)
    changes: list[dict[str, Any]] = [
        {"rounds": max(1, start["rounds"] + luck.randint(-1, 1))},
        {"aims": luck.sample(["scores", "repeats", "seats"], luck.randint(0, 2))},
        {"sizes": [2, 3, 4], "preferred": luck.randint(2, 4)},
        {"sizes": [3, 4, 5], "preferred": 4},
        {"minutes": luck.randint(0, 60), "byes": luck.random() < 0.5},
        {"most_tables": luck.choice([None, 2, 5])},
        {"tiebreaks": ["points", "lot"]},
        {"carry": not start["carry"]},
    ]
    return start | luck.choice(changes)


def _about_tables(stage: Stage, luck: Random) -> Iterator[Given]:
    tables = [(row.number, table) for row in stage.rounds.values() for table in row.tables.values()]
    if not tables:
        return
    open_ones = [pair for pair in tables if pair[1].is_open]
    for number, table in luck.sample(open_ones, min(3, len(open_ones))):
        at = {"stage": stage.number, "round": number, "table": table.number}
        yield "record", at | _outcome(table, luck)
        yield "record", at | _plain_outcome(table, luck)
        yield "report", at | {"entrant": table.entrants[0]} | _plain_outcome(table, luck)
        yield "report", at | {"entrant": table.entrants[-1], **_said_already(table)}
        if table.reports or luck.random() < 0.1:
            yield "accept_report", at | {"entrant": luck.choice(table.entrants)}
        if luck.random() < 0.3:
            yield "start_table", at
    number, table = luck.choice(tables)
    at = {"stage": stage.number, "round": number, "table": table.number}
    then = luck.choice(["keep", "repair", "void"])
    yield "correct", at | _outcome(table, luck) | {"then": then}
    yield luck.choice(["confirm", "withdraw_result", "call_arbiter"]), at
    yield "rule", at | {"ruling": luck.choice(["stands", "changed", "replayed", "penalty"])}
    if table.begun or luck.random() < 0.1:
        yield "replay", at


def _about_time(stage: Stage, luck: Random) -> Iterator[Given]:
    at = {"stage": stage.number, "round": luck.randint(1, max(stage.rounds, default=1))}
    yield luck.choice(["start_clock", "pause_clock", "resume_clock"]), at
    yield "add_time", at | {"table": luck.randint(0, 2), "seconds": luck.choice([60, -30])}
    yield "show_notice", {"text": luck.choice(["Pizza", "Soon"]), "minutes": luck.choice([0, 5])}
    yield "take_away_notice", {}
    if stage.seeds:
        somebody = luck.choice(stage.seeds)
        yield "penalise", {"stage": stage.number, "entrant": somebody, "points": "1"}


def _said_already(table: Table) -> dict[str, Any]:
    for said in table.reports.values():
        told = {"scores": said.scores, "places": said.places, "kind": said.kind}
        return told | {"absent": said.absent}
    return {"scores": list(range(len(table.entrants)))}


def _plain_outcome(table: Table, luck: Random) -> dict[str, Any]:
    return {"scores": [luck.randint(0, 9) for _ in table.entrants]}


def _outcome(table: Table, luck: Random) -> dict[str, Any]:
    if luck.random() < 0.6:
        return _plain_outcome(table, luck)
    kind = luck.choice(["complete", "on_time", "early", "walk_over", "void"])
    said: dict[str, Any] = {"kind": kind}
    if kind in ("complete", "on_time") or luck.random() < 0.5:
        said |= _plain_outcome(table, luck)
    if kind == "walk_over" or luck.random() < 0.4:
        said["absent"] = [luck.choice(table.entrants)]
    if "scores" in said and luck.random() < (0.5 if "absent" in said else 0.05):
        # Mostly the score of somebody absent, now and then of somebody who was there.
        gone = said.get("absent", table.entrants[:1])[0]
        said["scores"][table.entrants.index(gone)] = None
    if "scores" in said and luck.random() < 0.05:
        said["scores"][-1] = 420
        said["confirm"] = luck.random() < 0.5
    if "scores" in said and luck.random() < 0.1:
        said["places"] = luck.sample(range(1, len(table.entrants) + 1), len(table.entrants))
    if luck.random() < 0.3:
        said["play_off"] = luck.sample(table.entrants, len(table.entrants))
    return said
