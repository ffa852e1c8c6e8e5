"""Sentences and the text board, in both languages."""

from collections.abc import Sequence

from games.core.events import Event
from games.core.telling import Teller
from games.sushi_boat import events as facts
from games.sushi_boat.challenge import TAKOYAKI, kept_cubes
from games.sushi_boat.rules import apply
from games.sushi_boat.scoring import outcome
from games.sushi_boat.state import State
from games.sushi_boat.view import covers, shown_hand, shown_stack, shown_tunnel
from games.sushi_boat.words import WORDS

_SIMPLE_EVENTS: dict[type[Event], tuple[str, ...]] = {
    facts.PlatesDrawn: ("draw", "plates"),
    facts.SatsukiDrew: ("brings", "plates"),
    facts.OrderPlaced: ("order",),
    facts.TrashSearched: ("neko", "plate"),
    facts.SatsukiAsked: ("satsuki",),
    facts.PlateKept: ("keep", "plate", "end"),
    facts.YenTaken: ("yen",),
    facts.GyozaPlayed: ("gyoza",),
    facts.DishDiscarded: ("discard", "dish"),
    facts.TurnEnded: ("end",),
}
"""Events whose sentence has only names of components: the key of the sentence, the fields."""


def describe(state: State, event: Event, labels: Sequence[str], language: str) -> str:
    """Return what an event happening in `state` tells, with what follows from it."""
    return " ".join(_EventTeller(state, labels, language, event).sentences())


def text_board(state: State, labels: Sequence[str], language: str) -> str:
    return "\n".join(_BoardTeller(state, labels, language).board())


class _Teller(Teller[State]):
    words = WORDS

    def names(self, items: Sequence[str | None]) -> str:
        """Return components by their names; null is one that is hidden."""
        return ", ".join(map(self.name, items)) or self.say("board.none")

    def field_text(self, value: str | tuple[str, ...]) -> str:
        return self.name(value) if isinstance(value, str) else self.names(value)

    def name(self, item: str | None) -> str:
        return self.say("board.hidden" if item is None else f"component.{item}")


class _EventTeller(_Teller):
    def __init__(self, state: State, labels: Sequence[str], language: str, event: Event) -> None:
        super().__init__(state, labels, language)
        self.fact = event
        self.who = labels[getattr(event, "seat", state.seat)]

    def sentences(self) -> list[str]:
        state, event = self.state, self.fact
        sentences = [self.event(event)]
        after = state.clone()
        apply(after, event)
        if isinstance(event, facts.PlatesDrawn | facts.TempuraPlayed):
            sentences += self.consequences(after)
        if isinstance(event, facts.CardRevealed) and after.phase == "move":
            sentences.append(self.say("tell.card.full"))
        if state.phase in ("guess", "takoyaki", "push") and after.phase == "move":
            sentences.append(self.challenge())
        if after.phase == "over":
            sentences.append(self.say("tell.last"))
        return sentences

    def tell(self, key: str, **params: object) -> str:
        return self.say(f"tell.{key}", who=self.who, **params)

    def event(self, event: Event) -> str:
        if type(event) in _SIMPLE_EVENTS:
            key, *fields = _SIMPLE_EVENTS[type(event)]
            return self.tell(
                key, **{field: self.field_text(getattr(event, field)) for field in fields}
            )
        state, board = self.state, self.state.kit.board
        match event:
            case facts.StaffPlaced(tiles=tiles):
                pairs = zip([board.names[space] for space in board.staff], tiles, strict=True)
                listed = ", ".join(
                    f"{self.name(space)}: {self.name(tile)}" for space, tile in pairs
                )
                return self.tell("staff", staff=listed)
            case facts.BeltFilled(belt=belt, trash=trash):
                return self.tell("belt", count=len(belt), trash=self.names(trash))
            case facts.CardRevealed(card=card):
                key = "card.wasabi" if card == "wasabi" else "card"
                return self.tell(key, card=self.name(card))
            case facts.GuessPlaced(placed=cubes) | facts.TakoyakiGuessed(cubes=cubes):
                return self.guess(cubes, late=isinstance(event, facts.TakoyakiGuessed))
            case facts.PawnMoved(space=space):
                near = [state.belt[slot] for slot in board.slots[board.index[space]]]
                plates = self.names([plate for plate in near if plate is not None])
                key = "move" if any(near) else "move.nothing"
                return self.tell(key, space=self.name(space), plates=plates)
            case facts.PawnBoughtOut(owner=owner):
                return self.tell("buy_out", owner=self.labels[owner])
            case facts.PlateEaten(slot=slot):
                return self.tell("eat", plate=self.plate_at(slot))
            case facts.PlateFetched(slot=slot):
                return self.tell("fetch", staff=self.name(state.tile), plate=self.plate_at(slot))
            case facts.DishFetched():
                return self.tell("momoko", dish=self.name(state.discard[-1]))
            case _:
                return self.played(event)

    def guess(self, cubes: tuple[str, ...] | None, *, late: bool) -> str:
        if cubes is None:
            return self.tell("guess.secret")
        if cubes == TAKOYAKI:
            return self.tell("guess.takoyaki")
        return self.tell("late" if late else "guess", cubes=self.names(cubes))

    def played(self, event: Event) -> str:
        state = self.state
        match event:
            case facts.TempuraPlayed(slot=slot):
                return self.tell("tempura", plate=self.plate_at(slot))
            case facts.EdamamePlayed(slot=slot):
                top = self.names(state.stacks[state.seat][-1:])
                return self.tell("edamame", top=top, plate=self.plate_at(slot))
            case facts.YakitoriPlayed(slots=slots):
                one, other = map(self.plate_at, slots)
                return self.tell("yakitori", one=one, other=other)
            case facts.MochiPlayed(spaces=spaces):
                board = state.kit.board
                tiles = [state.staff[board.tile[board.index[space]]] for space in spaces]
                one, other = map(self.name, tiles)
                return self.tell("mochi", one=one, other=other)
            case facts.MisoPlayed() if state.discard:
                return self.tell("miso", dish=self.name(state.discard[-1]))
            case _:
                return self.tell("miso.alone")

    def plate_at(self, slot: int) -> str:
        """Return a plate with its slot: equal plates may lie on several."""
        return self.say("board.at", plate=self.name(self.state.belt[slot]), slot=slot)

    def consequences(self, after: State) -> list[str]:
        """Return what fell into the trash, and whether the bag ran out."""
        sentences = []
        state, event = self.state, self.fact
        shaken = isinstance(event, facts.PlatesDrawn) and len(event.plates) > state.bag_size
        if shaken:
            sentences.append(self.say("tell.shaken"))
        if fallen := after.trash if shaken else after.trash[len(state.trash) :]:
            sentences.append(self.say("tell.fallen", plates=self.names(fallen)))
        return sentences

    def challenge(self) -> str:
        """Return what the tunnel hid and who keeps how many cubes."""
        locked, event = self.state.clone(), self.fact
        if isinstance(event, facts.GuessPlaced):
            locked.placed[event.seat] = event.placed
        elif isinstance(event, facts.TakoyakiGuessed):
            locked.placed[event.seat] = event.cubes
        listed = ", ".join(
            self.say("tell.kept", who=label, count=count)
            for label, count in zip(self.labels, kept_cubes(locked), strict=False)
        )
        return self.say("tell.challenge", plates=self.names(self.state.hidden), kept=listed)


