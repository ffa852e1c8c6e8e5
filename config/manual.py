"""The contents of the API's manual: which operations stand together, and in which order."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from tournaments.tournaments.director.commands.catalogue import command_sections


class Chapter(NamedTuple):
    """Operations for one thing that people do."""

    title: str
    words: str
    names: tuple[str, ...]
    """The names of its operations, in order; where a name is the beginning of several, all of
    them that no other chapter names in full."""


def _phases() -> Iterator[Chapter]:
    """Yield the phases of a tournament: its commands, and what is read beside them."""
    beside = {
        "Plan": ("tournaments_sizes",),
        "Entrants": ("tournaments_entrants", "tournaments_players_csv"),
        "Stages": ("tournaments_cut", "tournaments_bracket"),
        "Rounds": (
            "tournaments_proposal",
            "tournaments_alternatives",
            "tournaments_rounds",
            "tournaments_pairings_csv",
        ),
        "Results": ("tournaments_standings", "tournaments_standings_csv"),
    }
    for section in command_sections:
        commands = (f"tournaments_command_{name}" for name in section.names())
        read = beside.get(section.title, ())
        title = f"Tournaments: {section.title[0].lower()}{section.title[1:]}"
        yield Chapter(title, section.words, (*commands, *read))


CHAPTERS = (
    Chapter(
        "Clubs and boxes",
        "The clubs of this server, what is in their boxes, and who finds what.",
        ("clubs_", "boxes_", "visibility_"),
    ),
    Chapter(
        "Members",
        "Who is what in a club, how people join, and who says that they are which player.",
        ("members_", "invitations_", "claims_"),
    ),
    Chapter(
        "Your account",
        "The API tokens that an account makes for itself.",
        ("account_",),
    ),
    Chapter(
        "Players",
        "Who plays in a club: added, imported, merged, linked to accounts.",
        ("players_",),
    ),
    Chapter("Games", "What Kaiten knows of each game: seats, options, events, words.", ("games_",)),
    Chapter(
        "Matches: begin and find",
        "One sitting of a game, at a table, online or between bots.",
        (
            *("matches_create", "matches_list", "matches_read"),
            *("matches_branch", "matches_branches"),
        ),
    ),
    Chapter(
        "Matches: play and look",
        "What a match waits for, what a seat may choose, and what each viewer may know.",
        (
            *("matches_needs", "matches_choices", "matches_play", "matches_notation"),
            *("matches_chance", "matches_state", "matches_events"),
        ),
    ),
    Chapter(
        "Following live",
        "What happens as it happens: streams that stay open and go on where they were.",
        ("matches_stream", "tournaments_stream", "ladders_stream", "clubs_stream"),
    ),
    Chapter(
        "Matches: correct",
        "Undo, amend, annotate and override; nothing is ever removed.",
        ("matches_rewind", "matches_amend_preview", "matches_amend", "matches_"),
    ),
    Chapter(
        "Matches: comments",
        "What people write on the steps of a match that is over, for everybody or for their club.",
        ("matches_comments", "matches_comment", "matches_take_away"),
    ),
    Chapter(
        "Matches: end",
        "A result from a slip or from an arbiter, an early end, and the way back.",
        (
            *(
                "matches_count",
                "matches_report",
                "matches_stop",
                "matches_rule",
                "matches_takeover",
            ),
            *("matches_takeover", "matches_abandon", "matches_void", "matches_reopen"),
        ),
    ),
    Chapter(
        "Matches: records",
        "A match as a file, verified; files and lists of past results as matches.",
        ("matches_export", "matches_verify", "imports_", "results_"),
    ),
    Chapter(
        "Tournaments",
        "Begin one, find one, ask what to do next and what a command would change.",
        (
            *("tournaments_presets", "tournaments_create", "tournaments_list", "tournaments_read"),
            *("tournaments_advice", "tournaments_preview", "tournaments_events", "tournaments_"),
        ),
    ),
    *_phases(),
    Chapter("Seasons", "Evenings that add up to a champion.", ("seasons_",)),
    Chapter(
        "Ladders",
        "Rating lists: who stands where, why, and what a table would change.",
        ("ladders_", "players_ratings", "players_record", "matches_ratings"),
    ),
    Chapter(
        "Webhooks",
        "Who else hears what happens in a club, and what they have got; `docs/webhooks.md` says "
        "how a receiver checks it.",
        ("webhooks_",),
    ),
    Chapter("Bots", "Batches of matches between bots, and what their results mean.", ("batches_",)),
)


def chapter_of(name: str) -> tuple[int, int]:
    """Return where an operation stands: its chapter, and its place there."""
    found = [
        (len(start), chapter, place)
        for chapter, (_, _, names) in enumerate(CHAPTERS)
        for place, start in enumerate(names)
        if name == start or (start.endswith("_") and name.startswith(start))
    ]
    _, chapter, place = max(found)
    return chapter, place


def bind_chapters(result: dict[str, Any], **_context: Any) -> dict[str, Any]:
    """Put the operations of a description into their chapters, in the order of the contents."""
    first: dict[str, tuple[int, int]] = {}
    for path, methods in result["paths"].items():
        for operation in methods.values():
            at = chapter_of(operation["operationId"])
            operation["tags"] = [CHAPTERS[at[0]].title]
            first[path] = min(at, first.get(path, at))
    result["paths"] = dict(sorted(result["paths"].items(), key=lambda item: first[item[0]]))
    result["tags"] = [{"name": chapter.title, "description": chapter.words} for chapter in CHAPTERS]
    return result
