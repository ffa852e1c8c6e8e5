"""The guides: one for who runs an evening, one for who keeps score at a table.

They are data, so that one page shows them all and a test can look at them. What a button says
stands in `WORDS` once and is put into sentences as `%(name)s`: it reads as on its own page.
"""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

WORDS: dict[str, Promise] = {
    "accept": _("Accept this"),
    "add_entrants": _("Add entrants"),
    "announce": _("Announce the round"),
    "board": _("Board"),
    "check_everybody": _("Check everybody in"),
    "check_in": _("Check in"),
    "close_without": _("Close without"),
    "correct": _("Correct"),
    "correct_it": _("Correct it"),
    "create": _("Create it"),
    "drops_out": _("%(name)s drops out"),
    "drop_it": _("Drop it"),
    "enter": _("Enter them"),
    "entrants": _("Entrants"),
    "finish": _("Finish the tournament"),
    "log": _("Log"),
    "login_send": _("Log in and send"),
    "more": _("More"),
    "new_tournament": _("New tournament"),
    "next_step": _("Next step"),
    "offline": _("Offline"),
    "others_swap": _("Swap the two"),
    "print": _("Print"),
    "record_match": _("Record a match"),
    "record_moves": _("Record this match move by move"),
    "repair": _("Repair the round"),
    "report": _("Report the result"),
    "ruling": _("Give a ruling"),
    "saved": _("Saved"),
    "screen": pgettext_lazy("room", "Screen"),
    "show_changes": _("Show what it would change"),
    "something_wrong": _("Something is wrong"),
    "take_pen": _("Take the pen"),
    "tournaments": _("Tournaments"),
    "try_again": _("Try again"),
    "undo": _("Undo"),
    "undo_last": _("Undo: %(what)s"),
    "waiting": _("Waiting for a decision"),
}
"""What buttons, tabs and headings say, by the name that sentences use."""


class Picture(NamedTuple):
    """A picture of a real page, which `make pictures` takes in every language."""

    name: str
    width: int
    height: int

    def path(self, language: str) -> str:
        """Return where the static file of a language lies."""
        return f"tournaments/help/{language}/{self.name}.webp"


def _desk(name: str) -> Picture:
    return Picture(name, 960, 600)


def _phone(name: str) -> Picture:
    return Picture(name, 390, 700)


class Step(NamedTuple):
    """One thing to do, or one thing that goes wrong and what to do then."""

    title: Promise
    text: Promise
    picture: Picture | None = None

    @property
    def html(self) -> SafeString:
        """The sentences, with what buttons say set off from the rest."""
        said = {
            name: format_html("<b>{}</b>", str(words) % {"what": "…", "name": "…"})
            for name, words in WORDS.items()
        }
        return mark_safe(escape(self.text) % said)  # noqa: S308  (all of it is escaped)


class Guide(NamedTuple):
    """A page of help."""

    name: str
    title: Promise
    lead: Promise
    steps: Sequence[Step]
    troubles: Sequence[Step]


