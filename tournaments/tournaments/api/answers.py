"""The shape of what tournaments answer with; `tournament_shapes` makes it."""

from typing import get_args

from rest_framework import serializers

from tournaments.people.api.answers import Answer
from tournaments.tournaments.director.parts import Kind, Origin
from tournaments.tournaments.models import TableStatus, TournamentStatus

EXACT = "An exact number such as 7 or 7/2."


def _numbers(**fields: object) -> serializers.ListField:
    return serializers.ListField(child=serializers.IntegerField(), **fields)  # type: ignore[arg-type]


class TournamentAnswer(Answer):
    id = serializers.UUIDField()
    club = serializers.UUIDField()
    title = serializers.CharField()
    day = serializers.DateField(allow_null=True)
    open_evening = serializers.BooleanField()
    status = serializers.CharField(help_text=f"One of: {', '.join(TournamentStatus.values)}.")
    stage = serializers.IntegerField(help_text="The stage that is played; 0 before the first.")
    round = serializers.IntegerField(help_text="Its newest round; 0 before the first.")
    entrants = serializers.IntegerField(help_text="How many there are.")
    version = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)


class StageAnswer(Answer):
    number = serializers.IntegerField()
    status = serializers.CharField(help_text="planned, running or closed.")
    rules = serializers.DictField(help_text="As `set_stage` takes them.")
    seeds = _numbers(help_text="Its entrants, best seed first.")
    alternates = _numbers()
    rounds = _numbers(help_text="The rounds that are announced.")
    proposal = serializers.IntegerField(
        allow_null=True, help_text="The round that is proposed and not announced."
    )


class TournamentDetailAnswer(TournamentAnswer):
    ruleset = serializers.IntegerField()
    seed = serializers.CharField(help_text="Every lot that is drawn follows from it.")
    present = _numbers(help_text="The entrants who are there.")
    stages = StageAnswer(many=True)
    kept_apart = serializers.ListField(
        child=_numbers(),
        allow_null=True,
        help_text="Groups that are not to meet, for organisers only; null for others.",
    )


class EntrantAnswer(Answer):
    entrant = serializers.IntegerField()
    player = serializers.UUIDField()
    label = serializers.CharField()  # type: ignore[assignment]
    present = serializers.BooleanField()
    dropped = serializers.BooleanField()
    affiliation = serializers.CharField()
    place = serializers.IntegerField(allow_null=True, help_text="The final place.")
    fixed_tables = _numbers(
        allow_null=True, help_text="Tables to sit at, for organisers only; null for others."
    )


class PartAnswer(Answer):
    round = serializers.IntegerField()
    table = serializers.IntegerField(allow_null=True)
    why = serializers.CharField()
    points = serializers.CharField(help_text=EXACT)
    place = serializers.IntegerField(allow_null=True)
    counts = serializers.BooleanField(help_text="False for a match that was left out.")


class StandingAnswer(Answer):
    entrant = serializers.IntegerField()
    label = serializers.CharField()  # type: ignore[assignment]
    place = serializers.IntegerField(allow_null=True, help_text="Null: listed without a rank.")
    shared = serializers.BooleanField()
    dropped = serializers.BooleanField()
    points = serializers.CharField(allow_null=True, help_text=EXACT)
    values = serializers.ListField(
        child=serializers.CharField(), help_text="One per tie-break, exact."
    )
    decided_by = serializers.CharField(
        allow_null=True, help_text="The tie-break that put it below the line above."
    )
    played = serializers.IntegerField()
    parts = PartAnswer(many=True, help_text="What each round brought.")


class TieBreakAnswer(Answer):
    code = serializers.CharField()
    definition = serializers.CharField()


class StandingsAnswer(Answer):
    tournament = serializers.UUIDField()
    version = serializers.IntegerField()
    stage = serializers.IntegerField(help_text="0: the whole tournament, the later stage first.")
    tie_breaks = TieBreakAnswer(many=True)
    standings = StandingAnswer(many=True)


class TableSeatAnswer(Answer):
    seat = serializers.IntegerField(help_text="Counted from 0.")
    entrant = serializers.IntegerField()
    label = serializers.CharField()  # type: ignore[assignment]
    place = serializers.IntegerField(allow_null=True)
    score = serializers.IntegerField(allow_null=True)
    points = serializers.CharField(allow_null=True, help_text=EXACT)
    absent = serializers.BooleanField()
    reported = serializers.BooleanField()


class TableAnswer(Answer):
    table = serializers.IntegerField()
    game = serializers.CharField()
    match = serializers.UUIDField()
    status = serializers.CharField(help_text=f"One of: {', '.join(TableStatus.values)}.")
    kind = serializers.ChoiceField(
        choices=list(get_args(Kind)), allow_null=True, help_text="Null without a result."
    )
    origin = serializers.ChoiceField(choices=list(get_args(Origin)), allow_null=True)
    called = serializers.BooleanField(help_text="Whether it waits for an arbiter.")
    extra_seconds = serializers.IntegerField()
    seats = TableSeatAnswer(many=True)


