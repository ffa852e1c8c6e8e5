"""A club of one's own, from an empty database on: by the page and from a shell."""

import io
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db.models import F
from django.test import Client

from tests.answers import Answer
from tests.factories import make_club, make_user
from tests.known import known
from tests.plugins.databases import FreshDatabase
from tests.threads import run_together
from tournaments.people.account_models import OneTimeLink, Purpose
from tournaments.people.csv import MOST_ROWS
from tournaments.people.models import Club, Membership, Player, User
from tournaments.people.services.setup_codes import LETTERS, issue_setup_code

PASSWORD = "a long new password"
# Otherwise home speaks the language of the club.
ENGLISH = {"Accept-Language": "en"}
WRONG = "This code does not work"


def new_code() -> str:
    return issue_setup_code(actor="cli", now=datetime.now(UTC))


def sent(code: str = "", **fields: Any) -> dict[str, Any]:
    """Return what the form sends."""
    return {
        "code": code,
        "name": "Les Dés",
        "slug": "",
        "time_zone": "Europe/Paris",
        "language": "fr",
        "username": "anne",
        "password1": PASSWORD,
        "password2": PASSWORD,
        "names": "Marie Dupont\nPaul Petit, Polo\n",
    } | fields


def send(client: Client, *args: Any, **fields: Any) -> Answer:
    return client.post("/setup/", sent(*args, **fields), headers=ENGLISH)


def people() -> list[tuple[str, ...]]:
    ordered = Player.objects.order_by("search_name")
    return list(ordered.values_list("first_name", "last_name", "nickname"))


def nothing_was_made() -> bool:
    return not (Club.objects.exists() or User.objects.exists() or Player.objects.exists())


@pytest.mark.django_db
def test_whoever_has_the_code_sets_a_club_up_and_is_logged_in(client: Client) -> None:
    code = new_code()
    page = client.get(f"/setup/?code={code}")
    assert f'value="{code}"' in page.text
    assert "no-store" in page.headers["Cache-Control"]
    # However it is typed.
    done = send(client, f" {code.lower().replace('-', ' ')} ")
    assert (done.status_code, done.headers["Location"]) == (302, "/")
    club = Club.objects.get()
    assert (club.name, club.slug, club.time_zone, club.language) == (
        "Les Dés",
        "les-des",
        "Europe/Paris",
        "fr",
    )
    anne = User.objects.get()
    assert anne.check_password(PASSWORD)
    assert not anne.is_staff
    assert Membership.objects.get(user=anne, club=club).role == "owner"
    assert client.session["_auth_user_id"] == str(anne.pk)
    people = Player.objects.order_by("search_name").values_list(
        "first_name", "last_name", "nickname"
    )
    assert list(people) == [("Marie", "Dupont", ""), ("Paul", "Petit", "Polo")]
    home = client.get("/", headers=ENGLISH).text
    for words in ("Les Dés is here, with 2 people.", "Begin a match", "Invite people"):
        assert words in home
    # Used up: the same answer as for any other.
    assert WRONG in send(Client(), code).text


@pytest.mark.django_db
def test_a_code_is_short_readable_and_stored_nowhere() -> None:
    code = new_code()
    assert re.fullmatch(f"[{LETTERS}]{{4}}-[{LETTERS}]{{4}}", code)
    assert not set("01ILOSZB258G") & set(LETTERS)
    [link] = OneTimeLink.objects.all()
    assert code not in str(vars(link))
    assert link.purpose == Purpose.SETUP


@pytest.mark.django_db
def test_codes_that_do_not_work_are_one_answer_and_nothing_else_is_looked_at(
    client: Client,
) -> None:
    make_user("anne")
    replaced, old = new_code(), new_code()
    OneTimeLink.objects.filter(revoked_at=None).update(
        expires_at=F("expires_at") - timedelta(days=8)
    )
    answers = {
        re.sub(r'value="[^"]*"', "", send(Client(), code, time_zone="Mars", names="\0").text)
        for code in (replaced, old, "ACDE-FHJK", "x")
    }
    assert len(answers) == 1
    assert WRONG in answers.pop()
    assert "is here already" not in send(client, "ACDE-FHJK").text
    assert not Club.objects.exists()


@pytest.mark.django_db
def test_fifty_guesses_get_five_looks_and_the_right_one_has_to_wait_too() -> None:
    code = new_code()
    clients = [Client() for _ in range(50)]
    statuses = [send(client, f"ACDE-FH{n:02}").status_code for n, client in enumerate(clients)]
    assert statuses == [422] * 5 + [429] * 45
    late = send(Client(), code)
    assert late.status_code == 429
    assert 1 <= int(late.headers["Retry-After"]) <= 60
    assert "Les Dés" in late.text
    # Another address is not kept out.
    elsewhere = Client(REMOTE_ADDR="192.0.2.7")
    assert send(elsewhere, code).status_code == 302


