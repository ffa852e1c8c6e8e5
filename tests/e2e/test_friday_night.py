"""A Friday night from home to the podium: every role on a screen of its own, the clicks counted."""

import re
from collections import Counter
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any
from uuid import UUID

import msgspec
import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from playwright.sync_api import expect

from games.testing.scale import sampled
from tests.e2e.counting import Tally, open_beside
from tests.e2e.pages import another_page, let_in
from tests.e2e.sheets import printed
from tests.e2e.taps import PHONE, Scorekeeper
from tests.factories import make_club, make_member, make_player
from tests.known import known
from tests.plugins.databases import FreshDatabase
from tests.replays.sittings import Sitting
from tests.tournaments.ladders.nights import begun, work
from tests.tournaments.seasons.played import lead_it, make_season
from tests.tournaments.tournaments.web.fields import Field
from tournaments.people.models import Club, Player
from tournaments.people.services.players import link_account
from tournaments.tournaments.director.presets import read_plan, stages_of
from tournaments.tournaments.director.state import State, Table
from tournaments.tournaments.models import Tournament
from tournaments.tournaments.selectors.states import tournament_state

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tournaments.people.models import User

pytestmark = [pytest.mark.browser, pytest.mark.services]

MOST_CLICKS = 30
NAMES = (
    *("Anaïs Brûlé", "Benoît Lefèvre", "Chloé Martin", "David Noël", "Élodie Garçon"),
    *("François Péron", "Gaël Forêt", "Hélène Dupré", "Inès Müller", "Jérôme Côté"),
    *("Koffi N’Guessan", "Léa Strauß", "Maël Šimić"),
)
MISSING, LATE, GOES = "Maël", "Océane Ruiz", "Koffi"
SESSION = settings.SESSION_COOKIE_NAME


class Night:
    """The tournament as it stands, and the pages of those who come."""

    def __init__(self, organiser: "Page", language: str) -> None:
        self.page, self.french = organiser, language == "fr"
        self.tally = Tally(organiser.context)
        self.typed = 0

    def words(self, english: str, french: str) -> str:
        return french if self.french else english

    @property
    def id(self) -> UUID:
        return Tournament.objects.get(status__in=("planned", "running")).pk

    @property
    def state(self) -> State:
        return tournament_state(self.id)

    def path(self, section: str = "") -> str:
        return f"/tournaments/{self.id}/{section}"

    def press(self, english: str, french: str, within: "Locator | None" = None) -> None:
        """Press a button, or follow a link, by what it says."""
        words = re.compile(f"^\\s*{re.escape(self.words(english, french))}")
        place = within or self.page.locator("main")
        place.get_by_role("button", name=words).or_(
            place.get_by_role("link", name=words)
        ).first.click()

    def next(self, english: str, french: str) -> None:
        """Press what the console offers as the next step."""
        self.press(english, french, self.page.locator("#next-step"))

    def announce(self) -> None:
        self.press("Announce the round", "Annoncer la ronde")
        self.page.wait_for_url(re.compile("#round$"))

    def tables(self) -> dict[int, Table]:
        stage = known(self.state.current)
        return dict(known(stage.last_round).tables)

    def type_results(self, *left_out: int) -> None:
        """Type the scores of the open tables one after the other, an Enter for each."""
        stage = known(self.state.current)
        for number, table in self.tables().items():
            if table.result is not None or number in left_out:
                continue
            card = f"table-{stage.number}-{known(stage.last_round).number}-{number}"
            expect(self.page.locator(f"#{card} input[name=score_0]")).to_be_focused()
            self.type_scores(table)
            expect(self.page.locator(f"#{card} form.tour-result-form")).to_have_count(0)

    def type_scores(self, table: Table, *, highest: bool = True) -> None:
        """Type what a slip says: entrants of low numbers are best, or worst."""
        ranked = sorted(table.entrants, reverse=not highest)
        scores = [48 - 5 * ranked.index(one) for one in table.entrants]
        self.page.keyboard.type(" ".join(map(str, scores)))
        self.page.keyboard.press("Enter")
        self.typed += 1

    def require_typed(self) -> None:
        """Nothing was typed but names, and a line of scores with one Enter for a table."""
        keys = self.tally.keys.copy()
        assert set(keys.pop("names")) <= {*"".join(NAMES), *LATE, "Enter", "Shift"}
        typed: Counter[str] = sum(keys.values(), Counter())
        assert typed.pop("Enter") == self.typed
        assert set(typed) <= {*"0123456789", " "}


@pytest.fixture(params=sampled(["en", "fr"], 2))
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def last_friday(club: Club, players: list[Player]) -> UUID:
    """Play the evening that tonight is planned like: three rounds and a final of four."""
    plan = read_plan({"preset": "swiss_pods", "game": "sushi_go_party", "rounds": 3})
    field = Field(0, *msgspec.to_builtins(stages_of(plan)), club=club)
    field.do("enter", players=[str(player.id) for player in players], present=True)
    for _round in range(3):
        field.played()
    field.do("close_stage", stage=1, draw=True)
    field.played(2)
    field.do("close_stage", stage=2)
    field.do("finish")
    return field.id


