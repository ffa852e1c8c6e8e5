"""Where one tap of undo or redo leads: versions of the log that a rewind points at."""

from games.core.events import Chance
from replays.effective import Node, ply_of
from replays.envelope import BOT
from replays.events import LogAmended, LogRewound, MatchCounted
from replays.log import Log


def undo_to(log: Log, *, choices_only: bool = False) -> int | None:
    """Return the version at which the last thing that changed the record had not happened yet.

    What bots and their luck did beside people goes with the choice that people take back: left
    standing at a bot's turn, the bot would only play again. With `choices_only` so does what chance
    was written to have done unseen, in one append with that choice.
    """
    node: Node | None = log.nodes[log.version]
    while node is not None and not (_changes_record(node) and node.entry.actor != BOT):
        node = node.parent
    while choices_only and node is not None and node.parent and _came_along(node, node.parent):
        node = node.parent
    if node is None or node.parent is None:
        return None
    return node.parent.entry.version


def redo_to(log: Log, *, choices_only: bool = False) -> int | None:
    """Return the version that takes the last undo back, or None if there is none to take back."""
    undone: list[Node] = []
    for entry in log.entries[1:]:
        before, after = log.nodes[entry.version - 1], log.nodes[entry.version]
        if not isinstance(entry.event, LogRewound):
            if after is not before:
                undone.clear()
        elif undone and after is undone[-1]:
            undone.pop()
        else:
            left = _left_behind(before, after)
            undone = [] if left is None else undone + left
    if not undone:
        return None
    node = undone.pop()
    while choices_only and undone and _came_along(undone[-1], node):
        node = undone.pop()
    return node.entry.version


def _came_along(node: Node, before: Node) -> bool:
    """Say whether a node is chance that was written in one append with the node before it."""
    return (
        node.ply is not None
        and before.ply is not None
        and isinstance(node.ply.event, Chance)
        and node.entry.recorded_at == before.entry.recorded_at
    )


def _left_behind(start: Node, goal: Node) -> list[Node] | None:
    """Return the nodes from `start` back to just before `goal`, or None if that is another line."""
    passed: list[Node] = []
    node: Node | None = start
    while node is not None and node is not goal:
        passed.append(node)
        node = node.parent
    return passed if node is goal else None


def _changes_record(node: Node) -> bool:
    event = node.entry.event
    return isinstance(event, LogAmended | MatchCounted) or ply_of(node.entry) is not None
