"""What an event does to dice of which something is unknown, or why none can explain it."""

from games.core.errors import RuleViolation
from games.sushi_roll.components import KIND_OF, KINDS, NUMBER_OF, ORDER, count, number, unpack
from games.sushi_roll.state import Faces, State, kind_of
from games.sushi_roll.worlds import Worlds, moved, one_world


class Dice:
    """The dice of a position, taken off it to see what becomes of them."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.faces = state.faces[:]
        self.hidden = [state.hidden(seat) for seat in range(state.seats)]
        self.worlds = worlds_of(state)

    def put_back(self) -> None:
        """Make the position what its dice have become."""
        state, worlds = self.state, self.worlds
        state.faces = self.faces
        state.kinds = [self.certain(seat) for seat in range(state.seats)]
        state.blanks = [
            dice - number(kinds) for dice, kinds in zip(self.hidden, state.kinds, strict=True)
        ]
        state.pool = worlds.unknown - sum(state.kinds)
        state.worlds = None if worlds.settled else worlds

    def certain(self, seat: int) -> int:
        return self.worlds.certain(belt_of(self.state, seat))

    def take(self, seat: int, face: str) -> "Dice":
        """Take a die that shows a face off a belt, if possible one that is known to show it."""
        if face in self.faces[seat]:
            self.faces[seat] = less(self.faces[seat], face)
            return self
        self._name(seat, face, kind_of(self.state.kit, face))
        return self

    def _name(self, seat: int, face: str, kind: str) -> None:
        left = self.worlds.without(belt_of(self.state, seat), kind)
        if not left.tables or not self.hidden[seat]:
            if number(self.certain(seat)) == self.hidden[seat]:
                raise RuleViolation("die_not_on_belt", faces=[face], belt=self.shown(seat))
            if self.worlds.in_pool(kind):
                raise RuleViolation("no_dice_explain", faces=[face])
            raise RuleViolation("no_die_left", kinds=[kind], number=NUMBER_OF[kind])
        self.worlds = left
        self.hidden[seat] -= 1

    def pick_up(self, seat: int, faces: tuple[str | None, ...]) -> tuple[int, int]:
        """Take dice off a belt for a menu; return the named ones, packed, and how many are not.

        The unnamed ones stay where the record has them, among the dice without a known face.
        """
        named = [face for face in faces if face is not None]
        for face in named:
            self.take(seat, face)
        blind = len(faces) - len(named)
        self._require_hidden(seat, blind)
        return sum([self.state.kit.unit[face] for face in named]), blind

    def roll(self, seat: int, faces: tuple[str | None, ...]) -> "Dice":
        """Put what was rolled onto a belt: all its dice, or those in the hand for a menu."""
        state = self.state
        picked, blind = state.picked, state.picked_blind
        if state.phase == "roll":
            blind = self.hidden[seat]
        seen = [face for face in faces if face is not None]
        thrown: dict[str, int] = {}
        for face in seen:
            kind = kind_of(state.kit, face)
            thrown[kind] = thrown.get(kind, 0) + 1
        kinds = self.certain(seat) + picked
        strange = sum([max(0, dice - count(picked, kind)) for kind, dice in thrown.items()])
        guessed = sum([max(0, dice - count(kinds, kind)) for kind, dice in thrown.items()])
        self.hidden[seat] += number(picked)
        if strange > blind or guessed > self.hidden[seat] - number(kinds):
            raise RuleViolation("not_these_dice", kinds=unpack(kinds))
        self.worlds = self.worlds.with_dice(belt_of(state, seat), picked)
        for face in seen:
            self._name(seat, face, KIND_OF[face])
        self.faces[seat] = sorted_faces((*self.faces[seat], *seen))
        return self

    def swap(self, seat: int, opponent: int, given: str | None, taken: str | None) -> "Dice":
        for owner, face in ((seat, given), (opponent, taken)):
            if face is None:
                self._require_hidden(owner, 1)
            else:
                self.take(owner, face)
        mine, theirs = belt_of(self.state, seat), belt_of(self.state, opponent)
        if given is None:
            self.worlds = moved(self.worlds, mine, theirs, back=taken is None)
        elif taken is None:
            self.worlds = moved(self.worlds, theirs, mine, back=False)
        for owner, other, face in ((opponent, seat, given), (seat, opponent, taken)):
            if face is None:
                self.hidden[owner] += 1
                self.hidden[other] -= 1
            else:
                self.faces[owner] = sorted_faces((*self.faces[owner], face))
        return self

    def _require_hidden(self, seat: int, dice: int) -> None:
        if dice > self.hidden[seat]:
            raise RuleViolation("die_is_known", belt=self.shown(seat))

    def shown(self, seat: int) -> list[str]:
        """Return what a refusal says of a belt: its faces, kinds and unknown dice."""
        kinds = unpack(self.certain(seat))
        return [*self.faces[seat], *kinds, *["?"] * (self.hidden[seat] - len(kinds))]


def belt_of(state: State, seat: int) -> int:
    """Return which belt, from the red one on, a seat has now."""
    return (seat - state.red) % state.seats


def worlds_of(state: State) -> Worlds:
    if state.worlds is not None:
        return state.worlds
    red = state.red
    kinds, blanks = state.kinds, state.blanks
    return one_world(kinds[red:] + kinds[:red], blanks[red:] + blanks[:red], state.pool)


def possible_faces(state: State, seat: int) -> Faces:
    """Return every face that some die of a belt may show, in the order of the box."""
    faces = state.faces[seat]
    if not state.hidden(seat):
        return tuple(dict.fromkeys(faces))
    unseen = unseen_faces(state, seat)
    return tuple([face for face in state.kit.faces if face in faces or face in unseen])


def unseen_faces(state: State, seat: int) -> Faces:
    """Return every face that a die of a belt without a known one may show."""
    worlds, belt = worlds_of(state), belt_of(state, seat)
    kinds = [kind for kind in KINDS if worlds.may_hold(belt, kind)] if state.hidden(seat) else []
    return tuple([face for face in state.kit.faces if KIND_OF[face] in kinds])


def less(faces: Faces, face: str) -> Faces:
    place = faces.index(face)
    return faces[:place] + faces[place + 1 :]


def sorted_faces(faces: Faces) -> Faces:
    return tuple(sorted(faces, key=ORDER.__getitem__))
