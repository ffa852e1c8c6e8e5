"""The words of the refusals that belong to HTTP itself, by code and by status."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Word = str | Promise

TITLES: Mapping[int, Word] = {
    400: _("The request cannot be understood"),
    401: _("Sign in first"),
    403: _("Not permitted"),
    404: _("Not found"),
    405: _("Method not allowed"),
    406: _("Not available in this form"),
    409: _("Conflict"),
    411: _("The length is missing"),
    412: _("Somebody else was faster"),
    413: _("Too large"),
    415: _("Unknown kind of body"),
    422: _("Refused by the rules"),
    428: _("A precondition is missing"),
    429: _("Too many requests"),
    500: _("Something went wrong here"),
    503: _("Not available right now"),
}

DETAILS: Mapping[str, Word] = {
    "authentication_failed": _("The token or session is not valid."),
    "bad_cursor": _("This cursor does not belong to this list."),
    "bad_id": _("The parameter “{parameter}” is not an id."),
    "bad_idempotency_key": _("An Idempotency-Key has 1 to {most} visible ASCII characters."),
    "bad_if_match": _('If-Match must name one version, such as "12".'),
    "bad_limit": _("A page has 1 to {most} rows."),
    "bad_parameter": _("The parameter “{parameter}” is a whole number from {least} to {most}."),
    "bad_request": _("The request cannot be understood."),
    "body_too_large": _("The body is larger than {limit} bytes."),
    "csrf_failed": _("The session needs a valid CSRF token for this."),
    "duplicate_key": _("The key “{key}” appears twice in one object."),
    "empty_body": _("The body is empty."),
    "empty_parameter": _("The parameter “{parameter}” is empty: give it a value or leave it out."),
    "error": _("Something went wrong here. It has been noted."),
    "export_hidden": _("This match has secrets: only whoever may see all of it can export it."),
    "float_not_allowed": _("Numbers must be whole: “{number}” is not."),
    "invalid_input": _("Some fields are not right; see the errors."),
    "invalid_utf8": _("The body is not valid UTF-8."),
    "length_required": _("A body needs a Content-Length."),
    "malformed_json": _("The body is not valid JSON (line {line}, column {column})."),
    "method_not_allowed": _("This address does not answer to this method."),
    "missing_parameter": _("The parameter “{parameter}” is missing."),
    "not_a_number": _("“{number}” is not JSON."),
    "not_acceptable": _("This is not available in the form that was asked for."),
    "not_authenticated": _("Sign in or send a token."),
    "not_found": _("There is nothing at this address."),
    "permission_denied": _("This is not permitted with this account or token."),
    "precondition_required": _("Say in If-Match which version you saw."),
    "throttled": _("Too many requests; wait {seconds} seconds."),
    "unavailable": _("A part of the site is away for a moment. Please send it again soon."),
    "unknown_field": _("There is no field “{field}” here."),
    "unknown_format": _("This is written as one of: {known}."),
    "unknown_parameter": _("There is no parameter “{parameter}” here."),
    "unsupported_media_type": _("A body of this kind is not taken here."),
    "viewer_not_permitted": _("This match cannot be seen as “{viewer}” with this account."),
}


class _Gentle(dict[str, Any]):
    def __missing__(self, key: str) -> str:
        return "{" + key + "}"


def title_of(status: int) -> str:
    known = TITLES.get(status)
    if known is None:
        known = TITLES[400] if status < 500 else TITLES[500]
    return str(known)


def detail_of(code: str, params: Mapping[str, object]) -> str | None:
    """Return the translated sentence of a code of HTTP, or None for somebody else's code."""
    known = DETAILS.get(code)
    return None if known is None else fill(known, params)


def fill(text: Word, params: Mapping[str, object]) -> str:
    """Return a translated text with its placeholders filled; an unknown one stays as it is."""
    return str(text).format_map(_Gentle(params))
