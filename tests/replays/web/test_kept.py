"""What pages keep for whoever comes next is theirs to see."""

from itertools import count

import pytest
from django.template import Context, Template
from django.test import Client
from django.urls import reverse, set_script_prefix
from django.utils import translation
from pytest_django import Settings

from replays.kept import Kept
from replays.models import StoredEvent
from replays.selectors.logs import load_log
from replays.services.verify import record_verification
from tests.factories import make_club
from tests.replays.tables import NOW
from tests.replays.test_verify import all_triggers, drop
from tests.replays.web.conftest import FRENCH, House
from tests.replays.web.markup import text_of
from tests.replays.web.test_secrecy import OTHER_HANDS, dealt
from tests.tight import tight
from tournaments.people.models import Player


def test_a_piece_is_made_once_and_the_one_that_waited_longest_goes_first() -> None:
    kept, numbers = Kept[str](limit=2), count()

    def ask(key: str) -> str:
        return kept.get(key, lambda: f"{key}{next(numbers)}")

    assert [ask(key) for key in "abab"] == ["a0", "b1", "a0", "b1"]
    assert ask("a") == "a0"
    assert ask("c") == "c2"
    assert ask("a") == "a0"
    assert ask("b") == "b3"


def test_with_debug_every_piece_is_made_anew(settings: Settings) -> None:
    kept, numbers = Kept[str](limit=2), count()
    settings.DEBUG = True
    assert [kept.get("a", lambda: str(next(numbers))) for _ in range(2)] == ["0", "1"]


def test_once_tells_languages_addresses_and_values_apart() -> None:
    template = Template(
        "{% load i18n once %}{% once name %}"
        "{{ name }} {% translate 'Players' %} {% url 'replays:home' %} {{ unnamed }}{% endonce %}"
    )

    def drawn(name: str, unnamed: str = "") -> str:
        return template.render(Context({"name": name, "unnamed": unnamed})).strip()

    assert drawn("<b>") == "&lt;b&gt; Players /"
    assert drawn("<b>", "seen too late") == "&lt;b&gt; Players /"
    assert drawn("c") == "c Players /"
    with translation.override("fr"):
        assert drawn("c") == "c Joueurs /"
    set_script_prefix("/c/here/")
    try:
        assert drawn("c") == "c Players /c/here/"
    finally:
        set_script_prefix("/")


@pytest.mark.django_db
def test_a_page_shows_nobody_what_it_kept_for_somebody_else(
    house: House, staff: Client, client: Client
) -> None:
    sitting = dealt(house, *OTHER_HANDS)
    address = reverse("replays:match", args=[sitting.id])

    assert "dusk" in text_of(staff.get(address, {"seat": "arbiter"}))
    assert "dusk" not in text_of(staff.get(address))
    assert "dusk" not in text_of(client.get(address))
    assert 'aria-label="Board"' in text_of(client.get(address))
    assert 'aria-label="Plateau"' in text_of(client.get(address, headers=FRENCH))

    assert "Chloé" in text_of(client.get(address))
    Player.objects.filter(pk=house.players[0].pk).update(display="hidden")
    assert "Chloé" not in text_of(client.get(address))


@pytest.mark.django_db
def test_nobody_is_offered_what_the_page_kept_for_an_organiser(
    house: House, staff: Client, member: Client, client: Client
) -> None:
    address = reverse("replays:match", args=[house.sitting().finish().id])
    rights = ("Add a note", "Declare void", "Reopen", "Admin")

    for _ in range(2):
        organiser = text_of(staff.get(address))
        assert all(words in organiser for words in rights)
        assert "· the server" in organiser
        for other in (member, client):
            page = text_of(other.get(address))
            assert not any(words in page for words in (*rights, "· the server"))
        assert "log in with an account" in text_of(client.get(address))
        assert "log in with an account" not in text_of(member.get(address))


@pytest.mark.django_db
def test_a_page_leads_where_its_visitor_is(house: House, client: Client) -> None:
    make_club("Another")
    bare = reverse("replays:match", args=[house.sitting().finish().id])
    inside = f"/c/{house.club.slug}/"

    for _ in range(2):
        assert inside not in text_of(client.get(bare))
        page = text_of(client.get(inside + bare[1:]))
        assert 'href="/matches/' not in page
        assert f'href="{inside}games/sushi_bar/"' in page
        assert f'href="{inside}matches/"' in page
        for host in ("testserver", "localhost"):
            page = text_of(client.get(bare, headers={"host": host}))
            others = {"testserver", "localhost"} - {host}
            assert f"http://{host}{bare}" in page
            assert not any(f"http://{other}/" in page for other in others)


@pytest.mark.django_db
def test_the_place_that_a_page_is_is_marked_there_alone(house: House, client: Client) -> None:
    for name in ("home", "matches", "games", "matches", "home"):
        address = reverse(f"replays:{name}")
        page = text_of(client.get(address))
        assert page.count('aria-current="page"') == 1
        assert f'href="{address}" aria-current="page"' in tight(page)
    assert 'aria-current="page"' not in text_of(client.get("/nowhere/", follow=True))


@pytest.mark.django_db
def test_what_happens_beside_the_record_is_shown_at_once(house: House, client: Client) -> None:
    sitting = house.sitting().finish()
    address = reverse("replays:match", args=[sitting.id])

    assert "not checked yet" in text_of(client.get(address))
    record_verification(stream_id=sitting.id, now=NOW)
    assert "record checked" in text_of(client.get(address))


@pytest.mark.django_db
def test_a_log_that_was_read_before_is_checked_again_when_a_row_is_another(
    house: House, client: Client
) -> None:
    sitting = house.sitting()
    sitting.play_on(6)
    address = reverse("replays:match", args=[sitting.id])
    known = load_log(sitting.id)
    assert load_log(sitting.id) is known
    assert client.get(address).status_code == 200

    for trigger in all_triggers():
        drop(trigger)
    row = StoredEvent.objects.filter(stream_id=sitting.id, version=3)
    row.update(actor="somebody")

    assert client.get(address).status_code == 409
