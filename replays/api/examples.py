"""Bodies that a reader of the API's description can copy."""

_PLAYERS = ["5f0f7a3e-1d0b-4c57-9d3c-0c8c7c1d2a11", "0a6c1a52-52a5-4d1c-9c55-3f1f6f2d7b22"]

NEW_MATCH = (
    "A match of two",
    {
        "club": "c1b0a8de-7f5e-4a3b-8a55-9c1f0e2d3b4a",
        "game": "sushi_bar",
        "players": _PLAYERS,
        "options": {},
        "source": "table",
    },
)
PLAY = (
    "One choice",
    {"events": [{"type": "sushi_bar.portion_taken", "payload": {"seat": 0, "row": "sushi"}}]},
)
NOTATION = ("The rest of a turn", {"text": "keep U | SBUU | take sushi"})
CHANCE: tuple[str, dict[str, object]] = ("Roll or draw", {})
REWIND = ("Back to version 12", {"to": 12})
AMEND = (
    "Another row",
    {
        "target": 4,
        "replacement": {
            "type": "sushi_bar.portion_taken",
            "payload": {"seat": 0, "row": "bones"},
        },
        "dropped": [6, 7],
    },
)
AMEND_PREVIEW = (
    "Another row",
    {
        "target": 4,
        "replacement": {
            "type": "sushi_bar.portion_taken",
            "payload": {"seat": 0, "row": "bones"},
        },
    },
)
ANNOTATE = ("A note", {"target": 4, "text": "The dice fell off the table."})
COMMENT = (
    "A comment for everybody",
    {"target": 4, "text": "The turning point.", "audience": "public"},
)
BRANCH = ("From step 12, against one bot", {"ply": 12, "seat": 0, "bots": ["greedy"]})
OVERRIDE = (
    "The table agreed",
    {
        "event": {"type": "sushi_bar.portion_taken", "payload": {"seat": 0, "row": "sushi"}},
        "note": "Everybody agreed.",
    },
)
REPORT = ("Four numbers on a slip", {"scores": [31, 18]})
COUNT = ("The scores of a round", {"round": 1, "scores": [12, 9]})
STOP = ("The bar closes", {"reason": "time", "result": "score"})
RULE = ("The arbiter decides", {"places": [1, 2], "note": "See the slip."})
CONFIRM = ("Seat 1 agrees", {"seat": 1})
TAKE_OVER = ("A substitute", {"seat": 1, "player": _PLAYERS[0]})
REASON = ("Why", {"note": "A wrong score."})
RECORD = ("A record file", "…", "text/plain")
