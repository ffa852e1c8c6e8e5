"""Typing the notation, and the ways out when the rules refuse: pages without scripts."""

from typing import Any

from django.test import Client
from django.urls import reverse

from games.core.unseen import unseen_event
from games.sushi_go_party.events import CardChosen
from replays.web.buttons import event_value
from tests.factories import make_member
from tests.replays.sittings import Sitting
from tests.replays.web.conftest import FRENCH, House
from tests.replays.web.markup import SentForm, forms_of, text_of
from tests.replays.web.test_record import form_named

EGGS = ("egg", "egg", "tempura", "egg", "egg", "tempura")


def address(sitting: Sitting, page: str = "type", **query: str) -> str:
    return reverse(f"replays:{page}", args=[sitting.id], query=query or None)


def typing_form(page: Any) -> SentForm:
    return next(form for form in forms_of(text_of(page)) if form.action.endswith("/type/"))


def four_eggs(house: House) -> Sitting:
    """Return a match of unseen hands in which all four egg nigiri were laid."""
    sitting = house.sitting("sushi_go_party")
    while (event := unseen_event(sitting.log().rules.needs(sitting.log().state)[0])) is not None:
        sitting.play(event)
    for number, card in enumerate(EGGS):
        sitting.play(CardChosen(number % 2, sitting.log().state.turn, card))
    return sitting


def test_several_typed_entries_are_recorded_in_one_append(house: House, staff: Client) -> None:
    sitting = house.sitting("sushi_go_party")
    form = typing_form(staff.get(address(sitting, "record")))

    text = "r1 deal: chloé gets ? | Bastien gets ?\nchloe egg\n BASTIEN  Tempura"
    answer = staff.post(form.action, form.hidden | {"text": text})

    assert answer.status_code == 302
    assert answer["Location"].startswith(address(sitting, "record"))
    log = sitting.log()
    assert [getattr(event, "card", "") for event in log.events] == ["", "", "egg", "tempura"]
    assert len({entry.recorded_at for entry in log.entries[1:]}) == 1
    # The same form again is the same request.
    assert staff.post(form.action, form.hidden | {"text": text}).status_code == 302
    assert sitting.version == log.version


def test_the_first_wrong_word_is_marked_and_nothing_is_written(house: House, staff: Client) -> None:
    sitting = house.sitting("sushi_go_party")
    form = typing_form(staff.get(address(sitting)))

    answer = staff.post(form.action, form.hidden | {"text": "Chloé gets ? | Bastien gets egg eg"})

    assert answer.status_code == 422
    page = text_of(answer)
    assert "<mark>Bastien gets egg eg</mark>" in page
    assert "Something is still missing" in page
    assert "Chloé gets ? | Bastien gets egg eg</textarea>" in page
    assert sitting.version == 1
    french = staff.post(form.action, form.hidden | {"text": "Chloé prend"}, headers=FRENCH)
    assert "Ceci ne se lit pas ici" in text_of(french)


def test_what_is_typed_is_told_and_completed_before_it_is_sent(house: House, staff: Client) -> None:
    sitting = house.sitting("sushi_go_party")
    asked = address(sitting, part="1", text="Chloé gets ? | Bastien gets ? | bastien sa")

    part = text_of(staff.get(asked))

    assert "<html" not in part
    assert part.count("<li>") == 2 + 2
    assert "<code>Bastien salmon</code>" in part
    assert "<code>Bastien sashimi</code>" in part
    assert "typed-wrong" not in part
    assert sitting.version == 1


def test_comments_would_be_lost_and_are_refused(house: House, staff: Client) -> None:
    sitting = house.sitting("sushi_go_party")
    form = typing_form(staff.get(address(sitting)))

    for text in ("Chloé gets ? {quickly}", "", "x" * 100_001):
        answer = staff.post(form.action, form.hidden | {"text": text})
        assert answer.status_code == 422
        assert 'role="alert"' in text_of(answer)
    assert sitting.version == 1


def test_a_text_that_comes_too_late_is_kept(house: House, staff: Client) -> None:
    sitting = house.sitting("sushi_go_party")
    form = typing_form(staff.get(address(sitting)))
    sitting.play()

    answer = staff.post(form.action, form.hidden | {"text": "Chloé gets ?"})

    assert answer.status_code == 409
    assert "Chloé gets ?</textarea>" in text_of(answer)
    assert sitting.version == 2


def test_nothing_is_typed_into_a_match_that_is_over(house: House, staff: Client) -> None:
    sitting = house.sitting("sushi_go_party")
    form = typing_form(staff.get(address(sitting)))
    sitting.finish()
    before = sitting.version

    late = form.hidden | {"text": "Chloé gets ?", "expected_version": str(before)}
    answer = staff.post(form.action, late)

    assert answer.status_code == 422
    assert 'role="alert"' in text_of(answer)
    assert sitting.version == before
    page = reverse("replays:match", args=[sitting.id])
    assert staff.get(address(sitting))["Location"] == page


