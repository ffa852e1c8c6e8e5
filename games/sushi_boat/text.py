"""Sentences and the text board, in both languages."""

from collections.abc import Iterator
from typing import Any

from games.core import telling
from games.core.events import Event
from games.core.telling import printed
from games.sushi_boat import events as facts
from games.sushi_boat.challenge import TAKOYAKI, kept_cubes
from games.sushi_boat.scoring import outcome
from games.sushi_boat.state import State
from games.sushi_boat.view import covers, shown_hand, shown_stack, shown_tunnel


class Storyteller(telling.Storyteller[State]):
    seats = ("seat", "owner")
    pile = telling.Storyteller.names

    def event(self, event: Event) -> str:
        state, board = self.state, self.state.kit.board
        match event:
            case facts.StaffPlaced(tiles=tiles):
                spaces = [board.names[space] for space in board.staff]
                pairs = zip(map(self.name, spaces), map(self.name, tiles), strict=True)
                return self.told(event, tiles=", ".join(map(": ".join, pairs)))
            case facts.CardRevealed(card=card):
                variant = "wasabi" if card == "wasabi" else ""
                return self.told(event, variant, seat=self.who(state.seat))
            case facts.GuessPlaced(placed=placed) if placed == TAKOYAKI:
                return self.told(event, "takoyaki")
            case facts.PawnMoved(space=space):
                near = [state.belt[slot] for slot in board.slots[board.index[space]]]
                plates = self.names([plate for plate in near if plate is not None])
                return self.told(event, "" if any(near) else "nothing", plates=plates)
            case facts.PlateFetched():
                return self.told(event, staff=self.name(state.tile))
            case facts.DishFetched():
                return self.told(event, dish=self.name(state.discard[-1]))
            case facts.EdamamePlayed():
                return self.told(event, top=self.names(state.stacks[state.seat][-1:]))
            case facts.YakitoriPlayed(slots=slots):
                one, other = map(self.plate_at, slots)
                return self.told(event, one=one, other=other)
            case facts.MochiPlayed(spaces=spaces):
                places = [board.tile[board.index[space]] for space in spaces]
                one, other = (self.name(state.staff[place]) for place in places)
                return self.told(event, one=one, other=other)
            case facts.MisoPlayed():
                variant = "" if state.discard else "alone"
                return self.told(event, variant, dish=self.names(state.discard[-1:]))
            case _:
                return self.told(event)

    def field(self, name: str, value: Any) -> object:
        return self.plate_at(value) if name == "slot" else super().field(name, value)

    def plate_at(self, slot: int) -> str:
        """Return a plate with its slot: equal plates may lie on several."""
        return self.say("board.at", plate=self.name(self.state.belt[slot]), slot=slot)

    def aftermath(self, event: Event) -> Iterator[str]:
        state, after = self.state, self.after(event)
        if isinstance(event, facts.PlatesDrawn | facts.TempuraPlayed):
            shaken = isinstance(event, facts.PlatesDrawn) and len(event.plates) > state.bag_size
            if shaken:
                yield self.tell("shaken")
            if fallen := after.trash if shaken else after.trash[len(state.trash) :]:
                yield self.tell("fallen", plates=self.names(fallen))
        if isinstance(event, facts.CardRevealed) and after.phase == "move":
            yield self.tell("full")
        if state.phase in ("guess", "takoyaki", "push") and after.phase == "move":
            yield self.challenge(event)
        if after.phase == "over":
            yield self.tell("last")

    def challenge(self, event: Event) -> str:
        """Return what the tunnel hid and who keeps how many cubes."""
        locked = self.state.clone()
        if isinstance(event, facts.GuessPlaced):
            locked.placed[event.seat] = event.placed
        elif isinstance(event, facts.TakoyakiGuessed):
            locked.placed[event.seat] = event.cubes
        counts = zip(self.labels, kept_cubes(locked), strict=False)
        kept = ", ".join(f"{label} {count}" for label, count in counts)
        return self.tell("challenge", plates=self.names(self.state.hidden), kept=kept)

    def board(self) -> Iterator[str]:
        state = self.state
        yield self.headline()
        yield self.say("board.tunnel", plates=self.tunnel())
        rows = map(self.row, range(1, max(state.kit.board.rows) + 1))
        yield from self.section(self.say("board.belt"), rows)
        yield self.say("board.trash", plates=self.names(state.trash))
        yield self.say("board.bag", plates=state.bag_size)
        yield self.say("board.deck", cards=state.deck, wasabis=state.wasabis)
        yield self.say("board.discard", dishes=self.names(state.discard))
        if state.drawn:
            yield self.say("board.drawn", plates=self.names(state.drawn))
        for seat, points in enumerate(outcome(state).scores):
            who = self.who(seat)
            head = who if covers(state) else self.say("board.seat", who=who, points=printed(points))
            yield from self.section(head, self.seat(seat))

    def headline(self) -> str:
        state = self.state
        if state.phase in ("staff", "belt"):
            return self.say("board.setup")
        if state.phase == "over":
            return self.say("board.over")
        who, what = self.who(state.seat), self.say(f"need.{state.phase}")
        return self.say("board.turn", turn=state.turn, turns=state.kit.turns, who=who, what=what)

    def tunnel(self) -> str:
        state = self.state
        return ", ".join(
            self.say("board.empty") if state.belt[slot] is None else self.name(plate)
            for slot, plate in zip(state.kit.board.hidden, shown_tunnel(state), strict=True)
        )

    def row(self, row: int) -> str:
        (left, right), spaces = self.state.kit.board.row(row)
        around = {side: " ".join(map(self.space, own)) for side, own in spaces.items()}
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
            marks.append("4+")
        if board.tile[space] >= 0 and state.staff:
            marks.append(self.name(state.staff[board.tile[space]]))
        if space in state.pawns:
            marks.append(self.say("board.pawn", who=self.who(state.pawns.index(space))))
        return f"[{', '.join(marks)}]"

    def guess(self, seat: int) -> str:
        state, placed = self.state, self.state.placed[seat]
        if placed is not None:
            cubes = self.names(placed)
        else:
            waits = seat in state.declared and state.declared.index(seat) >= state.waiting
            guessed = state.picked[seat] and not waits
            cubes = self.say("board.guessed" if guessed else "board.thinking")
        return self.say("board.guess", cubes=cubes)

    def seat(self, seat: int) -> Iterator[str]:
        state = self.state
        yield self.say("board.money", yen=state.yen[seat], cubes=state.cubes[seat])
        if state.phase in ("guess", "takoyaki", "push"):
            yield self.guess(seat)
        yield self.say("board.stack", plates=self.names(shown_stack(state, seat)))
        yield self.say("board.hand", dishes=self.names(shown_hand(state, seat)))
        yield self.say("board.eaten", dishes=self.names(state.eaten[seat]))
