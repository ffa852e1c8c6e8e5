"""Every event as a sentence and the position as plain text, in both languages."""

from collections.abc import Iterator, Sequence
from functools import reduce
from typing import Any

from games.core import telling
from games.core.events import Event
from games.core.outcome import ScoreLine
from games.core.unknown import Hand
from games.sushi_go_party import events as facts
from games.sushi_go_party import scoring
from games.sushi_go_party.components import TYPE_NAMES, TYPE_OF, by_kind
from games.sushi_go_party.notation import ON_WASABI, goes_on_wasabi
from games.sushi_go_party.packing import told
from games.sushi_go_party.state import PACKED, State, dish_of


class Storyteller(telling.Storyteller[State]):
    def event(self, event: Event) -> str:
        state = self.state
        match event:
            case facts.CardChosen(card=None):
                return self.told(event, "hidden")
            case facts.CardChosen(seat=seat, card=str(card), uses=(), order=order):
                card = self.one(self.laid(seat, card))
                return self.told(event, card=self.ordered(card, order))
            case facts.CardChosen():
                return self.told(event, "uses", uses=self.uses(event), cards=self.chosen(event))
            case facts.DishCopied(dish=str(dish)) if dish.endswith(ON_WASABI):
                return self.told(event, "wasabi", dish=self.one(dish.removesuffix(ON_WASABI)))
            case facts.ExtraChosen(seat=seat, card=card) | facts.MenuTaken(seat=seat, card=card):
                return self.told(event, card=self.one(self.laid(seat, card)))
            case facts.SpoonAnswered():
                wanted, asker = self.of(self.name(state.wanted)), self.who(state.acting)
                return self.told(event, wanted=wanted, asker=asker)
            case facts.BoxPacked(seat=seat, dishes=dishes):
                return self.told(event, dishes=self.pile(told(state, seat, dishes)))
            case _:
                return self.told(event)

    def value(self, value: Any) -> object:
        return self.one(value) if isinstance(value, str) else super().value(value)

    def uses(self, event: facts.CardChosen) -> str:
        """Return what a choice announces; numbers matter only where there are several."""
        if len(event.uses) > 1:
            return self.joined([self.name(dish) for dish in event.uses])
        return self.say(f"bonus.{TYPE_OF[event.uses[0].removeprefix('copy_')]}")

    def chosen(self, event: facts.CardChosen) -> str:
        card = self.name(self.laid(event.seat, event.card or ""))
        first = self.ordered(card, event.order)
        return self.joined([first, *map(self.name, event.extras)])

    def ordered(self, name: str, order: str | None) -> str:
        """Add what a Special Order copies."""
        if order is None:
            return name
        face = order.removesuffix(ON_WASABI)
        key = "order.copying" if face == order else "order.copying.wasabi"
        return self.say(key, name=name, dish=self.one(face))

    def laid(self, seat: int, card: str) -> str:
        return f"{card}{ON_WASABI}" if goes_on_wasabi(self.state, seat, card) else card

    def one(self, dish: str) -> str:
        """Return a card as a sentence has it: French with its article."""
        face = dish.removesuffix(ON_WASABI)
        return self.say(f"laid.{TYPE_OF.get(face, face)}", name=self.name(dish))

    def of(self, name: str) -> str:
        return self.say("of.vowel" if name[0] in "aeiou" else "of.consonant", name=name)

    def joined(self, names: list[str]) -> str:
        if len(names) < 2:
            return "".join(names)
        return self.say("list.and", first=", ".join(names[:-1]), last=names[-1])

    def groups(self, texts: list[str]) -> str:
        return reduce(lambda first, last: self.say("list.groups", first=first, last=last), texts)

    def counted(self, dish: str | None, count: int) -> str:
        if dish is not None:
            return super().counted(dish, count)
        return self.say(f"cards.unknown.{'one' if count == 1 else 'many'}", count=count)

    def board(self) -> Iterator[str]:
        state = self.state
        yield self.headline()
        if state.phase != "over":
            need = self.say(f"need.{state.phase}")
            drawing = len(state.hands) if state.phase == "deal" else state.acting
            seats = [drawing if seat is None else seat for seat in self.rules.awaited(state)]
            yield self.say("board.next", need=need, who=self.who(*seats))
        if state.phase == "answer":
            yield self.say("board.wanted", card=self.name(state.wanted))
        if state.drawn:
            yield self.say("board.drawn", cards=self.pile(state.drawn))
        yield self.say("board.menu", cards=self.names(state.kit.menu))
        for key, cards in (("board.discard", state.discard), ("board.gone", state.gone)):
            if cards:
                yield self.say(key, cards=self.pile(_by_type(cards)))
        for seat, lines in enumerate(scoring.outcome(state).breakdown):
            yield from self.section(self.score(seat, lines), self.seat(seat))

    def headline(self) -> str:
        state = self.state
        if state.phase == "over":
            return self.say("board.over")
        key = "board.deal" if state.phase == "deal" else "board.turn"
        turn, turns = state.passes + 1, state.kit.hand_size
        head = self.say(key, round=state.round, turn=turn, turns=turns)
        return self.groups([head, self.say("board.deck", count=state.deck)])

    def score(self, seat: int, lines: Sequence[ScoreLine]) -> str:
        """Return the score of a seat, by rounds once there is something to tell apart."""
        rounds = dict.fromkeys(range(1, len(self.state.sheets) + 1), 0)
        for line in lines:
            rounds[line.round] = rounds.get(line.round, 0) + line.points
        parts = [
            self.say("board.by_round", round=number, points=points)
            if number
            else self.say("board.desserts", points=points)
            for number, points in rounds.items()
        ]
        total = self.say("board.seat", who=self.who(seat), points=sum(rounds.values()))
        return f"{total} ({', '.join(parts)})" if parts else total

    def seat(self, seat: int) -> Iterator[str]:
        """Yield hand, choice, table and desserts of a seat, as far as there are any."""
        state = self.state
        if seat < len(state.hands):
            yield self.hand(state.held(seat))
        pick = state.picks[seat]
        if state.phase == "choose" and pick is not None:
            yield self.pick(pick)
        if state.limbo[seat]:
            yield self.say("board.limbo", cards=self.pile(state.limbo[seat]))
        if state.phase != "over":
            yield self.say("board.table", groups=self.table(seat))
        if state.kept[seat]:
            cards = self.pile(_by_type([laid.face for laid in state.kept[seat]]))
            yield self.say("board.kept", cards=cards)

    def hand(self, hand: Hand) -> str:
        cards = [*_by_type(hand.known), *[None] * hand.unknown]
        line = self.say("board.hand", cards=self.pile(cards))
        if hand.unknown and hand.lacks:
            others = [face for face in TYPE_OF if face not in hand.lacks]
            lacks = self.names(by_kind(hand.lacks, others))
            line = f"{line} ({self.say('board.lacks', cards=lacks)})"
        return line

    def pick(self, event: facts.CardChosen) -> str:
        if event.card is None:
            return self.say("board.picked")
        if not event.uses:
            return self.say("board.pick", cards=self.chosen(event))
        return self.say("board.pick.uses", uses=self.uses(event), cards=self.chosen(event))

    def table(self, seat: int) -> str:
        table = self.state.tables[seat]
        groups: dict[str, list[str]] = {kind: [] for kind in (*TYPE_NAMES, PACKED)}
        for laid in table:
            groups[TYPE_OF.get(laid.face, PACKED)].append(dish_of(laid, table))
        texts = [self.group(kind, dishes) for kind, dishes in groups.items() if dishes]
        return self.groups(texts) if texts else self.say("list.none")

    def group(self, kind: str, dishes: list[str]) -> str:
        """Return one type of a table: `tempura ×2`, `maki ×3: maki (1) ×2, maki (3)`."""
        if len(set(dishes)) == 1:
            return self.pile(dishes)
        return self.say(
            "board.group", name=self.name(kind), count=len(dishes), dishes=self.pile(dishes)
        )


def _by_type(cards: Sequence[str]) -> list[str]:
    order = list(TYPE_OF)
    return sorted(cards, key=order.index)
