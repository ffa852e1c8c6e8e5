"""Laws of words: whatever a person can meet has a text in English and one in French."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

from games.core.contract import AnyRules
from games.core.events import event_types
from games.core.needs import Need
from games.core.viewer import PUBLIC
from games.core.words import CORE_WORDS, LANGUAGES, languages_of
from games.testing.feeds import feed
from games.testing.play import Sitting
from games.testing.refusal_laws import placeholders

_MOSTLY = 0.6
"""Some words are the same in both languages (names, numbers), sentences hardly ever are."""


def law_words_are_complete(rules: AnyRules) -> None:
    """Game, options, events, fields and every code in the source have words."""
    keys = {"game.name", "game.blurb", *_option_keys(rules)}
    for cls in event_types(rules.slug):
        keys.add(f"event.{cls.type.removeprefix(f'{rules.slug}.')}")
        keys.update(f"field.{name}" for name in cls.__struct_fields__)
    keys.update(f"code.{code}" for code in codes_in_source(rules))
    require_keys(rules, keys)


def law_words_cover_play(sitting: Sitting) -> None:
    """Needs, components, fields and scoring rules that come up in play have words."""
    rules = sitting.rules
    keys: set[str] = set()
    for state, _ in sitting.states():
        keys.update(key for need in rules.needs(state) for key in _need_keys(need))
    for lines in rules.outcome(sitting.last).breakdown:
        keys.update(f"rule.{line.rule}" for line in lines)
    require_keys(rules, keys)


def law_words_are_sound(rules: AnyRules) -> None:
    """Each entry has two different texts with the same placeholders; a game may lack French."""
    same = 0
    for key, texts in rules.words.items():
        if isinstance(texts, str):
            assert texts == texts.strip() != "", key
            continue
        assert len(texts) == len(LANGUAGES), key
        assert all(text == text.strip() != "" for text in texts), key
        assert placeholders(texts[0]) == placeholders(texts[1]), key
        same += texts[0] == texts[1]
        if key.startswith("code."):
            assert texts[0] != texts[1], key
    assert same <= (1 - _MOSTLY) * len(rules.words), "French repeats English"


def law_core_words_are_sound() -> None:
    """The shared codes have two different texts with the same placeholders."""
    for key, (english, french) in CORE_WORDS.items():
        assert english != french, key
        assert placeholders(english) == placeholders(french), key


def law_everything_is_told(sitting: Sitting) -> None:
    """Events and boards, also as the public knows them, have a text in both languages."""
    rules, setup, labels = sitting.rules, sitting.setup, sitting.labels
    entries = list(feed(rules, setup, sitting.events, PUBLIC))
    different = 0
    for (state, event), entry in zip(sitting.states(), entries, strict=True):
        view = rules.view(state, PUBLIC)
        for position, fact in ((state, event), (view, entry.event)):
            english, french = (
                rules.describe(position, fact, labels, language) for language in LANGUAGES
            )
            assert english.strip()
            assert french.strip()
            assert "{" not in english + french
            different += english != french
            for language in LANGUAGES:
                assert rules.text_board(position, labels, language).strip()
    for language in LANGUAGES:
        assert rules.text_board(sitting.last, labels, language).strip()
    if "fr" in languages_of(rules.words):
        assert different >= _MOSTLY * 2 * len(sitting.events), "French repeats English"


def require_keys(rules: AnyRules, keys: set[str]) -> None:
    """Every key has words in the game or in the core."""
    missing = sorted(key for key in keys if key not in rules.words and key not in CORE_WORDS)
    assert not missing, f"{rules.slug} has no words for {missing}"


def codes_in_source(rules: AnyRules) -> set[str]:
    """Return the literal codes of refusals in the modules of a game."""
    module = sys.modules[type(rules).__module__]
    own = Path(str(module.__file__))
    codes: set[str] = set()
    for path in sorted(own.parent.glob("*.py")) if module.__package__ else [own]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == "RuleViolation"
                and node.args
                and isinstance(node.args[0], ast.Constant)
            ):
                codes.add(str(node.args[0].value))
    return codes


def _option_keys(rules: AnyRules) -> Iterator[str]:
    for option in rules.options():
        yield f"option.{option.name}"
        yield f"option.{option.name}.help"
        for choice in option.choices:
            yield f"option.{option.name}.{choice}"


def _need_keys(need: Need) -> Iterator[str]:
    yield f"need.{need.kind}"
    for form in need.forms:
        for field in form.fields:
            yield f"field.{field.name}"
            for item in field.of:
                if isinstance(item, str):
                    yield f"component.{item}"
