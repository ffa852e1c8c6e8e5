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
CONFIRM = "match.confirm"
"""To say for a seat that the result is right."""
IMPORT = "match.import"
BRANCH = "match.branch"
"""To play on from a step of a match that is over."""
REWIND = "log.rewind"
AMEND = "log.amend"
ANNOTATE = "log.annotate"
COMMENT = "log.comment"
"""To write a comment that others read; a note for the scorekeepers is an annotation."""
ERASE = "log.erase"
"""To take away the comments of others."""
OVERRIDE = "log.override"
READ_ACTORS = "log.read_actors"
"""To see who did what."""
READ_COMMENTS = "log.read_comments"
"""To read the comments that are for the club."""

WRITES = frozenset(
    {CREATE, PLAY, REPORT, STOP, REOPEN, ABANDON, VOID, RULE, TAKE_OVER, CONFIRM, IMPORT, BRANCH}
    | {REWIND, AMEND, ANNOTATE, COMMENT, ERASE, OVERRIDE}
)
