"""Games of installed packages: those that can be used are registered, the others left out."""

from pathlib import Path
from typing import Any

import pytest

from games.core.contract import AnyRules
from games.core.events import Choice, all_or_nothing, event_class, event_type, event_types
from games.core.quick_check import GameRefused, require_contract
from games.core.upcasting import steps, upcaster
from games.plain.engine import Plain
from games.registry import BUILT_IN, games, left_out, register, rules_of
from tests.games.packages import GAME, asked, install

NIM, DRAFT = GAME.format(slug="nim"), GAME.format(slug="draft")
REPORT = """
import json
from games.core import events, upcasting
from games.registry import games, left_out
known = ("sushi", "plain")
print(json.dumps({
    "games": [[rules.slug, type(rules).__module__] for rules in games()],
    "left_out": {out.package: [out.name, out.version, out.reason] for out in left_out()},
    "types": [name for name in events._classes if not name.startswith(known)],
    "steps": [type_ for type_, _ in upcasting.steps if not type_.startswith(known)],
}))
"""

BROKEN = {
    "import-error": ("import no_such_module", "ModuleNotFoundError: No module named"),
    "syntax-error": ("def game(:", "SyntaxError"),
    "leaves": ("import sys; sys.exit(3)", "SystemExit: 3"),
    "no-object": (DRAFT.replace("class Game", "class Other"), "AttributeError"),
    "no-rules": ("class Game: slug = 'bare'", "it lacks counts_are_linked, reported_only, seats"),
    "not-callable": (f"{DRAFT}    needs = ()\n", "it lacks needs"),
    "bad-slug": (GAME.format(slug="Nim"), "'Nim' is no slug"),
    "own-slug": (GAME.format(slug="match"), "the slug match is Kaiten's own"),
    "one-seat": (f"{DRAFT}    seats = range(1, 3)\n", "its seats are range(1, 3)"),
    "nine-seats": (f"{DRAFT}    seats = range(2, 10)\n", "it takes 9 seats, and 8 is the most"),
    "listed-seats": (f"{DRAFT}    seats = [2, 3]\n", "its seats are [2, 3]"),
    "no-version": (f"{DRAFT}    version = 0\n", "its version is no number from 1 on"),
    "no-name": (f"{DRAFT}    words = {{}}\n", "its words lack game.name"),
    "no-start": (
        f"{DRAFT}    def start(self, setup): raise OSError('no box')\n",
        "OSError: no box",
    ),
    "no-needs": (f"{DRAFT}    def needs(self, state): return ('guess',)\n", "no tuple of Need"),
    "no-scores": (
        f"{DRAFT}    def outcome(self, state):\n        state.seats += 1\n"
        "        return Plain.outcome(self, state)\n",
        "its outcome does not fit the seats",
    ),
    "no-text": (
        f"{DRAFT}    def text_board(self, state): return ''\n",
        "TypeError: Game.text_board()",
    ),
    "foreign-type": (
        f"{DRAFT}\n@event_type('other.won')\nclass Won(Choice, frozen=True): pass\n",
        "it registers other.won, which is not under its slug",
    ),
    "foreign-step": (
        f"{DRAFT}\n@upcaster('sushi_bar.dice_rolled', from_schema=9)\ndef more(data): pass\n",
        "it registers sushi_bar.dice_rolled, which is not under its slug",
    ),
    "clashing-type": (
        f"{DRAFT}\nimport games.sushi_bar.events\n"
        "@event_type('sushi_bar.dice_rolled')\nclass Won(Choice, frozen=True): pass\n",
        "event type sushi_bar.dice_rolled is taken by",
    ),
    "others-events": (
        "from games.sushi_bar.engine import SushiBar\n"
        "class Game(SushiBar):\n    slug = 'sushi_pub'\n",
        "is not one of its own event types",
    ),
    "built-in": (GAME.format(slug="sushi_bar"), "the slug sushi_bar is taken by games.sushi_bar"),
}


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What a process says that finds a good package, its double and many broken ones."""
    folder = tmp_path_factory.mktemp("packages")
    for name, (text, _) in BROKEN.items():
        install(folder, name, text)
    install(folder, "kaiten-nim", NIM, entry="nim = kaiten_nim:Game")
    install(folder, "the-other-nim", NIM, entry="nim = the_other_nim:Game")
    install(
        folder,
        "kaiten-instance",
        GAME.format(slug="sticks") + "game = Game()\n",
        entry="sticks = kaiten_instance:game",
    )
    install(folder, "no-address", NIM, entry="bad = not an address!")
    return asked(folder, REPORT)


def test_a_class_or_an_instance_is_registered_after_the_games_of_kaiten(found: Any) -> None:
    own = [["nim", "kaiten_nim"], ["sticks", "kaiten_instance"]]
    assert found["games"][len(BUILT_IN) :] == own
    assert found["games"][: len(BUILT_IN)] == [
        [rules.slug, type(rules).__module__] for rules in games()[: len(BUILT_IN)]
    ]


@pytest.mark.parametrize("package", BROKEN)
def test_a_package_that_cannot_be_used_is_left_out_with_its_reason(
    found: Any, package: str
) -> None:
    name, version, reason = found["left_out"][package]
    assert (name, version) == (package.replace("-", "_"), "1.2")
    assert BROKEN[package][1] in reason


def test_of_two_packages_with_one_slug_the_first_by_name_is_used(found: Any) -> None:
    name, _, reason = found["left_out"]["the-other-nim"]
    assert name == "nim"
    assert "event type nim.taken is taken by kaiten_nim.Taken" in reason


def test_an_entry_point_that_is_no_address_is_left_out(found: Any) -> None:
    assert "no-address" in found["left_out"]
    assert len(found["left_out"]) == len(BROKEN) + 2


def test_what_a_package_registered_before_it_failed_is_forgotten(found: Any) -> None:
    assert found["types"] == ["nim.taken", "sticks.taken"]
    assert found["steps"] == ["nim.taken", "sticks.taken"]


def test_a_second_game_of_a_package_whose_first_is_broken_keeps_its_events(tmp_path: Path) -> None:
    package = install(
        tmp_path, "two-games", "", entry="a = two_games.bad:Game\nb = two_games.nim:Game"
    )
    (package / "bad.py").write_text("import two_games.nim\nraise OSError('no box')")
    (package / "nim.py").write_text(NIM)
    found = asked(tmp_path, REPORT)
    assert found["games"][-1] == ["nim", "two_games.nim"]
    assert found["types"] == ["nim.taken"]
    assert [out[0] for out in found["left_out"].values()] == ["a"]


def test_a_package_that_registers_its_game_by_hand_and_fails_is_forgotten_too(
    tmp_path: Path,
) -> None:
    install(tmp_path, "by-hand", f"{NIM}\nfrom games.registry import register\nregister(Game())\n")
    found = asked(tmp_path, REPORT)
    assert "the slug nim is taken" in found["left_out"]["by-hand"][2]
    assert len(found["games"]) == len(BUILT_IN)


def test_without_packages_nothing_is_left_out() -> None:
    assert left_out() == ()


class Impostor(Plain):
    slug = "sushi_bar"


def test_a_game_is_never_put_in_the_place_of_another() -> None:
    before = rules_of("sushi_bar")
    register(before)
    with pytest.raises(ValueError, match="the slug sushi_bar is taken by games"):
        register(Impostor())
    assert rules_of("sushi_bar") is before


@pytest.mark.parametrize("rules", games(), ids=lambda rules: rules.slug)
def test_every_game_passes_the_quick_check(rules: AnyRules) -> None:
    require_contract(rules)


def _done_nothing() -> None:
    """Register a type and its upcaster, and fail."""
    with all_or_nothing() as new_types:
        done = event_type("nothing.done")(type("Done", (Choice,), {}, frozen=True))
        upcaster("nothing.done", from_schema=1)(dict)
        assert new_types() == {"nothing.done"}
        assert event_class("nothing.done") is done
        raise GameRefused("it was only a test")


def test_types_and_upcasters_of_a_block_that_fails_are_forgotten() -> None:
    with pytest.raises(GameRefused):
        _done_nothing()
    assert event_types("nothing") == ()
    assert ("nothing.done", 1) not in steps


def _two_steps() -> None:
    with all_or_nothing():
        for step in (dict, list):
            upcaster("nothing.done", from_schema=1)(step)


def test_a_step_is_never_put_in_the_place_of_another() -> None:
    with pytest.raises(ValueError, match=r"nothing.done has a step from schema 1 in"):
        _two_steps()