def test_whoever_plays_a_seat_is_not_told_what_the_others_hold(house: House) -> None:
    sitting = house.sitting("sushi_go_party", source="online")
    keeper = make_member(house.club, "scorekeeper")
    player = house.players[0]
    player.user = keeper
    player.save()
    client = Client()
    client.force_login(keeper)

    assert client.get(address(sitting)).status_code == 403
    assert "typing-text" not in text_of(client.get(address(sitting, "record")))


def test_a_fifth_egg_names_the_four_before_it_and_one_is_corrected(
    house: House, staff: Client
) -> None:
    sitting = four_eggs(house)
    fifth = CardChosen(0, sitting.log().state.turn, "egg")
    sent = {"event": event_value(fifth), "expected_version": str(sitting.version)}

    refused = staff.post(address(sitting, "record"), sent)

    page = text_of(refused)
    assert refused.status_code == 422
    assert "Is an earlier entry wrong?" in page
    log = sitting.log()
    targets = [log.plies[ply].version for ply in (6, 5, 3, 2)]
    links = [reverse("replays:amend", args=[sitting.id, target]) for target in targets]
    places = [page.index(f'href="{link}?from=record"') for link in links]
    assert places == sorted(places)
    # The latest of them was a salmon: consequences first, then it is corrected, back to recording.
    latest = f"{links[0]}?from=record"
    salmon = CardChosen(0, log.state_at(6).turn, "salmon")
    fields = {"event": event_value(salmon), "expected_version": str(log.version)}
    preview = form_named(staff.post(latest, fields), "Yes, correct it")
    answer = staff.post(latest, preview.hidden | {"confirm": "yes"})
    assert answer["Location"] == address(sitting, "record")
    sitting.play(fifth)


def test_an_arbiter_records_what_really_happened_with_the_reason(
    house: House, staff: Client
) -> None:
    sitting = four_eggs(house)
    fifth = CardChosen(0, sitting.log().state.turn, "egg")
    sent = {"event": event_value(fifth), "expected_version": str(sitting.version)}
    refused = text_of(staff.post(address(sitting, "record"), sent))
    assert "It really happened" in refused

    page = staff.get(address(sitting, "override", event=event_value(fifth)))
    form = form_named(page, "record it, marked")
    assert "The rules say:" in text_of(page)
    nameless = staff.post(form.action, form.hidden | {"confirm": "yes", "note": " "})
    assert nameless.status_code == 422
    answer = staff.post(form.action, form.hidden | {"confirm": "yes", "note": "A card too many"})

    assert answer.status_code == 302
    assert sitting.log().plies[-1].overridden
    match_page = text_of(staff.get(reverse("replays:match", args=[sitting.id])))
    assert "allowed by the arbiter" in match_page
    # The match goes on: the next one chooses among what is left.
    log = sitting.log()
    left = {getattr(choice, "card", "") for choice in log.rules.choices(log.state, 1)}
    assert "tempura" in left
    assert "egg" not in left
    assert "Bastien L. lays tempura" in text_of(staff.get(address(sitting, "record")))


def test_what_happened_is_chosen_from_everything_a_game_knows_or_typed(
    house: House, staff: Client
) -> None:
    sitting = four_eggs(house)
    page = text_of(staff.get(address(sitting, "override", type="sushi_go_party.card_chosen")))
    for word in ("Chloé M.", "Bastien L.", "egg nigiri", "pudding"):
        assert word in page
    form = next(form for form in forms_of(page) if "type" in form.hidden)
    filled = {"one.seat": "1", "one.card": '"egg"', "one.order": ""}

    chosen = staff.post(form.action, form.hidden | filled)
    typed = staff.post(form.action, {"text": "bastien egg"})
    legal = staff.post(form.action, {"text": "bastien tempura"})

    for answer in (chosen, typed):
        assert "The rules say:" in text_of(answer)
        assert "Bastien L. lays egg nigiri" in text_of(answer)
    assert "The rules allow this" in text_of(legal)
    assert staff.post(form.action, {"text": "nonsense"}).status_code == 422
    assert staff.post(form.action, {"type": "sushi_go_party.card_chosen"}).status_code == 422


def test_a_scorekeeper_sees_no_way_to_override(house: House) -> None:
    sitting = four_eggs(house)
    client = Client()
    client.force_login(make_member(house.club, "scorekeeper"))
    fifth = CardChosen(0, sitting.log().state.turn, "egg")
    sent = {"event": event_value(fifth), "expected_version": str(sitting.version)}

    page = text_of(client.post(address(sitting, "record"), sent))

    assert "Is an earlier entry wrong?" in page
    assert "It really happened" not in page
    assert "Something else happened" not in page
    assert client.get(address(sitting, "override")).status_code == 403
