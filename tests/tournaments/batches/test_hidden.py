"""A batch tells nothing from which the hands of its matches could be computed."""

import pytest
from django.test import Client

from tests.clients import SignedIn
from tests.factories import bearer, make_club, make_member, make_token
from tests.tournaments.batches.batches import make_batch, play_all
from tournaments.batches.models import BatchResult
from tournaments.batches.services.batches import LARGEST_OWN_SEED
from tournaments.people.models import Openness

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("openness", Openness.values)
def test_seed_and_hashes_are_for_those_who_see_every_hand(openness: str) -> None:
    club = make_club()
    club.open_hands = openness
    club.save()
    batch = make_batch(club, matches=1, seed=987_654_321)
    play_all(batch)
    content_hash = BatchResult.objects.get().content_hash
    told = {f"{batch.seed}".encode(), content_hash.encode()}
    roles = {"": Openness.EVERYBODY, "member": Openness.CLUB, "arbiter": Openness.ARBITERS}
    for rank, role in enumerate(roles):
        user = make_member(club, role) if role else None
        headers = bearer(make_token(user, scopes=("read",))[1]) if user else {}
        door, browser = Client(headers=headers), SignedIn(user) if user else Client()
        answers = [
            door.get(f"/api/v1/{path}")
            for path in (
                "batches",
                f"batches/{batch.id}",
                f"batches/{batch.id}/results",
                f"batches/{batch.id}/export?format=csv",
                f"batches/{batch.id}/export?format=json",
                f"matches/{BatchResult.objects.get().id}",
            )
        ]
        answers += [
            browser.get(f"/batches/{batch.id}/{page}") for page in ("", "export.csv", "export.json")
        ]
        assert {answer.status_code for answer in answers} == {200}
        seen = b"".join(answer.content for answer in answers)
        opened = list(roles.values()).index(Openness(openness)) <= rank
        assert {text for text in told if text in seen} == (told if opened else set()), role


def test_a_seed_that_nobody_chose_does_not_follow_from_the_address() -> None:
    one, other = make_batch(seed=None), make_batch(seed=None)
    assert one.seed != other.seed
    assert one.seed != one.id.int % LARGEST_OWN_SEED
