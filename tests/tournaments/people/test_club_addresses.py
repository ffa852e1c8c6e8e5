"""Clubs under addresses of their own: every page, and nothing of one club under another's."""

import re
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, get_script_prefix, path, resolve, reverse

from config.urls import urlpatterns as site
from replays.web.urls import urlpatterns as match_pages
from tests.answers import Answer
from tests.factories import NOW, bearer, make_club, make_member, make_player, make_token, make_user
from tests.tight import tight
from tests.tournaments.people.two_clubs import FurnishedClub, links_of, strays
from tournaments.people.models import Club, Membership
from tournaments.people.services.clubs import change_club
from tournaments.web_urls import PAGES

pytestmark = pytest.mark.django_db

BOOM = "boom/"
OTHERS = {
    "stage": 1,
    "round_": 1,
    "table": 1,
    "version": 2,
    "name": "overview",
    "guide": "organiser",
    "kind": "csv",
    "part": 0,
    "game": "sushi_bar",
    "slug": "sushi_bar",
}
"""What addresses name that belongs to nobody."""
NOT_YET = {
    "tournaments:tournament-close",
    "tournaments:tournament-cut",
    "replays:take_away",
    "replays:told",
}
"""What a first round does not have, nor a match without comments or one that is over."""


def boom(_request: HttpRequest) -> HttpResponse:
    raise RuntimeError(reverse("replays:home"))


urlpatterns = [path(BOOM, boom), *site]


@pytest.fixture
def lyon(db: None) -> FurnishedClub:
    return FurnishedClub("Les Dés", "les-des", time_zone="Europe/Paris")


@pytest.fixture
def brest(db: None) -> FurnishedClub:
    return FurnishedClub("Les Pions", "les-pions", language="fr")


@pytest.fixture
def staff(client: Client) -> Client:
    client.force_login(make_user("staff", staff=True))
    return client


def pages(club: FurnishedClub) -> Iterator[tuple[str, str, bool]]:
    """Yield the name and the plain address of every page, and whether it is of something."""
    known: dict[str, Any] = OTHERS | club.ids
    for namespace, patterns in (("replays", match_pages), ("tournaments", PAGES)):
        for pattern in patterns:
            assert isinstance(pattern, URLPattern)
            variables = pattern.pattern.converters
            if not {"secret", "user_id", "token_id", "webhook_id"} & set(variables):
                name = f"{namespace}:{pattern.name}"
                owned = bool(set(club.ids) & set(variables))
                yield name, reverse(name, kwargs={key: known[key] for key in variables}), owned


def rename(club: Club, slug: str) -> None:
    fields = {name: getattr(club, name) for name in ("name", "time_zone", "language")}
    change_club(club=club, slug=slug, **fields)


def test_every_page_is_within_the_clubs_address_and_so_are_its_links(
    staff: Client, lyon: FurnishedClub, brest: FurnishedClub
) -> None:
    shown = 0
    for name, address, owned in pages(lyon):
        plain = staff.get(address)
        page = staff.get(f"{lyon.address}{address}")
        if name == "tournaments:club-address":
            assert plain.status_code == 404
        else:
            assert page.status_code == plain.status_code, name
        assert (page.status_code == 404) == (name in NOT_YET), name
        assert page.status_code in {200, 286, 302, 404, 405}, name
        if "Location" in page.headers:
            assert page.headers["Location"].startswith(f"{lyon.address}/"), name
        if page.status_code == 200 and "html" in page.headers["Content-Type"]:
            shown += 1
            assert not strays(page.text, lyon.address), name
            for link in links_of(page.text):
                if link.startswith(f"{lyon.address}/"):
                    resolve(link.removeprefix(lyon.address))
            # A token may be bound to any club of one's own.
            for other in brest.ids.values() if name != "tournaments:tokens" else ():
                assert str(other) not in page.text, name
        # The same of another club is not served here.
        if owned:
            elsewhere = staff.get(f"{brest.address}{address}")
            if page.status_code in {404, 405}:
                assert elsewhere.status_code == page.status_code, name
            else:
                assert elsewhere.headers["Location"] == f"{lyon.address}{address}", name
            assert staff.post(f"{brest.address}{address}").status_code == 404, name
    assert shown > 45
    assert get_script_prefix() == "/"


def test_a_title_and_the_header_name_the_club(client: Client, lyon: FurnishedClub) -> None:
    make_club("Les Pions")

    page = client.get(f"{lyon.address}/matches/").text

    assert "Matches · Les Dés · Kaiten" in " ".join(page.split())
    assert '<span class="brand-club">Les Dés</span>' in page
    assert "Les Dés" not in client.get("/matches/").text


