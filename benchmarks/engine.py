"""Checked moves per second of a rules engine, beside python-chess on random chess games."""

import random

import chess

from benchmarks.timing import Row, best_of
from games.bots import bot_named
from games.core.matches import make_setup, play_match
from games.core.replay import checked_fold, fold
from games.registry import rules_of

MATCHES = 40


def engine_rows(*, rounds: int) -> list[Row]:
    """Measure validated events and a whole-match seek."""
    rules = rules_of("sushi_bar")
    setup = make_setup(rules, seats=4, options={})
    bots = [bot_named("random")] * setup.seats
    matches = [play_match(rules, setup, bots, seed) for seed in range(MATCHES)]
    games = [_random_chess_game(seed) for seed in range(MATCHES // 4)]

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
    return [
        Row(
            "checked event, Sushi Bar",
            "event",
            event,
            "python-chess",
            move,
            "≥ 150,000/s",
            1 / event >= 150_000,
        ),
        Row("seek a whole match", "match", seek, "python-chess", peer_seek, "< 2 ms", seek < 0.002),
    ]


def _random_chess_game(seed: int) -> list[chess.Move]:
    rng = random.Random(seed)
    board = chess.Board()
    moves: list[chess.Move] = []
    while not board.is_game_over() and len(moves) < 160:
        move = rng.choice(list(board.legal_moves))
        board.push(move)
        moves.append(move)
    return moves
