import pytest

from games.core.errors import RuleViolation
from games.core.viewer import ARBITER, PUBLIC, Viewer, parse_viewer, seat_viewer


@pytest.mark.parametrize("viewer", [PUBLIC, ARBITER, seat_viewer(0), seat_viewer(7)])
def test_a_viewer_reads_back_from_its_text(viewer: Viewer) -> None:
    assert parse_viewer(str(viewer), 8) == viewer


@pytest.mark.parametrize(
    "text",
    [
        "",
        "seat",
        "seat:",
        "seat:-1",
        "seat:4",
        "seat:x",
        "seat:１",
        "seat:999",
        "Public",
        "seat:1 ",
    ],
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(RuleViolation) as refused:
        parse_viewer(text, 4)
    assert refused.value.code == "unknown_viewer"