def test_the_only_club_has_the_whole_site(client: Client, lyon: FurnishedClub) -> None:
    closed = make_club("Closed", slug="closed")
    Club.objects.filter(pk=closed.pk).update(closed_at=NOW)

    home, own = client.get("/"), client.get(f"{lyon.address}/")

    assert "<h1>Les Dés</h1>" in tight(home.text)
    token = re.compile(r'(csrfmiddlewaretoken" value=")[^"]+')
    inside = token.sub("", own.text).replace(f"{lyon.address}/", "/")
    assert inside.replace("%2Fc%2Fles-des/", "/").split() == token.sub("", home.text).split()
    players = client.get("/players/").text
    assert 'id="club"' not in players
    assert "Les Dés" in players


def test_several_clubs_are_listed_ones_own_first(client: Client) -> None:
    first, own = make_club("A first", slug="first"), make_club("My own", slug="own")
    Club.objects.filter(pk=make_club("Closed").pk).update(closed_at=NOW)

    page = client.get("/").text
    assert page.index('href="/c/first/"') < page.index('href="/c/own/"')
    assert "Closed" not in page
    assert "brand-club" not in page

    client.force_login(make_member(own))
    page = client.get("/").text
    assert page.index('href="/c/own/"') < page.index('href="/c/first/"')
    assert "your club" in page
    assert first.name in client.get("/players/").text


def test_people_of_several_clubs_change_between_them(client: Client) -> None:
    first, second = make_club("First"), make_club("Second")
    user = make_member(first)
    client.force_login(user)
    assert "club-switch" not in client.get(first.get_absolute_url()).text

    Membership.objects.create(
        id=uuid4(), club=second, user=user, role="member", granted_by="system", granted_at=NOW
    )
    page = client.get(first.get_absolute_url()).text
    assert "club-switch" in page
    assert f'href="{second.get_absolute_url()}"' in page


def test_a_form_within_a_club_does_not_ask_for_which(client: Client) -> None:
    club, other = make_club("First"), make_club("Second")
    client.force_login(make_user(staff=True))
    address = f"{club.get_absolute_url()}players/add/"

    assert '<select name="club"' in client.get("/players/add/").text
    page = client.get(address).text
    assert '<select name="club"' not in page
    assert f'<input type="hidden" name="club" value="{club.id}"' in page
    sent = {"first_name": "Anne", "display": "initial", "club": str(other.id)}
    assert client.post(address, sent).status_code == 422
    made = client.post(address, sent | {"club": str(club.id)})
    assert made.headers["Location"].startswith(f"{club.get_absolute_url()}players/")


@pytest.mark.parametrize("name", ["old", "OLD", "New", "{id}"])
def test_other_names_of_a_club_lead_to_its_address(client: Client, name: str) -> None:
    club = make_club(slug="old")
    make_club()
    rename(club, "new")
    name = name.format(id=club.id)

    answer = client.get(f"/c/{name}/players/?search=%C3%A9")

    assert (answer.status_code, answer.headers["Location"]) == (
        302,
        "/c/new/players/?search=%C3%A9",
    )
    assert client.get("/c/new").headers["Location"] == "/c/new/"
    # A form that was open meanwhile can still be sent.
    assert client.post(f"/c/{name}/i18n/setlang/", {"language": "fr"}).status_code == 302


def test_nobody_else_gets_a_former_short_name(client: Client) -> None:
    club, other = make_club(slug="old"), make_club(slug="other")
    rename(club, "new")
    assert client.get("/c/old/").headers["Location"] == "/c/new/"
    _token, text = make_token(scopes=("admin",))
    refused = client.patch(
        f"/api/v1/clubs/{other.slug}", {"slug": "old"}, "application/json", headers=bearer(text)
    )
    assert (refused.status_code, refused.json()["code"]) == (409, "slug_taken")
    client.force_login(make_user(staff=True, is_superuser=True))
    form = {"name": "Other", "slug": "old", "time_zone": "UTC", "language": "en"}
    page = client.post(f"/admin/tournaments/club/{other.id}/change/", form)
    assert "Another club has the short name “old”." in page.text

    rename(club, "old")

    assert client.get("/c/old/").status_code == 200
    assert client.get("/c/new/").headers["Location"] == "/c/old/"


@pytest.mark.parametrize("rest", ["", "/", "/matches/", "/admin/", "/api/v1/clubs", "/healthz"])
def test_closed_and_unknown_clubs_are_not_there(client: Client, rest: str) -> None:
    club, other = make_club(slug="closed"), make_club(slug="other")
    Club.objects.filter(pk=club.pk).update(closed_at=NOW)

    def text(address: str) -> str:
        answer = client.get(address)
        assert answer.status_code == 404
        return re.sub(r'(csrfmiddlewaretoken" value=")[^"]+', "", answer.text)

    assert text(f"/c/closed{rest}") == text(f"/c/nobody{rest}").replace("nobody", "closed")
    assert text(f"/c/{club.id}{rest}") == text(f"/c/closed{rest}").replace("closed", str(club.id))
    if len(rest) > 1 and "matches" not in rest:
        assert client.get(f"/c/{other.slug}{rest}").status_code == 404


