"""Bodies that a reader of the API's description can copy."""

from drf_spectacular.utils import OpenApiExample

_PLAYERS = ["5f0f7a3e-1d0b-4c57-9d3c-0c8c7c1d2a11", "0a6c1a52-52a5-4d1c-9c55-3f1f6f2d7b22"]

NEW_MATCH = OpenApiExample(
    "A match of two",
    value={
        "club": "c1b0a8de-7f5e-4a3b-8a55-9c1f0e2d3b4a",
        "game": "sushi_bar",
        "players": _PLAYERS,
        "options": {},
        "source": "table",
    },
    request_only=True,
)
PLAY = OpenApiExample(
    "One choice",
    value={"events": [{"type": "sushi_bar.portion_taken", "payload": {"seat": 0, "row": "sushi"}}]},
    request_only=True,
)
CHANCE = OpenApiExample("Roll or draw", value={}, request_only=True)
REWIND = OpenApiExample("Back to version 12", value={"to": 12}, request_only=True)
AMEND = OpenApiExample(
    "Another row",
    value={
        "target": 4,
        "replacement": {
            "type": "sushi_bar.portion_taken",
            "payload": {"seat": 0, "row": "bones"},
        },
        "dropped": [6, 7],
    },
    request_only=True,
)
AMEND_PREVIEW = OpenApiExample(
    "Another row",
    value={
        "target": 4,
        "replacement": {
            "type": "sushi_bar.portion_taken",
            "payload": {"seat": 0, "row": "bones"},
        },
    },
    request_only=True,
)
ANNOTATE = OpenApiExample(
    "A note", value={"target": 4, "text": "The dice fell off the table."}, request_only=True
)
OVERRIDE = OpenApiExample(
    "The table agreed",
    value={
        "event": {"type": "sushi_bar.portion_taken", "payload": {"seat": 0, "row": "sushi"}},
        "note": "Everybody agreed.",
    },
    request_only=True,
)
REPORT = OpenApiExample("Four numbers on a slip", value={"scores": [31, 18]}, request_only=True)
STOP = OpenApiExample(
    "The bar closes", value={"reason": "time", "result": "score"}, request_only=True
)
RULE = OpenApiExample(
    "The arbiter decides", value={"places": [1, 2], "note": "See the slip."}, request_only=True
)
TAKE_OVER = OpenApiExample(
    "A substitute", value={"seat": 1, "player": _PLAYERS[0]}, request_only=True
)
REASON = OpenApiExample("Why", value={"note": "A wrong score."}, request_only=True)
RECORD = OpenApiExample("A record file", value="…", request_only=True, media_type="text/plain")
