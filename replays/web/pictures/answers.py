"""How pictures are handed out: as SVG or PNG, and never twice to who has them."""

import hashlib

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers

from replays.web.pictures.raster import png_of

FOREVER = 365 * 24 * 60 * 60
TYPES = {"svg": "image/svg+xml", "png": "image/png"}


def picture_answer(
    request: HttpRequest, svg: str, form: str, *, forever: bool = False
) -> HttpResponseBase:
    """Return a picture in a form; `forever` where its address never shows anything else."""
    # What it is made of tells what it looks like; a seat that was refused shows something else.
    etag = f'"{hashlib.sha256(svg.encode()).hexdigest()[:20]}"'
    # Whoever has it already does not make anybody draw it.
    response = get_conditional_response(request, etag=etag)
    if response is None:
        content = svg if form == "svg" else png_of(svg)
        response = HttpResponse(content, content_type=TYPES[form])
    response.headers["ETag"] = etag
    patch_vary_headers(response, ["Cookie", "Accept-Language"])
    if forever:
        patch_cache_control(response, private=True, max_age=FOREVER, immutable=True)
    else:
        patch_cache_control(response, private=True, no_cache=True)
    return response