@pytest.mark.django_db
def test_looking_with_the_right_code_is_not_counted(client: Client) -> None:
    code = new_code()
    for _ in range(12):
        assert send(client, code, name="").status_code == 422
    assert send(client, code).status_code == 302


@pytest.mark.services
def test_of_many_who_use_one_code_at_once_one_gets_a_club(fresh_database: FreshDatabase) -> None:
    code = new_code()
    calls = [
        lambda n=n: send(Client(REMOTE_ADDR=f"192.0.2.{n}"), code, username=f"u{n}", name=f"C{n}")
        for n in range(6)
    ]
    statuses = sorted(answer.status_code for answer in run_together(calls))
    assert statuses == [302, 422, 422, 422, 422, 422]
    assert (Club.objects.count(), User.objects.count(), Player.objects.count()) == (1, 1, 2)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"name": " "}, "This field is required"),
        ({"name": "\u202e"}, "contains characters that are not text"),
        ({"slug": "No Slug"}, "lower-case letters"),
        ({"time_zone": ""}, "This field is required"),
        ({"time_zone": "Mars/Phobos"}, "Select a valid choice"),
        ({"language": "tlh"}, "Select a valid choice"),
        ({"username": ""}, "This field is required"),
        ({"username": "a b"}, "Enter a valid username"),
        ({"password1": "anne", "password2": "anne"}, "too short"),
        ({"password2": "another one"}, "didn’t match"),
        ({"names": f"Marie Dupont\n{'x' * 70}"}, "2: “first_name” is longer than 60 characters."),
        ({"names": "A\n" * (MOST_ROWS + 1)}, f"At most {MOST_ROWS} players"),
    ],
)
def test_what_cannot_be_is_told_beside_its_field_and_everything_is_kept(
    client: Client, fields: dict[str, str], words: str
) -> None:
    code = new_code()
    refused = send(client, code, **fields)
    assert refused.status_code == 422
    assert words in refused.text.replace("&#x27;", "’")
    kept = sent(code, **fields)
    for name in ("code", "name", "username"):
        assert f'value="{kept[name]}"' in refused.text or not kept[name].strip()
    assert kept["names"].strip()[-20:] in refused.text
    assert PASSWORD not in refused.text
    assert nothing_was_made()
    assert send(client, code).status_code == 302


@pytest.mark.django_db
def test_names_that_are_taken_are_told_and_the_code_stays_good(client: Client) -> None:
    make_user("Anne")
    make_club(slug="les-des")
    code = new_code()
    assert "An account of this name is here already" in send(client, code).text
    refused = send(client, code, username="bea")
    assert "Another club has the short name “les-des”." in refused.text
    assert not User.objects.filter(username="bea").exists()
    assert send(client, code, username="bea", slug="des").status_code == 302


@pytest.mark.django_db
def test_names_that_repeat_or_resemble_others_are_kept_or_left_as_ticked(client: Client) -> None:
    code, names = new_code(), "Marie Dupont\nMarie Dupond\nZoé Roux\nMarie Dupont\nZoé R.\n"
    asked = send(client, code, names=names)
    assert asked.status_code == 422
    assert nothing_was_made()
    lines = re.findall(r'name="keep" value="(\d+)"', re.sub(r"\s+", " ", asked.text))
    assert lines == ["2", "4", "5"]
    digest = known(re.search(r'name="asked" value="(\w+)"', re.sub(r"\s+", " ", asked.text)))[1]
    # Other names than those that were asked about are asked about again.
    again = send(client, code, names=f"{names}Zoé Rous", asked=digest, keep=["2"])
    assert again.status_code == 422
    assert send(client, code, names=names, asked=digest, keep=["2", "4"]).status_code == 302
    assert [" ".join(name[:2]) for name in people()] == [
        "Marie Dupond",
        "Marie Dupont",
        "Marie Dupont",
        "Zoé Roux",
    ]
    assert "Left out: Zoé R.." in client.get("/").text


@pytest.mark.django_db
def test_names_are_read_as_people_write_them(client: Client) -> None:
    lines = (
        "  Jean-Pierre   de la Tour ",
        "",
        "Nana",
        "Marie Curie (Manya)",
        "Jean “Toots” Thielemans",
        "Ana\tLima\tAninha",
        "Bo\tBerg",
        "Chloé Noir; Clo",
    )
    send(client, new_code(), names="\r\n".join(lines))
    people = Player.objects.order_by("search_name").values_list(
        "first_name", "last_name", "nickname"
    )
    assert list(people) == [
        ("Ana", "Lima", "Aninha"),
        ("Bo", "Berg", ""),
        ("Chloé", "Noir", "Clo"),
        ("Jean-Pierre", "de la Tour", ""),
        ("Jean", "Thielemans", "Toots"),
        ("Marie", "Curie", "Manya"),
        ("Nana", "", ""),
    ]


