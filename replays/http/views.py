"""The view that every address of the API is made from."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.core.words import Words
from replays.http.conditional import stamp
from replays.http.pagination import CursorPagination
from replays.http.problems import Refusal

T = TypeVar("T")


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
    """Refuses parameters that nobody declared or that say nothing, and bodies of unknown length;
    says whose words to use."""

    content_negotiation_class = OneForm
    metadata_class = None
    http_method_names = ["get", "head", "post", "put", "patch", "delete"]
    words: Words | None = None
    """The words of the game a request turned out to be about."""
    address: ClassVar[Mapping[str, str]] = {}
    """What the variable parts of the address are, for whoever reads the description."""
    parameters: ClassVar[frozenset[str]] = frozenset()
    """The query parameters of GET; a write takes none unless it overrides `allowed_parameters`."""

    def allowed_parameters(self, request: Request) -> frozenset[str]:
        return self.parameters if request.method in {"GET", "HEAD"} else frozenset()

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Check what no view should have to check."""
        super().initial(request, *args, **kwargs)
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
