"""Checked moves and random matches per second, beside python-chess on random chess games."""

import random

import chess

from benchmarks.timing import Row, best_of
from games.bots import bot_named
from games.core.contract import AnyRules
from games.core.matches import make_setup, play_match
from games.core.replay import checked_fold, fold
from games.core.rng import SeededRng, pick
from games.core.setup import Setup
from games.core.words import say
from games.registry import games as registered
from games.registry import rules_of

MATCHES = 40
PEER = "python-chess"


def engine_rows(*, rounds: int) -> list[Row]:
    """Measure validated events, a whole-match seek and random matches."""
    games = [_random_chess_game(seed) for seed in range(MATCHES // 4)]
    rows = [row for rules in played_games() for row in _replay_rows(rules, games, rounds)]
    return [*rows, _play_row(rounds), *(_simulated_row(rules, rounds) for rules in played_games())]


def played_games() -> list[AnyRules]:
    """Return every game whose moves Kaiten knows."""
    return [rules for rules in registered() if not rules.reported_only]


def name_of(rules: AnyRules) -> str:
    """Return how a game is called."""
    return say(rules.words, "game.name", "en")


def _replay_rows(rules: AnyRules, games: list[list[chess.Move]], rounds: int) -> tuple[Row, Row]:
    """Measure replays of decoded events: checked one by one, and trusted."""
    name = name_of(rules)
    setup = make_setup(rules, seats=4, options={})
    bots = [bot_named("random")] * setup.seats
    matches = [play_match(rules, setup, bots, seed) for seed in range(MATCHES)]

    def our_batch() -> int:
        for events in matches:
            checked_fold(rules, setup, events)
        return sum(len(events) for events in matches)

    def peer_batch() -> int:
        for moves in games:
            board = chess.Board()
            for move in moves:
                assert board.is_legal(move)
                board.push(move)
        return sum(len(moves) for moves in games)

    def seek_batch() -> int:
        for events in matches:
            fold(rules, setup, events)
        return len(matches)

    def peer_seek_batch() -> int:
        for moves in games:
            board = chess.Board()
            for move in moves:
                board.push(move)
        return len(games)

    event, move, seek, peer_seek = best_of(
        [lambda: our_batch, lambda: peer_batch, lambda: seek_batch, lambda: peer_seek_batch],
        rounds=rounds,
    )
    target = 100_000
    return (
        Row(
            f"checked event, {name}",
            "event",
            event,
            PEER,
            move,
            f"≥ {target:,}/s",
            1 / event >= target,
        ),
        Row(f"seek a match, {name}", "match", seek, PEER, peer_seek, "< 2 ms", seek < 0.002),
    )


def _play_row(rounds: int) -> Row:
    """Measure random matches: needs, legal choices, check and apply for every event."""
    rules = rules_of("sushi_go_party")
    setup = make_setup(rules, seats=4, options={})

    def our_batch() -> int:
        for seed in range(MATCHES):
            _random_match(rules, setup, seed)
        return MATCHES

    def peer_batch() -> int:
        for seed in range(MATCHES // 8):
            _random_chess_game(seed)
        return MATCHES // 8

    ours, peer = best_of([lambda: our_batch, lambda: peer_batch], rounds=rounds)
    target = 600
    name = "random match, Sushi Go Party!, 4 seats"
    return Row(name, "match", ours, PEER, peer, f"≥ {target}/s", 1 / ours >= target)


def _simulated_row(rules: AnyRules, rounds: int) -> Row:
    """Measure a random match by the words of simulation, beside one by needs and choices."""
    setup = make_setup(rules, seats=4, options={})

    def by_simulation() -> int:
        for seed in range(MATCHES):
            _simulated_match(rules, setup, seed)
        return MATCHES

    def by_needs() -> int:
        for seed in range(MATCHES):
            _random_match(rules, setup, seed, checked=False)
        return MATCHES

    ours, before = best_of([lambda: by_simulation, lambda: by_needs], rounds=rounds)
    name = f"simulated match, {name_of(rules)}"
    return Row(name, "match", ours, "needs and choices", before, "faster", ours < before)


def _simulated_match(rules: AnyRules, setup: Setup, seed: int) -> None:
    rng = SeededRng(seed)
    state = rules.start(setup)
    while awaited := rules.awaited(state):
        for seat in awaited:
            if seat is None:
                event = rules.sample(state, rules.needs(state)[0], rng)
            else:
                event = rules.random_choice(state, seat, rng)
            rules.apply(state, event)


def _random_match(rules: AnyRules, setup: Setup, seed: int, *, checked: bool = True) -> None:
    rng = SeededRng(seed)
    state = rules.start(setup)
    while needs := rules.needs(state):
        for need in needs:  # simultaneous ones stay open until they are answered
            if need.seat is None:
                event = rules.sample(state, need, rng)
            else:
                event = pick(rng, tuple(rules.choices(state, need.seat)))
            if checked:
                rules.check(state, event)
            rules.apply(state, event)


def _random_chess_game(seed: int) -> list[chess.Move]:
    rng = random.Random(seed)
    board = chess.Board()
    moves: list[chess.Move] = []
    while not board.is_game_over() and len(moves) < 160:
        move = rng.choice(list(board.legal_moves))
        board.push(move)
        moves.append(move)
    return moves
