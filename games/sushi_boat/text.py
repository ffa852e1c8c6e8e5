"""Sentences and the text board, in both languages."""

from collections.abc import Sequence

from games.core.events import Event
from games.core.words import say
from games.sushi_boat import events as facts
from games.sushi_boat.challenge import TAKOYAKI, kept_cubes
from games.sushi_boat.rules import apply
from games.sushi_boat.scoring import outcome
from games.sushi_boat.state import State
from games.sushi_boat.view import covers, shown_hand, shown_stack, shown_tunnel
from games.sushi_boat.words import WORDS


def describe(state: State, event: Event, labels: Sequence[str], language: str) -> str:
    """Return what an event happening in `state` tells, with what follows from it."""
    sentences = [_told(state, event, labels, language)]
    after = state.clone()
    apply(after, event)
    if isinstance(event, facts.PlatesDrawn | facts.TempuraPlayed):
        sentences += _consequences(state, after, event, language)
    if isinstance(event, facts.CardRevealed) and after.phase == "move":
        sentences.append(say(WORDS, "tell.card.full", language))
    if state.phase in ("guess", "takoyaki", "push") and after.phase == "move":
        sentences.append(_challenge(state, event, labels, language))
    if after.phase == "over":
        sentences.append(say(WORDS, "tell.last", language))
    return " ".join(sentences)


def names(items: Sequence[str | None], language: str) -> str:
    """Return components by their names; null is one that is hidden."""
    if not items:
        return say(WORDS, "board.none", language)
    return ", ".join(
        say(WORDS, "board.hidden" if item is None else f"component.{item}", language)
        for item in items
    )


def text_board(state: State, labels: Sequence[str], language: str) -> str:
    """Return the belt row by row, the piles and what each seat has, a line each."""
    lines = [_headline(state, labels, language)]
    lines.append(say(WORDS, "board.tunnel", language, plates=_tunnel(state, language)))
    rows = state.kit.board.rows
    lines += [_row(state, row, labels, language) for row in range(1, max(rows) + 1)]
    lines.append(say(WORDS, "board.trash", language, plates=names(state.trash, language)))
    lines.append(
        say(
            WORDS,
            "board.piles",
            language,
            bag=state.bag_size,
            deck=state.deck,
            wasabis=state.wasabis,
            discard=names(state.discard, language),
        )
    )
    if state.drawn:
        lines.append(say(WORDS, "board.drawn", language, plates=names(state.drawn, language)))
    if state.phase in ("guess", "takoyaki", "push"):
        lines += [_guess(state, seat, labels, language) for seat in range(state.seats)]
    scores = outcome(state).scores
    for seat, label in enumerate(labels[: state.seats]):
        line = say(
            WORDS,
            "board.seat",
            language,
            who=label,
            yen=state.yen[seat],
            cubes=state.cubes[seat],
            stack=names(shown_stack(state, seat), language),
            hand=names(shown_hand(state, seat), language),
            eaten=names(state.eaten[seat], language),
        )
        if not covers(state):
            line = f"{line}; {say(WORDS, 'board.points', language, points=scores[seat])}"
        lines.append(line)
    return "\n".join(lines)


def _told(state: State, event: Event, labels: Sequence[str], language: str) -> str:
    def tell(key: str, **params: object) -> str:
        return say(WORDS, f"tell.{key}", language, who=who, **params)

    def name(item: str | None) -> str:
        return names([item], language)

    who = labels[getattr(event, "seat", state.seat)]
    match event:
        case facts.StaffPlaced(tiles=tiles):
            board = state.kit.board
            pairs = zip([board.names[space] for space in board.staff], tiles, strict=True)
            return tell("staff", staff=", ".join(f"{name(s)}: {name(t)}" for s, t in pairs))
        case facts.BeltFilled(belt=belt, trash=trash):
            return tell("belt", count=len(belt), trash=names(trash, language))
        case facts.CardRevealed(card=card):
            key = "card.wasabi" if card == "wasabi" else "card"
            return tell(key, card=name(card))
        case facts.PlatesDrawn(plates=plates):
            return tell("draw", plates=names(plates, language))
        case facts.SatsukiDrew(plates=plates):
            return tell("brings", plates=names(plates, language))
        case facts.GuessPlaced(placed=None) | facts.TakoyakiGuessed(cubes=None):
            return tell("guess.secret")
        case facts.GuessPlaced(placed=placed) if placed == TAKOYAKI:
            return tell("guess.takoyaki")
        case facts.GuessPlaced(placed=placed):
            return tell("guess", cubes=names(placed or (), language))
        case facts.TakoyakiGuessed(cubes=cubes):
            return tell("late", cubes=names(cubes or (), language))
        case facts.PawnMoved(space=space):
            board = state.kit.board
            near = [state.belt[slot] for slot in board.slots[board.index[space]]]
            told = names([plate for plate in near if plate is not None], language)
            return tell("move" if any(near) else "move.nothing", space=name(space), plates=told)
        case facts.PawnBoughtOut(owner=owner):
            return tell("buy_out", owner=labels[owner])
        case facts.OrderPlaced():
            return tell("order")
        case facts.PlateEaten(slot=slot):
            return tell("eat", plate=_plate_at(state, slot, language))
        case facts.PlateFetched(slot=slot):
            plate = _plate_at(state, slot, language)
            return tell("fetch", staff=name(state.tile), plate=plate)
        case facts.TrashSearched(plate=plate):
            return tell("neko", plate=name(plate))
        case facts.DishFetched():
            return tell("momoko", dish=name(state.discard[-1]))
        case facts.SatsukiAsked():
            return tell("satsuki")
        case facts.PlateKept(plate=plate, end=end):
            return tell("keep", plate=name(plate), end=name(end))
        case facts.YenTaken():
            return tell("yen")
        case facts.DishDiscarded(dish=dish):
            return tell("discard", dish=name(dish))
        case facts.TurnEnded():
            return tell("end")
        case _:
            return _played(state, event, who, language)


