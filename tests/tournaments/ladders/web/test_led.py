"""What organisers do to ladders on their pages, once each, and what they are refused."""

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.factories import make_user
from tests.tournaments.ladders.nights import GAME, numbers, work
from tests.tournaments.ladders.web.visits import form_of, sent
from tournaments.ladders.models import Ladder, LadderPlayer
from tournaments.ladders.selectors.states import ladder_state
from tournaments.people.models import Club, Player

pytestmark = pytest.mark.django_db


def test_a_ladder_is_begun_from_its_form_once(staff: Client, club: Club) -> None:
    form = form_of(staff, "/ladders/new/") | {"title": "Bar", "games": [GAME], "key": str(uuid4())}
    form |= {"system": "openskill", "since": "2026-01-01", "margin": "on", "margin_share": "30"}
    first, again = staff.post("/ladders/new/", form), staff.post("/ladders/new/", form)
    ladder = Ladder.objects.get()
    assert first.headers["Location"] == again.headers["Location"] == f"/ladders/{ladder.id}/"
    rules = ladder_state(ladder.id).rules
    assert (rules.system, rules.games, rules.since) == ("openskill", (GAME,), "2026-01-01")
    assert rules.margin is not None
    assert rules.margin.share == 30


def test_without_scripts_the_server_fills_in_the_preset_and_keeps_what_was_typed(
    staff: Client, club: Club
) -> None:
    form = form_of(staff, "/ladders/new/") | {"title": "Bar", "key": str(uuid4())}
    form |= {"filled": "club", "preset": "tournaments", "k_normal": "27"}
    assert staff.post("/ladders/new/", form).status_code == 302
    ladder = Ladder.objects.get()
    rules = ladder_state(ladder.id).rules
    assert (rules.tournaments_only, rules.k.normal, rules.k.established) == (True, 27, 16)
    # Changed by hand, it is no preset any more: it stays as it is until one is chosen.
    page = staff.get(f"/ladders/{ladder.id}/edit/")
    codes = [card.preset.code for card in page.context["form"].preset_cards if card.chosen]
    assert codes == ["as_it_is"]
    form = form_of(staff, f"/ladders/{ladder.id}/edit/") | {"key": str(uuid4())}
    form |= {"filled": "as_it_is", "preset": "as_it_is", "start": "1200"}
    assert staff.post(f"/ladders/{ladder.id}/edit/", form).status_code == 302
    rules = ladder_state(ladder.id).rules
    assert (rules.start, rules.k.normal, rules.tournaments_only) == (1200, 27, True)
    form |= {"preset": "lively", "key": str(uuid4())}
    assert staff.post(f"/ladders/{ladder.id}/edit/", form).status_code == 302
    rules = ladder_state(ladder.id).rules
    assert (rules.start, rules.k.normal, rules.tournaments_only) == (1500, 56, False)


@pytest.mark.parametrize(("wrong", "is_open"), [({"start": "0"}, True), ({"title": ""}, False)])
def test_what_is_folded_opens_when_something_inside_is_wrong(
    staff: Client, club: Club, wrong: dict[str, Any], is_open: bool
) -> None:
    form = form_of(staff, "/ladders/new/") | {"title": "Bar", "key": str(uuid4())} | wrong
    page = staff.post("/ladders/new/", form)
    assert page.context["form"].is_wrong_inside == is_open
    assert ("<details open>" in page.text) == is_open


@pytest.mark.parametrize(
    "wrong",
    [
        {"title": ""},
        {"since": "2026-02-01", "until": "2026-01-01"},
        {"k_established_from": "3"},
        {"start": "0"},
        {"games": ["chess"]},
        {"sources": []},
    ],
)
def test_a_form_with_something_wrong_comes_back_and_writes_nothing(
    staff: Client, club: Club, wrong: dict[str, Any]
) -> None:
    form = form_of(staff, "/ladders/new/") | {"title": "Bar", "key": str(uuid4())} | wrong
    page = staff.post("/ladders/new/", form)
    assert page.status_code == 422
    assert "errorlist" in page.text
    assert not Ladder.objects.exists()


def test_the_rules_are_changed_and_a_form_nobody_changed_changes_nothing(
    staff: Client, club: Club, rated_ladder: UUID
) -> None:
    address = f"/ladders/{rated_ladder}/edit/"
    assert "1 match counts so far" in staff.get(address).text
    form = form_of(staff, address)
    assert staff.post(address, sent(rated_ladder, **form)).status_code == 302
    assert ladder_state(rated_ladder).version == 1
    assert staff.post(address, sent(rated_ladder, **form | {"start": "1000"})).status_code == 302
    assert ladder_state(rated_ladder).rules.start == 1000
    stale = staff.post(
        address, sent(rated_ladder, **form | {"start": "900", "expected_version": "1"})
    )
    assert stale.status_code == 422
    assert ladder_state(rated_ladder).title == ""
    work()
    assert "The rules or the start list changed" in staff.get(f"/ladders/{rated_ladder}/").text


def test_a_start_list_is_pasted_or_uploaded(
    staff: Client, club: Club, people: list[Player], rated_ladder: UUID
) -> None:
    address = f"/ladders/{rated_ladder}/starts/"
    pasted = staff.post(address, sent(rated_ladder, text="name,rating\nAna A,1700"))
    assert pasted.status_code == 302
    upload = SimpleUploadedFile("list.csv", "nom;cote\nChloé C;1600,5".encode("cp1252"))
    assert staff.post(address, sent(rated_ladder, file=upload)).status_code == 302
    starts = ladder_state(rated_ladder).starts
    assert {starts[people[0].id].rating, starts[people[2].id].rating} == {"1700.0", "1600.5"}
    assert "2 players begin from a list already" in staff.get(address).text


