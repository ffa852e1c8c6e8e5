"""A name as people paste it: on one line, a nickname with it if there is one."""

import re
from itertools import takewhile

_NICKNAME = re.compile(r"""[(\["“«]([^()\[\]"“”«»]*)[)\]"”»]""")
"""In brackets or quotes, wherever it stands; behind a comma it needs neither."""
_SHORTEST_IN_CAPITALS = 3


def split_name(line: str) -> tuple[str, str, str]:
    """Return the first name, the last name and the nickname that stand on a line."""
    # Copied out of a spreadsheet, cells are a tab apart.
    if "\t" in (tabbed := line.strip()):
        first, last, nickname = ([cell.strip() for cell in tabbed.split("\t")] + [""])[:3]
        return first, last, nickname
    found = _NICKNAME.search(line)
    if found is not None:
        whole, called = f"{line[: found.start()]} {line[found.end() :]}", found[1]
    else:
        whole, _comma, called = line.replace(";", ",").partition(",")
    return *_in_order(whole.split()), called.strip()


def _in_order(words: list[str]) -> tuple[str, str]:
    """Return the first name before the last; DUPONT Marie says by its capitals which is which."""
    capitals = list(takewhile(str.isupper, words))
    at = len(capitals) if any(len(one) >= _SHORTEST_IN_CAPITALS for one in capitals) else 0
    if 0 < at < len(words):
        return " ".join(words[at:]), " ".join(capitals)
    return " ".join(words[:1]), " ".join(words[1:])