class _BoardTeller(_Teller):
    def board(self) -> list[str]:
        state = self.state
        lines = [self.headline(), self.say("board.tunnel", plates=self.tunnel())]
        lines += map(self.row, range(1, max(state.kit.board.rows) + 1))
        lines.append(self.say("board.trash", plates=self.names(state.trash)))
        lines.append(
            self.say(
                "board.piles",
                bag=state.bag_size,
                deck=state.deck,
                wasabis=state.wasabis,
                discard=self.names(state.discard),
            )
        )
        if state.drawn:
            lines.append(self.say("board.drawn", plates=self.names(state.drawn)))
        if state.phase in ("guess", "takoyaki", "push"):
            lines += map(self.guess, range(state.seats))
        return lines + self.seats()

    def headline(self) -> str:
        state = self.state
        if state.phase in ("staff", "belt"):
            return self.say("board.setup")
        if state.phase == "over":
            return self.say("board.over")
        who, what = self.labels[state.seat], self.say(f"need.{state.phase}")
        return self.say("board.turn", turn=state.turn, turns=state.kit.turns, who=who, what=what)

    def tunnel(self) -> str:
        state = self.state
        return ", ".join(
            self.say("board.empty") if state.belt[slot] is None else self.name(plate)
            for slot, plate in zip(state.kit.board.hidden, shown_tunnel(state), strict=True)
        )

    def row(self, row: int) -> str:
        board = self.state.kit.board
        left, right = (slot for slot, own in enumerate(board.rows) if own == row)
        spaces = [space for space, slots in enumerate(board.slots) if board.rows[slots[0]] == row]
        around = {
            side: " ".join(self.space(space) for space in spaces if board.names[space][0] == side)
            for side in "LMR"
        }
        return self.say(
            "board.row",
            row=row,
            left=" ".join(filter(None, (around["L"], self.slot(left)))),
            inner=around["M"] or "–",
            right=" ".join(filter(None, (self.slot(right), around["R"]))),
        )

    def slot(self, slot: int) -> str:
        plate = self.state.belt[slot]
        text = self.say("board.empty") if plate is None else self.name(plate)
        return self.say("board.slot", slot=slot, plate=text)

    def space(self, space: int) -> str:
        state, board = self.state, self.state.kit.board
        marks = [self.name(board.names[space])]
        if board.four_plus[space]:
            marks.append(self.say("board.four_plus"))
        if board.tile[space] >= 0 and state.staff:
            marks.append(self.name(state.staff[board.tile[space]]))
        if space in state.pawns:
            marks.append(self.say("board.pawn", who=self.labels[state.pawns.index(space)]))
        return self.say("board.space", marks=", ".join(marks))

    def guess(self, seat: int) -> str:
        state, placed = self.state, self.state.placed[seat]
        if placed is not None:
            cubes = self.names(placed)
        else:
            waits = seat in state.declared and state.declared.index(seat) >= state.waiting
            guessed = state.picked[seat] and not waits
            cubes = self.say("board.guessed" if guessed else "board.thinking")
        return self.say("board.guess", who=self.labels[seat], cubes=cubes)

    def seats(self) -> list[str]:
        state = self.state
        lines = [
            self.say(
                "board.seat",
                who=label,
                yen=state.yen[seat],
                cubes=state.cubes[seat],
                stack=self.names(shown_stack(state, seat)),
                hand=self.names(shown_hand(state, seat)),
                eaten=self.names(state.eaten[seat]),
            )
            for seat, label in enumerate(self.labels[: state.seats])
        ]
        if covers(state):
            return lines
        points = [self.say("board.points", points=score) for score in outcome(state).scores]
        return [f"{line}; {text}" for line, text in zip(lines, points, strict=False)]