def test_two_files_under_one_key_are_two_lists(
    staff: Client, people: list[Player], rated_ladder: UUID
) -> None:
    address, key = f"/ladders/{rated_ladder}/starts/", str(uuid4())
    for text in (b"name,rating\nAna A,1700", b"name,rating\nBo B,1600"):
        upload = SimpleUploadedFile("list.csv", text)
        assert staff.post(address, {"key": key, "file": upload}).status_code == 302
    assert len(ladder_state(rated_ladder).starts) == 2


@pytest.mark.parametrize(
    ("text", "words", "line"),
    [
        ("name,rating\nAna A,1700\nNobody N,1600", "the club has no player", "Nobody N,1600"),
        ("name,rating\nAna A,-3", "is not a rating above 0", "Ana A,-3"),
        ("name,rating,shoe\nAna A,1700,44", "These columns are not known: shoe.", ""),
        ("", "The start list is empty.", ""),
    ],
)
def test_a_wrong_start_list_is_told_by_line_and_writes_nothing(
    staff: Client, rated_ladder: UUID, text: str, words: str, line: str
) -> None:
    before = numbers()
    upload = SimpleUploadedFile("list.csv", text.encode()) if text else None
    page = staff.post(
        f"/ladders/{rated_ladder}/starts/", sent(rated_ladder, **{"file": upload or ""})
    )
    assert page.status_code == 422
    assert words in page.text
    assert f"<code>{line}</code>" in page.text or not line
    assert text.replace("\n", "\r\n") in page.text or text in page.text
    assert ladder_state(rated_ladder).version == 1
    assert numbers() == before


def test_freezing_shows_the_top_first_and_thawing_goes_on(
    staff: Client, club: Club, people: list[Player], rated_ladder: UUID
) -> None:
    page = staff.get(f"/ladders/{rated_ladder}/freeze/")
    assert "Ana A." in page.text
    form = sent(rated_ladder)
    assert staff.post(f"/ladders/{rated_ladder}/freeze/", form).status_code == 302
    assert staff.post(f"/ladders/{rated_ladder}/freeze/", form).status_code == 302
    assert ladder_state(rated_ladder).frozen
    assert ladder_state(rated_ladder).version == 2
    assert staff.get(f"/ladders/{rated_ladder}/freeze/").status_code == 302
    refused = staff.post(f"/ladders/{rated_ladder}/do/rebuild/", sent(rated_ladder))
    assert refused.status_code == 422
    assert "This ladder is frozen" in refused.text
    assert staff.post(f"/ladders/{rated_ladder}/do/thaw/", sent(rated_ladder)).status_code == 302
    again = staff.post(f"/ladders/{rated_ladder}/do/thaw/", sent(rated_ladder))
    assert again.status_code == 422
    assert "This ladder is not frozen." in again.text


def test_a_new_period_freezes_the_old_one_and_both_point_at_each_other(
    staff: Client, club: Club, rated_ladder: UUID
) -> None:
    address = f"/ladders/{rated_ladder}/period/"
    assert "is frozen at the same time" in staff.get(address).text
    assert staff.post(address, sent(rated_ladder, title=" ", share="50")).status_code == 422
    assert staff.post(address, sent(rated_ladder, title="New", share="101")).status_code == 422
    form = sent(rated_ladder, title="New", share="50")
    first, again = staff.post(address, form), staff.post(address, form)
    assert first.headers["Location"] == again.headers["Location"]
    new = Ladder.objects.get(title="New")
    work()
    assert "everybody was drawn 50 % towards the mean" in staff.get(f"/ladders/{new.id}/").text
    assert f"/ladders/{new.id}/" in staff.get(f"/ladders/{rated_ladder}/").text
    top = LadderPlayer.objects.filter(ladder=new).order_by("-shown").first()
    assert top is not None
    assert top.shown == 1512.0


def test_rating_everything_anew_gives_the_same_digits_and_says_so(
    staff: Client, rated_ladder: UUID
) -> None:
    before = numbers()
    answer = staff.post(f"/ladders/{rated_ladder}/do/rebuild/", sent(rated_ladder), follow=True)
    assert "1 match was recalculated: not a digit is different." in answer.text
    assert numbers() == before


def test_visitors_are_sent_to_sign_in_and_members_are_refused(
    client: Client, rated_ladder: UUID
) -> None:
    forms = ["/ladders/new/", *(f"/ladders/{rated_ladder}/{one}/" for one in ("edit", "starts"))]
    forms += [f"/ladders/{rated_ladder}/{one}/" for one in ("freeze", "period")]
    posts = [
        "/ladders/usual/",
        f"/ladders/{rated_ladder}/do/thaw/",
        f"/ladders/{rated_ladder}/do/rebuild/",
    ]
    for address in forms:
        assert client.get(address).headers["Location"].startswith("/login/")
    for address in [*forms, *posts]:
        assert client.post(address).headers["Location"].startswith("/login/")
    page = client.get(f"/ladders/{rated_ladder}/")
    assert 'method="post"' not in page.text.partition("<main")[2]
    client.force_login(make_user())
    for address in forms:
        assert client.get(address).status_code == 403
    for address in [*forms, *posts]:
        assert client.post(address).status_code == 403


def test_what_is_not_there_is_not_found(staff: Client, rated_ladder: UUID) -> None:
    assert staff.get(f"/ladders/{uuid4()}/").status_code == 404
    assert staff.post(f"/ladders/{rated_ladder}/do/burn/").status_code == 404
