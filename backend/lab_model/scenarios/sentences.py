"""Requirements in words: what Pydantic found, as the second half of a sentence."""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from pydantic import JsonValue

from lab_model.patterns import words_of_form
from lab_model.scenarios.known_fields import advice_for, object_for
from lab_model.scenarios.units import one_line, with_unit

Requirement = tuple[str, JsonValue]
_Context = Mapping[str, Any]

_COMPARISONS: Final = {
    "greater_than_equal": ("ge", "must be at least"),
    "greater_than": ("gt", "must be above"),
    "less_than_equal": ("le", "must be at most"),
    "less_than": ("lt", "must be below"),
}

_KINDS: Final = {
    "float_type": "must be a number",
    "float_parsing": "must be a number",
    "int_type": "must be a whole number",
    "int_from_float": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_parsing_size": "must be a whole number of at most 4300 digits",
    "bool_type": "must be true or false",
    "bool_parsing": "must be true or false",
    "string_type": "must be text",
    "string_unicode": "must be valid Unicode text",
    "list_type": "must be a list",
    "finite_number": "must be a finite number",
    "none_required": "must be null",
    "uuid_parsing": "must be an id of 32 hexadecimal digits",
    "uuid_type": "must be an id of 32 hexadecimal digits",
    "missing": "is missing; it has no default",
    "union_tag_not_found": "is missing; it has no default",
}

_NO_OBJECT: Final = frozenset({"dict_type", "model_type", "model_attributes_type"})


def requirement_of(detail: Mapping[str, Any], path: str) -> Requirement:
    """The requirement that was not kept, as words and as a bound, of one error of Pydantic."""
    kind = str(detail["type"])
    context: _Context = detail.get("ctx") or {}
    if kind in _COMPARISONS:
        key, words = _COMPARISONS[kind]
        return f"{words} {with_unit(path, context[key])}", context[key]
    if kind in _KINDS:
        return _KINDS[kind], None
    if kind in _NO_OBJECT:
        return _no_object(detail.get("input"), path)
    special = _SPECIAL.get(kind)
    if special is not None:
        return special(context, path)
    # A kind of error outside of the tables is named with Pydantic's own word.
    return f"cannot be read ({kind.replace('_', ' ')})", None


def _no_object(given: Any, path: str) -> Requirement:
    meant = object_for(path, one_line(given)) if isinstance(given, str) else None
    if meant is None:
        return "must be an object", None
    return f"must be an object: {json.dumps(meant, ensure_ascii=False)}", meant


def _refused(context: _Context, _path: str) -> Requirement:
    return str(context["requirement"]), context["bound"]


def _not_a_choice(context: _Context, _path: str) -> Requirement:
    expected = str(context.get("expected") or context.get("expected_tags"))
    quoted = re.findall(r"'([^']*)'", expected)
    if not quoted:
        return f"must be {expected}", int(expected) if expected.isdigit() else expected
    return "must be one of " + ", ".join(f"'{name}'" for name in quoted), quoted


def _unknown_field(_context: _Context, path: str) -> Requirement:
    return f"is not a field of a scenario{advice_for(path)}", None


def _length(words: str, bound: str, one: str, many: str) -> Callable[[_Context, str], Requirement]:
    def requirement(context: _Context, _path: str) -> Requirement:
        length = context[bound]
        return f"must have {words} {length} {one if length == 1 else many}", length

    return requirement


def _not_json(context: _Context, _path: str) -> Requirement:
    return f"is not valid JSON: {context.get('error', 'it cannot be read')}", None


def _not_of_form(context: _Context, _path: str) -> Requirement:
    words = words_of_form(str(context["pattern"]))
    return words or "must be written in another way", None


def _by_our_check(context: _Context, _path: str) -> Requirement:
    return f"cannot be used: {context['error']}", None


def _no_moment(_context: _Context, _path: str) -> Requirement:
    return "must be a date with a time, such as 2027-01-31T12:00:00Z", None


_SPECIAL: Final[dict[str, Callable[[_Context, str], Requirement]]] = {
    "refused": _refused,
    "literal_error": _not_a_choice,
    "union_tag_invalid": _not_a_choice,
    "extra_forbidden": _unknown_field,
    "string_too_short": _length("at least", "min_length", "character", "characters"),
    "string_too_long": _length("at most", "max_length", "characters", "characters"),
    "too_short": _length("at least", "min_length", "entry", "entries"),
    "too_long": _length("at most", "max_length", "entry", "entries"),
    "json_invalid": _not_json,
    "string_pattern_mismatch": _not_of_form,
    "datetime_type": _no_moment,
    "datetime_parsing": _no_moment,
    "datetime_from_date_parsing": _no_moment,
    "datetime_object_invalid": _no_moment,
    "timezone_naive": _no_moment,
    "value_error": _by_our_check,
    "assertion_error": _by_our_check,
}