class ClockAnswer(Answer):
    seconds = serializers.IntegerField(help_text="How long the round lasts.")
    gone = serializers.IntegerField(help_text="Seconds that had passed when it last stood still.")
    since = serializers.DateTimeField(
        allow_null=True, help_text="When it was last started; null while it stands still."
    )


class RoundAnswer(Answer):
    stage = serializers.IntegerField()
    round = serializers.IntegerField()
    complete = serializers.BooleanField()
    tables = TableAnswer(many=True)
    byes = _numbers()
    absent = _numbers()
    clock = ClockAnswer(allow_null=True)


class RoundsAnswer(Answer):
    tournament = serializers.UUIDField()
    version = serializers.IntegerField()
    rounds = RoundAnswer(many=True)


class FiguresAnswer(Answer):
    broken = serializers.IntegerField(
        allow_null=True, help_text="Constraints that do not hold; null for the public."
    )
    bye_scores = serializers.CharField(help_text=EXACT)
    repeats = serializers.IntegerField()
    small_tables = serializers.IntegerField()
    scores = serializers.CharField(help_text=EXACT)
    clubs = serializers.IntegerField()
    seats = serializers.IntegerField()


class ReasonAnswer(Answer):
    code = serializers.CharField(
        help_text="`organisers_constraint` stands for what only organisers know."
    )
    entrants = _numbers()
    amount = serializers.CharField(help_text=EXACT)


class ProposedTableAnswer(Answer):
    table = serializers.IntegerField()
    entrants = _numbers(help_text="In seat order.")
    locked = serializers.BooleanField()
    figures = FiguresAnswer()
    reasons = ReasonAnswer(many=True)


class BrokenAnswer(Answer):
    code = serializers.CharField()
    entrants = _numbers()
    table = serializers.IntegerField(allow_null=True)


class ProposalAnswer(Answer):
    tournament = serializers.UUIDField()
    version = serializers.IntegerField()
    stage = serializers.IntegerField()
    round = serializers.IntegerField()
    stale = serializers.BooleanField(help_text="Whether it has to be proposed anew.")
    by_hand = serializers.BooleanField()
    aims = serializers.ListField(child=serializers.CharField())
    tables = ProposedTableAnswer(many=True)
    byes = _numbers()
    figures = FiguresAnswer()
    broken = BrokenAnswer(many=True, help_text="For organisers only; empty for others.")


class BracketSlotAnswer(Answer):
    entrant = serializers.IntegerField(allow_null=True)
    label = serializers.CharField()  # type: ignore[assignment]
    vacant = serializers.CharField(help_text="`open`, `nobody`, or empty for an entrant.")
    place = serializers.IntegerField(allow_null=True)
    through = serializers.BooleanField()


class BracketLinkAnswer(Answer):
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    place = serializers.IntegerField()
    slot = serializers.IntegerField()


class BracketTableAnswer(Answer):
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    side = serializers.CharField()
    state = serializers.CharField()
    is_final = serializers.BooleanField()
    match = serializers.UUIDField(allow_null=True)
    column = serializers.IntegerField()
    row = serializers.IntegerField()
    height = serializers.IntegerField()
    links = BracketLinkAnswer(many=True, help_text="Which slots wait for which tables.")
    slots = BracketSlotAnswer(many=True)


class BracketAnswer(Answer):
    tournament = serializers.UUIDField()
    version = serializers.IntegerField()
    stage = serializers.IntegerField()
    rows = serializers.IntegerField()
    tables = BracketTableAnswer(many=True)


class CutAnswer(Answer):
    tournament = serializers.UUIDField()
    version = serializers.IntegerField()
    stage = serializers.IntegerField()
    begun = serializers.BooleanField()
    inside = _numbers()
    alternates = _numbers(help_text="In the order they step in.")
    tied_on_line = _numbers()
    decided_by = serializers.CharField(allow_null=True)
    undecided = _numbers()
    open_places = serializers.IntegerField()


class LogEntryAnswer(Answer):
    version = serializers.IntegerField()
    type = serializers.CharField()
    at = serializers.DateTimeField()
    actor = serializers.CharField(allow_null=True, help_text="For organisers only.")
    payload = serializers.DictField()
    note = serializers.CharField(allow_null=True, help_text="For organisers only.")
    hidden = serializers.BooleanField(help_text="Whether something was left out.")


class DirectedAnswer(Answer):
    tournament = serializers.UUIDField()
    first_version = serializers.IntegerField()
    last_version = serializers.IntegerField()
    repeated = serializers.BooleanField(
        help_text="Whether nothing new was written: it was done before, or was so already."
    )
