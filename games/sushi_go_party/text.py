"""Every event as a sentence and the position as plain text, in both languages."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import reduce

from games.core.errors import RuleViolation
from games.core.events import Event
from games.core.outcome import ScoreLine
from games.core.telling import Teller
from games.core.unknown import Hand
from games.sushi_go_party import events as facts
from games.sushi_go_party import scoring
from games.sushi_go_party.components import FACES_OF, TYPE_NAMES, TYPE_OF
from games.sushi_go_party.notation import ON_WASABI, goes_on_wasabi
from games.sushi_go_party.state import PACKED, State, dish_of
from games.sushi_go_party.words import WORDS

_INDENT = "  "


def describe(state: State, event: Event, labels: Sequence[str], language: str) -> str:
    return _Teller(state, labels, language).event(event)


def text_board(state: State, labels: Sequence[str], language: str) -> str:
    return "\n".join(_Teller(state, labels, language).board())


class _Teller(Teller[State]):
    words = WORDS

    def event(self, event: Event) -> str:
        state = self.state
        match event:
            case facts.Dealt(seat=seat, cards=cards):
                key = "dealt" if any(cards) else "dealt.unseen"
                return self.tell(key, seat, cards=self.pile(cards))
            case facts.CardChosen():
                return self.choice(event)
            case facts.DishCopied(seat=seat, dish=None):
                return self.tell("copied.hidden", seat)
            case facts.DishCopied(seat=seat, dish=str(dish)):
                face = dish.removesuffix(ON_WASABI)
                key = "copied" if face == dish else "copied.wasabi"
                return self.tell(key, seat, dish=self.one(face))
            case facts.ExtraChosen(seat=seat, card=card):
                return self.tell("extra", seat, card=self.one(self.laid(seat, card)))
            case facts.SpoonAsked(seat=seat, wanted=wanted):
                return self.tell("asked", seat, card=self.one(wanted))
            case facts.SpoonAnswered(seat=seat, card=None):
                return self.tell("denied", seat, card=self.of(self.name(state.wanted)))
            case facts.SpoonAnswered(seat=seat, card=str(card)):
                asker = self.labels[state.acting]
                return self.tell("gave", seat, card=self.one(card), asker=asker)
            case facts.MenuDrawn(seat=seat, cards=cards):
                key = "drawn" if any(cards) else "drawn.unseen"
                return self.tell(key, seat, cards=self.pile(cards), count=len(cards))
            case facts.MenuTaken(seat=seat, card=card):
                return self.tell("taken", seat, card=self.one(self.laid(seat, card)))
            case facts.BoxPacked(seat=seat, dishes=dishes):
                key = "packed" if dishes else "packed.nothing"
                return self.tell(key, seat, cards=self.pile(dishes))
            case _:
                raise RuleViolation("not_expected", type=event.type)

    def tell(self, key: str, seat: int, **params: object) -> str:
        return self.say(f"tell.{key}", who=self.labels[seat], **params)

    def choice(self, event: facts.CardChosen) -> str:
        if event.card is None:
            return self.tell("chosen.hidden", event.seat)
        if event.uses:
            uses, cards = self.uses(event), self.chosen(event)
            return self.tell("chosen.uses", event.seat, uses=uses, cards=cards)
        card = self.one(self.laid(event.seat, event.card))
        return self.tell("chosen", event.seat, card=self.ordered(card, event.order))

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

    def name(self, dish: str) -> str:
        return self.say(f"component.{dish}")

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

    def pile(self, cards: Iterable[str | None]) -> str:
        """Return equal cards once with their number, unknown ones last."""
        counts = Counter(cards)
        unknown = counts.pop(None, 0)
        names = [
            self.name(dish)
            if count == 1
            else self.say("list.times", name=self.name(dish), count=count)
            for dish, count in counts.items()
            if dish is not None
        ]
        if unknown:
            key = "cards.unknown.one" if unknown == 1 else "cards.unknown.many"
            names.append(self.say(key, count=unknown))
        return ", ".join(names) or self.say("list.none")

    def board(self) -> list[str]:
        state = self.state
        lines = [self.headline()]
        if state.phase != "over":
            need = self.say(f"need.{state.phase}")
            lines.append(self.say("board.next", need=need, who=", ".join(self.waited_for())))
        if state.phase == "answer":
            lines.append(self.say("board.wanted", card=self.name(state.wanted)))
        if state.drawn:
            lines.append(self.say("board.drawn", cards=self.pile(state.drawn)))
        lines.append(self.say("board.menu", cards=", ".join(map(self.name, state.kit.menu))))
        for key, cards in (("board.discard", state.discard), ("board.gone", state.gone)):
            if cards:
                lines.append(self.say(key, cards=self.pile(_by_type(cards))))
        breakdown = scoring.outcome(state).breakdown
        for seat in range(state.seats):
            lines.append(self.score(seat, breakdown[seat]))
            lines += [f"{_INDENT}{line}" for line in self.seat(seat)]
        return lines

    def headline(self) -> str:
        state = self.state
        if state.phase == "over":
            return self.say("board.over")
        key = "board.deal" if state.phase == "deal" else "board.turn"
        turn, turns = state.passes + 1, state.kit.hand_size
        head = self.say(key, round=state.round, turn=turn, turns=turns)
        return self.groups([head, self.say("board.deck", count=state.deck)])

    def waited_for(self) -> list[str]:
        state = self.state
        match state.phase:
            case "deal":
                seats = [len(state.hands)]
            case "choose":
                seats = [seat for seat, picked in enumerate(state.picked) if not picked]
            case "order":
                seats = sorted(state.orders_due)
            case "answer":
                seats = [state.asked_seat]
            case _:
                seats = [state.acting]
        return [self.labels[seat] for seat in seats]

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
        total = self.say("board.seat", who=self.labels[seat], points=sum(rounds.values()))
        return f"{total} ({', '.join(parts)})" if parts else total

    def seat(self, seat: int) -> list[str]:
        """Return hand, choice, table and desserts of a seat, as far as there are any."""
        state = self.state
        lines = []
        if len(state.hands) == state.seats:
            lines.append(self.hand(state.held(seat)))
        elif seat < len(state.hands):
            lines.append(self.hand(state.hands[seat]))
        pick = state.picks[seat]
        if state.phase == "choose" and pick is not None:
            lines.append(self.pick(pick))
        if state.limbo[seat]:
            lines.append(self.say("board.limbo", cards=self.pile(state.limbo[seat])))
        if state.phase != "over":
            lines.append(self.say("board.table", groups=self.table(seat)))
        if state.kept[seat]:
            cards = self.pile(_by_type([laid.face for laid in state.kept[seat]]))
            lines.append(self.say("board.kept", cards=cards))
        return lines

    def hand(self, hand: Hand) -> str:
        line = self.say("board.hand", cards=self.pile(self.known(hand)))
        if hand.unknown and hand.lacks:
            lacks = ", ".join(map(self.name, _lacking(hand.lacks)))
            line = f"{line} ({self.say('board.lacks', cards=lacks)})"
        return line

    @staticmethod
    def known(hand: Hand) -> list[str | None]:
        return [*_by_type(hand.known), *[None] * hand.unknown]

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


def _lacking(faces: Sequence[str]) -> list[str]:
    """Return faces in the order of the box; a type where all of its faces are meant."""
    names: list[str] = []
    for kind, all_faces in FACES_OF.items():
        missing = [face for face in all_faces if face in faces]
        names += [kind] if len(missing) == len(all_faces) else missing
    return names
