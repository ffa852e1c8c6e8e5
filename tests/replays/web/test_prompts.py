"""What the recorder offers, made from needs; and back from a form to the event."""

import pytest
from django.http import QueryDict

from games.core.contract import AnyRules
from games.core.errors import RuleViolation
from games.core.events import Choice, event_type
from games.core.matches import make_setup
from games.core.needs import Field, Form, Need, seat_form
from games.registry import rules_of
from games.sushi_bar.events import DiceRolled, RowsLaid
from games.sushi_bar.state import State
from games.sushi_go_party.events import BoxPacked
from replays.web import buttons, prompts
from replays.web.entries import posted_event
from replays.web.prompts import make_prompts
from tests.games.hidden_game.events import Answered, Dealt
from tests.games.nim import Nim
from tests.games.nim import State as NimState
from tests.games.sushi_go_party.position import RULES as PARTY
from tests.games.sushi_go_party.position import Table

LABELS = ["Ada", "Bo"]


def throwing() -> tuple[AnyRules, State]:
    rules = rules_of("sushi_bar")
    state = rules.start(make_setup(rules, seats=2, options={}))
    rules.apply(state, RowsLaid(state.sushi_values, state.bone_values))
    return rules, state


def test_chance_is_asked_for_with_the_fields_of_its_form() -> None:
    rules, state = throwing()

    (prompt,) = make_prompts(rules, state, LABELS, "fr")

    assert prompt.is_chance
    (field,) = prompt.forms[0].fields
    assert (field.input_name, field.least, field.most) == ("many.dice", 5, 5)
    assert [item.word for item in field.items][:2] == ["sushi", "arête"]


def test_a_choice_is_one_button_per_legal_event_grouped_by_its_kind() -> None:
    rules, state = throwing()
    rules.apply(state, DiceRolled(("sushi", "sushi", "bone", "blue", "red")))

    (prompt,) = make_prompts(rules, state, LABELS, "en")

    assert prompt.who == "Ada"
    assert [group.title for group in prompt.groups] == ["Portion taken", "Dice set aside"]
    count = sum(len(group.choices) for group in prompt.groups)
    assert count == len(list(rules.choices(state, 0)))
    assert prompt.forms == ()


def test_too_many_choices_become_a_form(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, state = throwing()
    rules.apply(state, DiceRolled(("sushi", "sushi", "bone", "blue", "red")))
    monkeypatch.setattr(buttons, "MOST_CHOICES", 3)

    (prompt,) = make_prompts(rules, state, LABELS, "en")

    assert [group.title for group in prompt.groups] == ["Portion taken"]
    assert [form.event for form in prompt.forms] == ["sushi_bar.dice_kept"]


@event_type("dare.stones_bid")
class StonesBid(Choice, frozen=True):
    heap: int
    count: int


@event_type("dare.dared")
class Dared(Choice, frozen=True):
    pass


class Dare(Nim):
    """A game in which one bids one of very many things, or dares the one before."""

    slug = "dare"

    def needs(self, _state: NimState) -> tuple[Need, ...]:
        heap, count = (Field(name, tuple(range(9))) for name in ("heap", "count"))
        forms = (seat_form(StonesBid, 0, heap, count), seat_form(Dared, 0))
        return (Need("bid", "seat", 0, forms),)


def test_what_needs_no_field_is_a_button_beside_a_form() -> None:
    (prompt,) = make_prompts(Dare(), NimState(2), LABELS, "en")

    (group,) = prompt.groups
    assert [choice.value for choice in group.choices] == [
        '{"payload":{"seat":0},"type":"dare.dared"}'
    ]
    assert [form.event for form in prompt.forms] == ["dare.stones_bid"]


def test_a_field_that_holds_a_seat_shows_who_sits_there() -> None:
    rules, _state = throwing()
    form = Form(
        "sushi_bar.portion_stolen", (Field("victim", (1,), seats=True),), {"seat": 0}, ("seat",)
    )
    known = Form("sushi_bar.portion_stolen", (), {"seat": 0, "victim": 1}, ("seat", "victim"))

    panel = prompts._form(rules, form, LABELS, "en")

    assert (panel.title, panel.seat) == ("Portion stolen", None)
    assert [item.word for item in panel.fields[0].items] == ["Bo"]
    stolen = prompts._form(rules, known, LABELS, "en")
    assert (stolen.title, stolen.seat) == ("Portion stolen · Bo", 1)


def test_a_form_becomes_the_event_it_means() -> None:
    data = QueryDict(mutable=True)
    data["type"] = "sushi_bar.dice_rolled"
    data.setlist("many.dice", ['"bone"', "", '"sushi"'])

    assert posted_event(data) == DiceRolled(("sushi", "bone"))


@pytest.mark.parametrize("most_choices", [400, 3], ids=["buttons", "form"])
def test_a_whole_pair_and_cards_of_two_pairs_can_both_be_entered(
    monkeypatch: pytest.MonkeyPatch, most_choices: int
) -> None:
    monkeypatch.setattr(buttons, "MOST_CHOICES", most_choices)
    table = Table("takeout_box", "wasabi", seats=2)
    for card in ("wasabi", "squid", "wasabi", "squid", "takeout_box10"):
        table.lay(card)

    (prompt,) = make_prompts(PARTY, table.state, LABELS, "en")

    if most_choices == 400:
        sentences = [one.sentence for group in prompt.groups for one in group.choices]
        for wasabi in ("the same", "another"):
            sentence = f"squid nigiri on wasabi, wasabi under {wasabi} squid nigiri"
            assert sentences.count(f"Ada turns face down: {sentence}") == 1
        return
    (form,) = prompt.forms
    (field,) = form.fields
    assert [(item.word, item.supply) for item in field.items][-1] == (
        "wasabi under another squid nigiri",
        1,
    )
    first, plain, other = (item.value for item in field.items)
    assert [plain, first] == ['"squid_on_wasabi"', '"wasabi_under_squid"']
    for wasabi in (first, other):
        data = QueryDict(mutable=True)
        data.update({"type": form.event, "fixed": form.fixed})
        data.setlist(field.input_name, [plain, wasabi])
        event = posted_event(data)
        assert event in PARTY.choices(table.state, 0)
        assert event == BoxPacked(0, ("squid_on_wasabi", wasabi.strip('"')))


def test_an_unknown_in_a_list_is_null() -> None:
    data = QueryDict(mutable=True)
    data["type"] = "hidden_game.dealt"
    data["fixed"] = '{"seat": 1}'
    data.setlist("many.cards", ["null", '"dusk"', "null"])

    assert posted_event(data) == Dealt(1, ("dusk", None, None))


def test_an_empty_field_is_nothing_not_an_empty_text() -> None:
    data = QueryDict(mutable=True)
    data["type"] = "hidden_game.answered"
    data["fixed"] = '{"seat": 1}'
    data["one.card"] = ""

    assert posted_event(data) == Answered(1, None)


def test_a_form_of_an_unknown_type_is_refused() -> None:
    with pytest.raises(RuleViolation, match="unknown_event_type"):
        posted_event(QueryDict("type=nonsense"))