def test_a_friday_night(
    fresh_database: FreshDatabase, browser_page: "Page", live_server_url: str, language: str
) -> None:
    club = make_club("Les Dés du vendredi", slug="les-des")
    players = {name.split()[0]: make_player(club, name) for name in NAMES}
    evening = last_friday(club, list(players.values()))
    ladder, season = begun(club), make_season(club, title="Saison d’hiver", evenings=[evening])
    keeper, organiser = make_member(club, "scorekeeper"), make_member(club, "organiser")
    page = browser_page
    let_in(page, live_server_url, organiser, language)
    night = Night(page, language)

    # Thirteen are registered, twelve are there; one more comes when the round is proposed.
    page.goto("/")
    night.press("New tournament", "Nouveau tournoi")
    night.press("Create it", "Créer")
    expect(page.locator("#names")).to_be_focused()
    page.keyboard.type("\n".join(NAMES))
    night.press("Enter them and check them in", "Inscrire et pointer")
    more = night.words(f"More for {MISSING} Š.", f"Autres actions pour {MISSING} Š.")
    page.get_by_label(more).click()
    night.press(f"Check {MISSING} Š. out", f"Annuler le pointage de {MISSING} Š.")
    night.next("Begin with the 12 entrants", "Commencer avec les 12 participants")
    night.press("Enter a late-comer", "Inscrire une arrivée tardive")
    expect(page.locator("#names")).to_be_focused()
    page.keyboard.type(LATE)
    night.press("Enter them and check them in", "Inscrire et pointer")
    splits = page.locator("#splits h3")
    expect(splits.filter(has_text="4+3+3+3")).to_have_count(1)
    expect(splits.filter(has_text="5+4+4")).to_have_count(1)
    first, second = page.locator("[name=who]").nth(0), page.locator("[name=who]").nth(7)
    first.check()
    second.check()
    night.press("Swap the two", "Échanger les deux")
    expect(page.locator("#proposal .tour-next .badge")).to_be_visible()
    night.announce()
    tables = night.tables()
    assert sorted(len(table.entrants) for table in tables.values()) == [3, 3, 3, 4]

    with ExitStack() as others:

        def lend(user: "User | None" = None, **options: Any) -> "Page":
            other = others.enter_context(another_page(page, live_server_url, **options))
            if user is not None:
                let_in(other, live_server_url, user, language)
            return other

        # The screen and the sheet on the wall are opened beside the console.
        screen = open_beside(page.get_by_role("link", name=night.words("Screen", "Écran")))
        wrong: list[str] = []
        screen.on("pageerror", lambda error: wrong.append(str(error)))
        screen.set_viewport_size({"width": 1920, "height": 1080})
        expect(screen.locator("#tv-tables-1 .card")).to_have_count(4)
        sheet = open_beside(page.get_by_role("link", name=night.words("Print", "Imprimer")))
        night.press("Print", "Imprimer", sheet.locator(".print-choice"))
        [paper] = printed(sheet)
        for name in (*NAMES, LATE):
            first_name, last_name = name.split()
            there = f"{first_name} {last_name[0]}." in paper
            assert there == (first_name != MISSING), name
        sheet.close()

        # Two slips are typed; a table is recorded on a phone, one says two things.
        night.next("Enter the results of 4 tables", "Saisir les résultats de 4 tables")
        night.type_results(3, 4)
        touch = {"viewport": PHONE, "has_touch": True}
        phone = lend(keeper, **touch)
        recorded = begin_on_a_phone(night, phone)
        expect(screen.locator(".tv-boards [data-table='table-1-1-4']")).to_have_count(1)
        end_on_a_phone(recorded, phone)
        expect(screen.locator(".tv-boards")).to_have_count(0)
        assert night.tables()[4].result is not None

        one, other = (players_at(night, 3)[seat] for seat in (0, 1))
        accounts = [make_member(club, username=name) for name in ("joueuse", "joueur")]
        for player, user in zip((one, other), accounts, strict=True):
            link_account(player=player, user=user)
        report_without_network(night, lend(accounts[0], **touch))
        report_without_session(night, lend(accounts[1], **touch))
        assert night.tables()[3].disputed
        night.press("Accept this", "Accepter", page.locator("#table-1-1-3"))
        expect(page.locator("#table-1-1-3 .tour-reports")).to_have_count(0)

        # The second slip was read wrongly: what a correction would change is shown first.
        night.press("Correct", "Corriger", page.locator("#table-1-1-2"))
        expect(page.locator("#correct input[name=score_0]")).to_be_focused()
        slip = night.tables()[2]
        night.type_scores(slip, highest=False)
        expect(page.locator(".tour-consequences li").first).to_contain_text("→")
        night.press("Correct it", "Corriger", page.locator("#correct"))
        expect(page.locator(".messages")).to_be_visible()
        assert known(night.tables()[2].result).scores != known(slip.result).scores

        # Somebody goes home; two more rounds by keyboard alone.
        night.press("Entrants", "Participants", page.locator(".tour-nav"))
        asked = page.locator(".tour-people li", has_text=GOES)
        asked.locator("summary").click()
        night.press(f"{GOES} N. drops out", f"{GOES} N. abandonne", asked)
        for number in (2, 3):
            night.next(f"Propose round {number}", f"Proposer la ronde {number}")
            night.announce()
            assert all(
                GOES not in named for named in page.locator("#round h3 + *").all_inner_texts()
            )
            night.type_results()
            expect(page.locator("#next-step .btn-primary")).to_be_focused()

        # The best four play for it.
        night.next("Close stage 1", "Clore la phase 1")
        night.press("Begin stage 2", "Commencer la phase 2")
        night.announce()
        night.type_results()
        night.next("Close it and finish the tournament", "La clore et terminer le tournoi")
        expect(page.locator(".tour-podium .person")).to_have_count(3)
        winner = page.locator(".tour-podium-1 .person").inner_text()
        expect(screen.locator("#tv-podium-1.tv-shown .winner")).to_have_text(winner)
        assert not wrong
        assert night.tally.clicks <= MOST_CLICKS, night.tally.clicked
        night.require_typed()

        # It counts on the ladder and in the season, which whoever played finds on their phone.
        lead_it(season, "add_evening", tournament=str(evening_of(screen)))
        work()
        phone.goto(f"/seasons/{season}/")
        line = phone.locator(".season-table tbody tr", has_text=winner)
        expect(line.locator("td").nth(3)).to_have_text(re.compile(r"\d"))
        phone.goto(f"/ladders/{ladder}/")
        expect(phone.get_by_role("link", name=winner).first).to_be_visible()
        phone.goto("/")
        expect(phone.locator(".home-evenings .home-winner").first).to_contain_text(winner)


