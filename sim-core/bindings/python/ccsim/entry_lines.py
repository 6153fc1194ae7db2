"""JSON for data files of the repository: one entry a line, so that a change is one line of a diff.

Here, since the core's own files need it and may import nothing of the lab.
"""

import json
from typing import Any, Final

LONGEST_LINE: Final = 400
"""Columns up to which a list or an object stands on one line."""


def entry_lines(content: Any) -> str:
    """The text of a data file, with its last line's end.

    A list or an object that fits a line is one; a larger one has its members on lines of their
    own, each by the same rule. NaN and infinities raise ValueError.
    """
    return "\n".join(_lines(content, "")) + "\n"


def _lines(value: Any, before: str) -> list[str]:
    short = before + json.dumps(value, ensure_ascii=False, allow_nan=False)
    if not isinstance(value, dict | list) or not value or len(short) <= LONGEST_LINE:
        return [short]
    if isinstance(value, dict):
        names = [f"{json.dumps(name, ensure_ascii=False)}: " for name in value]
        members = [_lines(item, name) for name, item in zip(names, value.values(), strict=True)]
        first, last = "{", "}"
    else:
        members = [_lines(item, "") for item in value]
        first, last = "[", "]"
    for member in members[:-1]:
        member[-1] += ","
    return [before + first, *(f" {line}" for member in members for line in member), last]
