"""What a page says of itself where its address is sent around: words and a picture."""

from dataclasses import dataclass
from uuid import UUID

from django.http import HttpRequest
from django.urls import reverse


@dataclass(frozen=True)
class Shared:
    """A page as the preview of a link shows it. Whatever makes previews has no account."""

    title: str
    description: str
    address: str
    picture: str


def shared(request: HttpRequest, view: str, id_: UUID, *, title: str, description: str) -> Shared:
    """Return how the page of something is shared; beside its address lies that of its card."""
    return Shared(
        title=title,
        description=description,
        address=request.build_absolute_uri(reverse(view, args=[id_])),
        picture=request.build_absolute_uri(reverse(f"{view}-card-png", args=[id_])),
    )