def test_what_is_nowhere_is_not_there_within_a_club(client: Client, lyon: FurnishedClub) -> None:
    page = client.get(f"{lyon.address}/tournaments/{uuid4()}/")
    assert page.status_code == 404
    assert not strays(page.text, lyon.address)


@pytest.mark.urls(__name__)
def test_a_failing_page_leaves_nothing_behind(lyon: FurnishedClub) -> None:
    client = Client(raise_request_exception=False)
    assert client.get(f"{lyon.address}/{BOOM}").status_code == 500
    assert get_script_prefix() == "/"
    assert 'href="/matches/"' in client.get("/").text


def test_the_language_is_the_clubs_for_who_asks_for_no_other(
    client: Client, lyon: FurnishedClub, brest: FurnishedClub
) -> None:
    def language(address: str, **headers: str) -> str:
        return client.get(address, headers=headers).headers["Content-Language"]

    assert language(f"{brest.address}/") == "fr"
    assert language(f"{brest.address}/", **{"Accept-Language": "tlh"}) == "fr"
    assert language(f"{brest.address}/", **{"Accept-Language": "en-GB"}) == "en"
    assert language(f"{lyon.address}/") == "en"
    client.cookies["django_language"] = "en"
    assert language(f"{brest.address}/") == "en"


def test_the_poster_says_the_address_that_stays(client: Client, lyon: FurnishedClub) -> None:
    for address in ("/address/", f"{lyon.address}/address/"):
        page = client.get(address).text
        assert 'href="http://testserver/c/les-des/"' in page
        assert "<span>testserver</span><span>/c/les-des</span>" in page
        assert 'class="qr"' in page


def test_searching_finds_people_of_the_club_alone(
    client: Client, lyon: FurnishedClub, brest: FurnishedClub
) -> None:
    here, there = make_player(lyon.club, "Anne Petit"), make_player(brest.club, "Anne Roy")
    page = client.get(f"{lyon.address}/players/?search=anne").text
    assert str(here.id) in page
    assert str(there.id) not in page
    everywhere = client.get("/players/?search=anne").text
    assert str(here.id) in everywhere
    assert str(there.id) in everywhere


def test_the_api_knows_clubs_by_every_name(client: Client) -> None:
    club = make_club(slug="old")
    rename(club, "new")
    for name in ("old", "new", str(club.id)):
        answer: Answer = client.get(f"/api/v1/clubs/{name}")
        assert answer.json()["address"] == "/c/new/"
        assert client.get(f"/api/v1/clubs/{name}/boxes").status_code == 200
    assert client.get("/api/v1/clubs/nobody").status_code == 404


def test_links_for_others_name_no_club(client: Client, lyon: FurnishedClub) -> None:
    client.force_login(make_user(staff=True))
    invite = reverse("tournaments:members-do", args=[lyon.club.id, "invite"])
    sent = {"role": "member", "use": "single", "days": "14"}
    page = client.post(f"{lyon.address}{invite}", sent).text
    assert "http://testserver/join/" in page


def test_signing_in_and_out_stay_within_the_club(client: Client, lyon: FurnishedClub) -> None:
    make_club()
    user = make_user("anne")
    refused = client.get(f"{lyon.address}/account/")
    login = f"{lyon.address}/login/"
    assert refused.headers["Location"] == f"{login}?next={lyon.address}/account/"
    assert not strays(client.get(login).text, lyon.address)

    entered = client.post(login, {"username": "anne", "password": "secret"})
    assert entered.headers["Location"] == f"{lyon.address}/"
    assert client.get(f"{lyon.address}/session").json()["account"] == str(user.pk)
    chosen = {"language": "fr", "next": f"{lyon.address}/matches/"}
    spoken = client.post(f"{lyon.address}/i18n/setlang/", chosen)
    assert spoken.headers["Location"] == f"{lyon.address}/matches/"
    left = client.post(f"{lyon.address}/logout/")
    assert left.headers["Location"] == f"{lyon.address}/"


@pytest.mark.parametrize("path_", ["/matches/", "/players/", "/games/"])
def test_an_address_costs_one_query(client: Client, lyon: FurnishedClub, path_: str) -> None:
    def queries(address: str) -> int:
        with CaptureQueriesContext(connection) as seen:
            assert client.get(address).status_code == 200
        return sum('FROM "tournaments_club"' in query["sql"] for query in seen)

    assert queries(path_) <= 2
    assert queries(f"{lyon.address}{path_}") <= 2
