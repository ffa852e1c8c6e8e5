import pytest
from django.test import Client, RequestFactory

from tests.services.processes import ROOT


@pytest.mark.django_db
def test_every_answer_allows_scripts_of_this_site_only_and_no_frame_around_it(
    client: Client,
) -> None:
    headers = client.get("/admin/login/").headers
    policy = headers["Content-Security-Policy"]
    assert "script-src 'self';" in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"


@pytest.mark.django_db
def test_a_view_that_may_be_framed_says_so_in_the_policy_too(rf: RequestFactory) -> None:
    from django.http import HttpResponse
    from django.views.decorators.clickjacking import xframe_options_exempt

    from config.middleware import SecurityHeadersMiddleware

    framed = SecurityHeadersMiddleware(xframe_options_exempt(lambda _request: HttpResponse("")))
    answer = framed(rf.get("/"))
    assert isinstance(answer, HttpResponse)
    assert "frame-ancestors" not in answer.headers["Content-Security-Policy"]


@pytest.mark.django_db
def test_the_session_cookie_is_out_of_reach_of_scripts_and_of_other_sites(client: Client) -> None:
    from tournaments.people.models import User

    User.objects.create_superuser(username="ada", password="a long enough secret")
    answer = client.post("/admin/login/", {"username": "ada", "password": "a long enough secret"})
    cookie = answer.cookies["sessionid"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"


def test_no_file_names_a_package_registry() -> None:
    for name in ("requirements.lock", "requirements-dev.lock", "pyproject.toml"):
        assert "://" not in (ROOT / name).read_text()
