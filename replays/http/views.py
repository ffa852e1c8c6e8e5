"""The view that every address of the API is made from."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, TypeVar
from uuid import uuid4

from django.core.exceptions import ImproperlyConfigured
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.core.words import Words
from replays import ports
from replays.http.actors import actor_of, onlooker_of, refuse, require_somebody
from replays.http.conditional import stamp
from replays.http.pagination import CursorPagination
from replays.http.problems import Refusal

T = TypeVar("T")
EVERYBODY = ""
"""What a write `requires` that nobody is kept from."""


class OneForm(BaseContentNegotiation):
    """Every address answers in one form: Accept is not argued about, `?format=` is ours to use."""

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> BaseParser | None:
        sent = (request.content_type or "").partition(";")[0].strip().lower()
        return next((parser for parser in parsers if parser.media_type == sent), None)

    def select_renderer(  # type: ignore[override]
        self,
        request: Request,
        renderers: Sequence[BaseRenderer],
        format_suffix: str | None = None,
    ) -> tuple[BaseRenderer, str | None]:
        return renderers[0], renderers[0].media_type


class ApiView(APIView):
    """Asks who may before anything else of a request is looked at; refuses parameters that nobody
    declared or that say nothing, and bodies of unknown length; says whose words to use."""

    content_negotiation_class = OneForm
    metadata_class = None
    http_method_names = ["get", "head", "post", "put", "patch", "delete"]
    requires: ClassVar[Mapping[str, str]] = {}
    """The action that each method takes the right to; reading is open unless it stands here."""
    words: Words | None = None
    """The words of the game a request turned out to be about."""
    address: ClassVar[Mapping[str, str]] = {}
    """What the variable parts of the address are, for whoever reads the description."""
    parameters: ClassVar[frozenset[str]] = frozenset()
    """The query parameters of GET; a write takes none unless it overrides `allowed_parameters`."""

    def allowed_parameters(self, request: Request) -> frozenset[str]:
        return self.parameters if request.method in {"GET", "HEAD"} else frozenset()

    @classmethod
    def as_view(cls, **initkwargs: Any) -> Any:
        """Return the view, if it is said of every write who may."""
        writes = {name.upper() for name in cls.http_method_names if hasattr(cls, name)}
        if forgotten := writes - {"GET", "HEAD"} - cls.requires.keys():
            raise ImproperlyConfigured(f"{cls.__name__}.requires lacks {sorted(forgotten)}")
        return super().as_view(**initkwargs)

    def authorise(self, request: Request, **address: Any) -> None:
        """Answer 401, 403 or 404 to whoever may not do this; nothing that was sent is read."""
        action = self.requires.get("GET" if request.method == "HEAD" else request.method or "")
        if action:
            require_somebody(request)
            actor = actor_of(request)
            if not self.permits(actor, action, **address):
                refuse(actor)

    def permits(self, actor: ports.Actor, action: str, **_address: Any) -> bool:
        """Say whether an actor may do this to what the address names; if it names no club, whether
        they may in any, before a body says in which."""
        return ports.policy().may_somewhere(actor, action)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Check what no view should have to check."""
        super().initial(request, *args, **kwargs)
        # What somebody may not know of is looked for under an id that nothing has: whatever is
        # answered then, in whatever order it is asked for, is what an unknown id gets.
        for name in onlooker_of(request).missing(kwargs):
            self.kwargs[name] = type(kwargs[name])(str(uuid4()))
        if not hasattr(self, (request.method or "").lower()):
            self.http_method_not_allowed(request)
        self.authorise(request, **self.kwargs)
        for name, values in request.query_params.lists():
            if name not in self.allowed_parameters(request):
                raise Refusal("unknown_parameter", parameter=name[:80])
            # Read as "any", it would hide that somebody's filter was forgotten.
            if "" in values:
                raise Refusal("empty_parameter", parameter=name)
        if "Transfer-Encoding" in request.headers and "Content-Length" not in request.headers:
            raise Refusal("length_required", 411)


class ListView(ApiView):
    """A long list that is read page by page; `parameters` are what it can be narrowed by."""

    pagination_class: type[CursorPagination] = CursorPagination

    def allowed_parameters(self, request: Request) -> frozenset[str]:
        allowed = super().allowed_parameters(request)
        return allowed | {"cursor", "limit"} if request.method in {"GET", "HEAD"} else allowed

    def paged(self, rows: Iterable[T], answers: Callable[[list[T]], Iterable[object]]) -> Response:
        """Return the page that was asked for, made into answers at once."""
        paginator = self.pagination_class()
        page = paginator.paginate_queryset(rows, self.request, self) or []
        response = paginator.get_paginated_response(list(answers(page)))
        stamp(response, None)
        return response