def _played(state: State, event: Event, who: str, language: str) -> str:
    def tell(key: str, **params: object) -> str:
        return say(WORDS, f"tell.{key}", language, who=who, **params)

    def at(slot: int) -> str:
        return _plate_at(state, slot, language)

    match event:
        case facts.TempuraPlayed(slot=slot):
            return tell("tempura", plate=at(slot))
        case facts.EdamamePlayed(slot=slot):
            top = names(state.stacks[state.seat][-1:], language)
            return tell("edamame", top=top, plate=at(slot))
        case facts.MisoPlayed() if state.discard:
            return tell("miso", dish=names(state.discard[-1:], language))
        case facts.MisoPlayed():
            return tell("miso.alone")
        case facts.YakitoriPlayed(slots=slots):
            return tell("yakitori", one=at(slots[0]), other=at(slots[1]))
        case facts.MochiPlayed(spaces=spaces):
            board = state.kit.board
            tiles = [state.staff[board.tile[board.index[space]]] for space in spaces]
            one, other = (names([tile], language) for tile in tiles)
            return tell("mochi", one=one, other=other)
        case _:
            return tell("gyoza")


def _plate_at(state: State, slot: int, language: str) -> str:
    """Return a plate with its slot: equal plates may lie on several."""
    plate = names([state.belt[slot]], language)
    return say(WORDS, "board.at", language, plate=plate, slot=slot)


def _consequences(state: State, after: State, event: Event, language: str) -> list[str]:
    """Return what fell into the trash, and whether the bag ran out."""
    told = []
    shaken = isinstance(event, facts.PlatesDrawn) and len(event.plates) > state.bag_size
    if shaken:
        told.append(say(WORDS, "tell.shaken", language))
    fallen = after.trash if shaken else after.trash[len(state.trash) :]
    if fallen:
        told.append(say(WORDS, "tell.fallen", language, plates=names(fallen, language)))
    return told


def _challenge(state: State, event: Event, labels: Sequence[str], language: str) -> str:
    """Return what the tunnel hid and who keeps how many cubes."""
    locked = state.clone()
    if isinstance(event, facts.GuessPlaced):
        locked.placed[event.seat] = event.placed
    elif isinstance(event, facts.TakoyakiGuessed):
        locked.placed[event.seat] = event.cubes
    kept = kept_cubes(locked)
    listed = ", ".join(
        say(WORDS, "tell.kept", language, who=label, count=count)
        for label, count in zip(labels, kept, strict=False)
    )
    plates = names(state.hidden, language)
    return say(WORDS, "tell.challenge", language, plates=plates, kept=listed)


def _headline(state: State, labels: Sequence[str], language: str) -> str:
    if state.phase in ("staff", "belt"):
        return say(WORDS, "board.setup", language)
    if state.phase == "over":
        return say(WORDS, "board.over", language)
    what = say(WORDS, f"need.{state.phase}", language)
    who = labels[state.seat]
    return say(
        WORDS, "board.turn", language, turn=state.turn, turns=state.kit.turns, who=who, what=what
    )


def _tunnel(state: State, language: str) -> str:
    empty = say(WORDS, "board.empty", language)
    return ", ".join(
        empty if state.belt[slot] is None else names([plate], language)
        for slot, plate in zip(state.kit.board.hidden, shown_tunnel(state), strict=True)
    )


def _row(state: State, row: int, labels: Sequence[str], language: str) -> str:
    board = state.kit.board
    left, right = (slot for slot, own in enumerate(board.rows) if own == row)
    spaces = [space for space, slots in enumerate(board.slots) if board.rows[slots[0]] == row]
    around = {
        side: " ".join(
            _space(state, space, labels, language)
            for space in spaces
            if board.names[space][0] == side
        )
        for side in "LMR"
    }
    return say(
        WORDS,
        "board.row",
        language,
        row=row,
        left=" ".join(filter(None, (around["L"], _slot(state, left, language)))),
        inner=around["M"] or "–",
        right=" ".join(filter(None, (_slot(state, right, language), around["R"]))),
    )


def _slot(state: State, slot: int, language: str) -> str:
    plate = state.belt[slot]
    told = say(WORDS, "board.empty", language) if plate is None else names([plate], language)
    return say(WORDS, "board.slot", language, slot=slot, plate=told)


def _space(state: State, space: int, labels: Sequence[str], language: str) -> str:
    board = state.kit.board
    marks = [names([board.names[space]], language)]
    if board.four_plus[space]:
        marks.append(say(WORDS, "board.four_plus", language))
    if board.tile[space] >= 0 and state.staff:
        marks.append(names([state.staff[board.tile[space]]], language))
    if space in state.pawns:
        who = labels[state.pawns.index(space)]
        marks.append(say(WORDS, "board.pawn", language, who=who))
    return say(WORDS, "board.space", language, marks=", ".join(marks))


def _guess(state: State, seat: int, labels: Sequence[str], language: str) -> str:
    placed = state.placed[seat]
    if placed is not None:
        told = names(placed, language)
    else:
        waits = seat in state.declared and state.declared.index(seat) >= state.waiting
        key = "board.guessed" if state.picked[seat] and not waits else "board.thinking"
        told = say(WORDS, key, language)
    return say(WORDS, "board.guess", language, who=labels[seat], cubes=told)
