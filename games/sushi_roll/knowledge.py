"""What a record says of dice that nobody noted, and whether any dice explain the next event.

Dice of one kind are interchangeable, which keeps this exact without a search: a die that is named
is taken to be the best known one that it can be (its face, else its kind, else a blank), because
whatever another die would leave behind is also left possible that way. Blanks have no limits of
their own; a kind runs out when all its dice are known to be elsewhere.
"""

from collections.abc import Iterable
from typing import NamedTuple

from games.core.errors import RuleViolation
from games.sushi_roll.components import KIND_OF, NUMBER_OF, ORDER, UNIT, count, number, unpack
from games.sushi_roll.state import State


class Belt(NamedTuple):
    """One belt with the dice that may be anywhere: what naming a die changes."""

    faces: tuple[str, ...]
    kinds: int
    blanks: int
    pool: int

    @property
    def hidden(self) -> int:
        """The number of dice without a known face."""
        return number(self.kinds) + self.blanks


def belt_of(state: State, seat: int) -> Belt:
    return Belt(state.faces[seat], state.kinds[seat], state.blanks[seat], state.pool)


def put_back(state: State, seat: int, belt: Belt) -> None:
    """Make a belt, and the dice that may be anywhere, what they have become."""
    state.faces[seat], state.kinds[seat], state.blanks[seat], state.pool = belt


def without(state: State, belt: Belt, face: str | None) -> Belt:
    """Return a belt after a die that shows `face` was taken off it; raise why it cannot be there.

    For None, a die whose face is not known goes. If such dice of different kinds lie there, nobody
    can tell which one went: then none of their kinds is known any more. (That forgets a fact: one
    of two belts has the die. Nothing is refused wrongly for it.)
    """
    if face is None:
        return _without_any(belt)
    if face in belt.faces:
        return belt._replace(faces=less(belt.faces, face))
    kind = kind_of(state, face)
    if count(belt.kinds, kind):
        return belt._replace(kinds=belt.kinds - UNIT[kind])
    if not belt.blanks:
        raise RuleViolation("die_not_on_belt", faces=[face], belt=shown(belt))
    if not count(belt.pool, kind):
        raise RuleViolation("no_die_left", kinds=[kind], number=NUMBER_OF[kind])
    return belt._replace(blanks=belt.blanks - 1, pool=belt.pool - UNIT[kind])


def _without_any(belt: Belt) -> Belt:
    if not belt.hidden:
        raise RuleViolation("die_is_known", belt=shown(belt))
    kind = _kind_of_all(belt)
    if kind is not None:
        return belt._replace(kinds=belt.kinds - UNIT[kind])
    return Belt(belt.faces, 0, belt.hidden - 1, belt.pool + belt.kinds)


def _kind_of_all(belt: Belt) -> str | None:
    """Return the kind that all dice without a known face have, if it is known and but one."""
    kinds = set(unpack(belt.kinds))
    return kinds.pop() if len(kinds) == 1 and not belt.blanks else None


def swapped(
    state: State, seat: int, opponent: int, given: str | None, taken: str | None
) -> tuple[Belt, Belt]:
    """Return the belts of both seats after a swap; raise why it cannot be."""
    mine, theirs = belt_of(state, seat), belt_of(state, opponent)
    if given in mine.faces and taken in theirs.faces:
        return _exchanged(mine, given, taken), _exchanged(theirs, taken, given)
    # A named die is looked for first: an unnamed one may make kinds forgotten.
    if given is None:
        rest = without(state, theirs, taken)
        left = without(state, mine._replace(pool=rest.pool), given)
        pool = left.pool
    else:
        left = without(state, mine, given)
        rest = without(state, theirs._replace(pool=left.pool), taken)
        pool = rest.pool
    return (
        _with(left, taken, theirs)._replace(pool=pool),
        _with(rest, given, mine)._replace(pool=pool),
    )


def _exchanged(belt: Belt, out: str, new: str) -> Belt:
    place = belt.faces.index(out)
    faces = (*belt.faces[:place], new, *belt.faces[place + 1 :])
    return Belt(sorted_faces(faces), belt.kinds, belt.blanks, belt.pool)


def _with(belt: Belt, face: str | None, source: Belt) -> Belt:
    """Return a belt with the die that came from another one, as that was before."""
    if face is not None:
        return belt._replace(faces=sorted_faces((*belt.faces, face)))
    kind = _kind_of_all(source)
    if kind is not None:
        return belt._replace(kinds=belt.kinds + UNIT[kind])
    return belt._replace(blanks=belt.blanks + 1)


def rolled(state: State, belt: Belt, hand: int, blind: int, faces: Iterable[str | None]) -> Belt:
    """Return a belt after dice were rolled and put back; raise why they cannot show this.

    `hand` are the rolled dice whose kind is known; `blind` others are among those on the belt
    whose face is not. A face that was not noted is None.
    """
    seen = [face for face in faces if face is not None]
    thrown: dict[str, int] = {}
    for face in seen:
        kind = kind_of(state, face)
        thrown[kind] = thrown.get(kind, 0) + 1
    kinds, blanks, pool = belt.kinds + hand, belt.blanks, belt.pool
    not_in_hand = sum([max(0, dice - count(hand, kind)) for kind, dice in thrown.items()])
    for kind, dice in thrown.items():
        known = min(dice, count(kinds, kind))
        kinds -= known * UNIT[kind]
        blanks -= dice - known
    if not_in_hand > blind or blanks < 0:
        raise RuleViolation("not_these_dice", kinds=unpack(belt.kinds + hand))
    for kind, dice in thrown.items():
        new = dice - min(dice, count(belt.kinds + hand, kind))
        if new > count(pool, kind):
            raise RuleViolation("no_die_left", kinds=[kind], number=NUMBER_OF[kind])
        pool -= new * UNIT[kind]
    return Belt(sorted_faces((*belt.faces, *seen)), kinds, blanks, pool)


def kind_of(state: State, face: str) -> str:
    """Return the kind of die that shows a face, or raise that none does."""
    if face not in state.kit.unit:
        raise RuleViolation("no_such_face", face=face[:20])
    return KIND_OF[face]


def possible_faces(state: State, seat: int) -> tuple[str, ...]:
    """Return every face that some die of a belt may show, in the order of the box."""
    belt = belt_of(state, seat)
    if not belt.kinds and not belt.blanks:
        return tuple(dict.fromkeys(belt.faces))
    return tuple(
        face
        for face in state.kit.faces
        if face in belt.faces
        or count(belt.kinds, KIND_OF[face])
        or (belt.blanks and count(belt.pool, KIND_OF[face]))
    )


def less(faces: tuple[str, ...], face: str) -> tuple[str, ...]:
    place = faces.index(face)
    return faces[:place] + faces[place + 1 :]


def sorted_faces(faces: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(sorted(faces, key=ORDER.__getitem__))


def shown(belt: Belt) -> list[str]:
    """Return what a refusal says of a belt: its faces, kinds and unknown dice."""
    return [*belt.faces, *unpack(belt.kinds), *["?"] * belt.blanks]
