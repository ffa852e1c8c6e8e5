"""What an actor may be permitted to do: the words that doors ask `ports.policy().may` with."""

CREATE = "match.create"
PLAY = "match.play"
REPORT = "match.report"
STOP = "match.stop"
REOPEN = "match.reopen"
ABANDON = "match.abandon"
VOID = "match.void"
RULE = "match.rule"
TAKE_OVER = "match.take_over"
IMPORT = "match.import"
REWIND = "log.rewind"
AMEND = "log.amend"
ANNOTATE = "log.annotate"
OVERRIDE = "log.override"
READ_ACTORS = "log.read_actors"
"""To see who did what."""

WRITES = frozenset(
    {CREATE, PLAY, REPORT, STOP, REOPEN, ABANDON, VOID, RULE, TAKE_OVER, IMPORT}
    | {REWIND, AMEND, ANNOTATE, OVERRIDE}
)
