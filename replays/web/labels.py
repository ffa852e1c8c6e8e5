"""What stands on a button: of a sentence only what tells it apart from those beside it."""

from collections.abc import Iterator, Sequence

MOST_OF_AN_ARTICLE = 4
MANY = 8
"""Beside so many drawings there is no room for words that only some of them need."""
_KEPT = 3
_MARKS = ",;: "


def short_labels(sentences: Sequence[str]) -> list[str]:
    """Return sentences without the words with which all of them begin or end."""
    if len(sentences) < 2:
        return list(sentences)
    words = [sentence.split(" ") for sentence in sentences]
    shortest = min(map(len, words))
    start = sum(1 for _ in _same(words, range(shortest)))
    end = sum(1 for _ in _same(words, range(-1, start - shortest - 1, -1)))
    if start + end == shortest:
        # One of them says nothing else: a few words stay, so that it says something.
        start = max(0, start - _KEPT)
    return [" ".join(some[start : len(some) - end]).strip(_MARKS) for some in words]


def labels_beside(labels: Sequence[str], names: Sequence[Sequence[str]]) -> list[str]:
    """Return labels as they stand beside pieces that are drawn, `names` being those of each.

    A label that says no more than the pieces is empty; what follows from it is left out.
    """
    pairs = [(label.partition(". ")[0], some) for label, some in zip(labels, names, strict=True)]
    rest = [_without(label, some) for label, some in pairs]
    if all(rest) and all(_begins_with(label, some) for label, some in pairs):
        return short_labels(rest)
    if len(labels) > MANY and not all(rest):
        return [""] * len(labels)
    # A name in the middle belongs to what is said around it.
    return [label if more else "" for (label, _), more in zip(pairs, rest, strict=True)]


def _same(words: Sequence[list[str]], places: range) -> Iterator[int]:
    for place in places:
        if len({some[place] for some in words}) > 1:
            return
        yield place


def _without(label: str, names: Sequence[str]) -> str:
    """Return what a label says besides names; an article says nothing."""
    for name in names:
        place = label.casefold().find(name.casefold())
        if place >= 0:
            label = label[:place] + label[place + len(name) :]
    letters = [letter for letter in label if letter.isalnum()]
    is_article = len(letters) <= MOST_OF_AN_ARTICLE and not any(map(str.isdigit, letters))
    return "" if is_article else label.strip(_MARKS + ".")


def _begins_with(label: str, names: Sequence[str]) -> bool:
    return bool(names) and label.casefold().startswith(names[0].casefold())