def evening_of(page: "Page") -> UUID:
    return UUID(page.url.split("/")[-3])


def players_at(night: Night, table: int) -> list[Player]:
    entrants = night.state.entrants
    return [
        Player.objects.get(pk=entrants[number].player) for number in night.tables()[table].entrants
    ]


def begin_on_a_phone(night: Night, phone: "Page") -> Sitting:
    """Open the last table from home and tap its first moves."""
    phone.goto("/")
    phone.locator(".home-now h2 a").tap()
    phone.locator("#table-1-1-4 .tour-link").tap()
    night.press(
        "Record this match move by move",
        "Enregistrer cette partie coup par coup",
        phone.locator("main"),
    )
    phone.wait_for_url("**/record/")
    match = known(night.tables()[4].match)
    sitting = Sitting.at(match)
    keeper = Scorekeeper(phone, sitting)
    unseen = night.words("Nobody saw the cards", "Personne n'a vu les cartes")
    phone.get_by_role("button", name=unseen).tap()
    phone.locator(f"#recorder[data-version='{1 + len(sitting.seats)}']").wait_for(state="attached")
    for _ in range(5):
        keeper.record(sitting.next_event())
    return sitting


def end_on_a_phone(sitting: Sitting, phone: "Page") -> None:
    """What lies between is entered at once; the last cards are tapped again."""
    seats = len(sitting.seats)
    sitting.play_on(3 * 11 * seats - len(sitting.log().plies) - 3)
    keeper = Scorekeeper(phone, sitting)
    while not sitting.log().ended:
        keeper.record(sitting.next_event())


def fill_in(night: Night, phone: "Page", second: int) -> None:
    """Tell on one's own phone how the third table ended."""
    phone.goto("/")
    phone.get_by_role("link", name=night.words("Your table", "Votre table")).tap()
    phone.wait_for_url("**/tables/1/1/3/")
    boxes = phone.locator(".tour-result-form .tour-seats input.tour-score")
    for box, score in zip(boxes.all(), (44, second, 36, 32), strict=False):
        box.fill(str(score))


def report(night: Night, phone: "Page") -> None:
    words = night.words("Report the result", "Déclarer le résultat")
    phone.get_by_role("button", name=words).tap()


def report_without_network(night: Night, phone: "Page") -> None:
    """What cannot be sent stays where it was typed, and is sent again by a tap."""
    fill_in(night, phone, 40)
    phone.context.set_offline(True)
    report(night, phone)
    expect(phone.locator(".unsent")).to_contain_text(night.words("Not sent", "Non envoyé"))
    assert not night.tables()[3].reports
    phone.context.set_offline(False)
    phone.get_by_role("button", name=night.words("Try again", "Réessayer")).tap()
    phone.locator(".notice-good").first.wait_for()
    assert len(night.tables()[3].reports) == 1


def report_without_session(night: Night, phone: "Page") -> None:
    """Whoever is not logged in any more says who they are, and what they typed is sent."""
    fill_in(night, phone, 41)
    Session.objects.filter(pk=session_of(phone)).delete()
    report(night, phone)
    asked = phone.get_by_role("dialog")
    asked.locator("[name=password]").fill("secret")
    asked.locator("form button").tap()
    expect(asked).to_be_hidden()
    phone.locator(".notice-warn").first.wait_for()
    assert len(night.tables()[3].reports) == 2


def session_of(page: "Page") -> str:
    return next(cookie["value"] for cookie in page.context.cookies() if cookie["name"] == SESSION)