ORGANISER = Guide(
    "organiser",
    _("An evening for its organiser"),
    _("A Friday night from the first name to the podium. The console always says what comes next."),
    (
        Step(
            _("Create the tournament"),
            _(
                "%(tournaments)s, %(new_tournament)s: a format, a game, how many you expect. "
                "Every format brings rules that work as they are. %(create)s leads to the "
                "entrants."
            ),
        ),
        Step(
            _("Let people in"),
            _(
                "Under %(add_entrants)s, tick people of the club or type the name of a guest,"
                " then %(enter)s. Whoever is in the room is checked in: one by one, or all "
                "with %(check_everybody)s. Only those are given a table."
            ),
            _desk("entrants"),
        ),
        Step(
            _("Pair and announce"),
            _(
                "%(next_step)s proposes a round and says why it is a good one. Swap two "
                "people by tapping both, then %(others_swap)s; nobody sees a proposal before "
                "%(announce)s."
            ),
            _desk("proposal"),
        ),
        Step(
            _("Tell the room"),
            _(
                "%(screen)s is a page for a projector: tables, names, clock, standings, one "
                "after the other. %(print)s has pairings by table and by name, and slips for "
                "the results."
            ),
            _desk("screen"),
        ),
        Step(
            _("Enter the slips"),
            _(
                "Type the scores of a table in one line, such as 42 38 38 21, and press "
                "Enter: they are saved, and the next table without a result is ready. Tables "
                "that are recorded on a phone fill in by themselves."
            ),
            _desk("console"),
        ),
        Step(
            _("Round after round, to the podium"),
            _(
                "%(next_step)s leads on: the next round, the cut, the final, and %(finish)s. "
                "Then the podium is on the page, and ladders and season count the evening."
            ),
            _desk("podium"),
        ),
    ),
    (
        Step(
            _("Somebody comes late"),
            _(
                "%(entrants)s: enter them or %(check_in)s, and say what each missed round is "
                "worth. The next round seats them. While a table of a Swiss round has not "
                "begun, %(repair)s can seat them at once."
            ),
        ),
        Step(
            _("Somebody leaves"),
            _(
                "%(entrants)s, … beside the name, %(drops_out)s. What they played counts; no "
                "further round seats them, and they can be brought back."
            ),
        ),
        Step(
            _("A score is wrong"),
            _(
                "%(correct)s at the table, the right scores, %(show_changes)s: standings, "
                "later rounds, season and ladders are told before anything happens. "
                "%(correct_it)s does it, and both results stay in the log."
            ),
        ),
        Step(
            _("You tapped the wrong thing"),
            _("%(undo_last)s stands below the next step and says what it takes back."),
        ),
        Step(
            _("Players disagree"),
            _(
                "Where reports differ, the table stands under %(waiting)s. Open it and "
                "%(accept)s one of them, or %(ruling)s. Until then it has no result."
            ),
        ),
        Step(
            _("The network is gone"),
            _(
                "What you typed stays in its boxes, and the page says that it was not sent. "
                "%(try_again)s sends the same once more; it is never written twice."
            ),
        ),
        Step(
            _("You were logged out"),
            _("%(login_send)s appears beside what was not sent. Nothing typed is lost."),
        ),
    ),
)

SCOREKEEPER = Guide(
    "scorekeeper",
    _("A table for its scorekeeper"),
    _("Recording a match on a phone, while the others play. One tap for each thing that happens."),
    (
        Step(
            _("Open the table"),
            _(
                "In a tournament: your table, %(record_moves)s. Otherwise %(record_match)s on"
                " the first page: the game, and who sits where."
            ),
        ),
        Step(
            _("Tap what happens"),
            _(
                "The strip on top says whose turn it is; below it stands what can happen. "
                "Only what the rules allow can be tapped."
            ),
            _phone("recorder"),
        ),
        Step(
            _("Look things up"),
            _(
                "The bar at the bottom opens the %(board)s, the %(log)s and %(more)s: the "
                "rules, and how deep you record. You may change to scores only at any moment;"
                " what is recorded stays."
            ),
        ),
        Step(
            _("Let everybody agree"),
            _(
                "At the end, pass the phone round: each player says whether the result is "
                "right. Who cannot wait takes %(close_without)s."
            ),
            _phone("result"),
        ),
        Step(
            _("Only the scores"),
            _(
                "A match that nobody records still counts: %(report)s takes the scores, or "
                "just the places."
            ),
        ),
    ),
    (
        Step(
            _("You tapped the wrong thing"),
            _("%(undo)s, on the strip, takes back the last entry, and the one before it."),
        ),
        Step(
            _("Something earlier is wrong"),
            _(
                "%(log)s, then tap the entry: you are shown what would change before you "
                "correct it."
            ),
        ),
        Step(
            _("The network is gone"),
            _(
                "Go on. The strip says %(offline)s and how much is waiting; it is sent by "
                "itself once the network is back, in order and only once. Keep the page open "
                "until it says %(saved)s."
            ),
        ),
        Step(
            _("An entry is refused"),
            _(
                "The page says which rule it breaks and which earlier entries may be the "
                "cause. %(correct_it)s or %(drop_it)s; nothing else is lost."
            ),
        ),
        Step(
            _("Another phone is recording"),
            _("One device at a time writes at a table. %(take_pen)s moves that to yours."),
        ),
        Step(
            _("The result is disputed"),
            _(
                "Whoever disagrees taps %(something_wrong)s instead of agreeing. An arbiter "
                "of the club can reopen the match or decide."
            ),
        ),
    ),
)

GUIDES = {guide.name: guide for guide in (ORGANISER, SCOREKEEPER)}
PICTURES = tuple(
    step.picture for guide in GUIDES.values() for step in guide.steps if step.picture is not None
)
