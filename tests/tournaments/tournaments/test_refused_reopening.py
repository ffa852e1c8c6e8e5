"""Who may not open a match again is told what may be done instead, in both languages."""

import pytest
from django.test import Client
from django.utils import translation

from replays.envelope import Envelope
from replays.errors import KaitenError
from replays.selectors.logs import load_log
from replays.services import life
from tests.factories import NOW, make_user
from tests.known import known
from tests.tournaments.tournaments.play import Friday

pytestmark = pytest.mark.django_db

WAYS = {
    "later_round_announced": {
        "en": ("withdraw that one first", "a ruling or a correction"),
        "fr": ("annulez d’abord celle-ci", "une décision ou une correction"),
    },
    "stage_closed": {
        "en": ("a ruling or a correction changes a result", "reopen it first"),
        "fr": ("une décision ou une correction y change un résultat", "rouvrez-la d’abord"),
    },
}


@pytest.fixture
def recorded_friday(friday: Friday) -> Friday:
    """Both tables of the first round have a result."""
    for table in (1, 2):
        friday.record(table, scores=[4, 3, 2, 1])
    return friday


def reopen(friday: Friday) -> KaitenError:
    match_id = friday.table(1).match
    with pytest.raises(KaitenError) as refusal:
        life.reopen_match(
            match_id=match_id,
            expected_version=load_log(match_id).version,
            envelope=Envelope("cli", NOW),
        )
    return refusal.value


def rule(friday: Friday) -> None:
    match_id = friday.table(1).match
    life.rule_result(
        match_id=match_id,
        expected_version=load_log(match_id).version,
        places=[4, 3, 2, 1],
        envelope=Envelope("cli", NOW),
    )


@pytest.mark.parametrize("code", WAYS)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_refusal_names_the_way_and_the_way_is_open(
    recorded_friday: Friday, code: str, language: str
) -> None:
    if code == "stage_closed":
        recorded_friday.do("close_stage", stage=1)
    else:
        recorded_friday.announce()
    error = reopen(recorded_friday)
    assert (error.code, error.status) == (code, 409)
    with translation.override(language):
        assert all(words in error.message for words in WAYS[code][language])
    rule(recorded_friday)
    assert known(recorded_friday.table(1).result).places == (4, 3, 2, 1)


def test_the_page_of_the_match_says_it(recorded_friday: Friday, client: Client) -> None:
    recorded_friday.announce()
    client.force_login(make_user("staff", staff=True))
    address = f"/matches/{recorded_friday.table(1).match}/reopen/"
    form = {"key": "a" * 36, "expected_version": 2, "note": "typo"}
    page = client.post(address, form, headers={"Accept-Language": "fr"})
    assert page.status_code == 422
    assert WAYS["later_round_announced"]["fr"][1] in page.text