@pytest.mark.django_db
def test_where_nothing_is_stored_every_page_leads_to_the_set_up(client: Client) -> None:
    for path in ("/", "/matches/", "/players/", "/tournaments/", "/ladders/", "/matches/new/"):
        answer = client.get(path)
        assert (answer.status_code, answer.headers["Location"]) == (302, "/setup/"), path
    assert client.get("/setup/").status_code == 200
    for path in ("/games/", "/login/", "/forgotten/", "/healthz"):
        assert client.get(path).status_code in {200, 503}, path
    assert client.get("/api/v1/clubs").json()["results"] == []


@pytest.mark.django_db
def test_an_operator_without_a_club_is_led_to_one_and_needs_no_code(client: Client) -> None:
    root = make_user("root", staff=True)
    client.force_login(root)
    assert client.get("/").headers["Location"] == "/setup/"
    assert 'name="code"' not in client.get("/setup/").text
    bare = {"username": "", "password1": "", "password2": ""}
    assert send(client, **bare).status_code == 302
    assert Membership.objects.get().user == root
    assert "Begin a match" in client.get("/", headers=ENGLISH).text
    # For somebody else, whose password has to be as good as anybody's.
    assert send(client, slug="other", password1="x", password2="x").status_code == 422
    assert send(client, slug="other").status_code == 302
    assert Membership.objects.get(club__slug="other").user.username == "anne"
    assert client.session["_auth_user_id"] == str(root.pk)
    other = make_user("other", staff=True)
    client.force_login(other)
    assert "Set up your own club" in client.get("/").text


@pytest.mark.django_db
def test_an_account_that_is_no_operator_needs_a_code_as_everybody(client: Client) -> None:
    make_club()
    bea = make_user("bea")
    client.force_login(bea)
    assert "Set up your own club" not in client.get("/").text
    assert "There is a club here already" in client.get("/setup/").text
    assert send(client, username="", password1="", password2="").status_code == 422
    done = send(client, new_code(), username="", password1="", password2="")
    assert done.status_code == 302
    assert Membership.objects.get().user == bea


def run(*args: str) -> str:
    out = io.StringIO()
    call_command("setup", *args, stdout=out)
    return out.getvalue()


SHELL = ("--name", "Les Dés", "--time-zone", "Europe/Paris", "--username", "anne")


@pytest.mark.django_db
def test_the_command_prints_a_code_and_its_link(client: Client) -> None:
    first, said = run(), run()
    code = known(re.search(r"/setup/\?code=(\S+)", said))[1]
    assert f"The code for it: {code}" in said
    assert WRONG in send(client, known(re.search(r"code=(\S+)", first))[1]).text
    assert send(client, code).status_code == 302


@pytest.mark.django_db
def test_the_command_sets_everything_up_from_a_shell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = tmp_path / "names.txt"
    names.write_text("Marie Dupont\nMarie Dupond\n")
    with pytest.raises(CommandError, match=r"names_in_doubt: .*: 2\."):
        run(*SHELL, "--names", str(names))
    assert nothing_was_made()
    said = run(*SHELL, "--names", str(names), "--similar", "leave", "--language", "fr")
    assert "Les Dés is here, with 1 person." in said
    assert "Left out, line 2: Marie Dupond" in said
    assert User.objects.get().check_password(known(re.search(r"password (\S+) ", said))[1])
    # The account of somebody who is here owns another club, and keeps its password.
    assert "password" not in run(
        *SHELL, "--slug", "two", "--names", str(names), "--similar", "keep"
    )
    assert Player.objects.filter(club__slug="two").count() == 2
    assert Membership.objects.filter(user__username="anne", role="owner").count() == 2
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{PASSWORD}\n"))
    run("--name", "C", "--time-zone", "UTC", "--username", "bea", "--password-stdin")
    assert User.objects.get(username="bea").check_password(PASSWORD)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("--name", "X"), "--time-zone, --username"),
        (("--name", "X", "--time-zone", "Mars", "--username", "a"), "unknown_time_zone"),
        ((*SHELL, "--language", "tlh"), "unknown_language"),
        ((*SHELL, "--names", "nowhere.txt"), "file_unreadable"),
        ((*SHELL[:-1], "a b"), "username_refused"),
        ((*SHELL, "--password-stdin"), "password_refused"),
    ],
)
def test_the_command_refuses_in_one_line(
    args: tuple[str, ...], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    with pytest.raises(CommandError, match=words) as refusal:
        run(*args)
    assert refusal.value.returncode == 2
    assert nothing_was_made()
