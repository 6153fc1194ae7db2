"""JSON for data files of the repository: one entry a line, so that a change is one line of a diff.

Here, since the core's own files need it and may import nothing of the lab.
"""

import json
from typing import Any, Final

LONGEST_LINE: Final = 700
"""Columns up to which a list or an object stands on one line, with its indentation."""


def entry_lines(content: Any, longest_line: int = LONGEST_LINE) -> str:
    """The text of a data file, with its last line's end.

    A list or an object that fits a line is one; a larger one has its members on lines of their
    own, each by the same rule, and numbers fill their lines. A comma may stand one column further.
    NaN and infinities raise ValueError.
    """
    return "\n".join(_lines(content, "", longest_line)) + "\n"


def _lines(value: Any, before: str, longest_line: int) -> list[str]:
    short = before + json.dumps(value, ensure_ascii=False, allow_nan=False)
    if not isinstance(value, dict | list) or not value or len(short) <= longest_line:
        return [short]
    inner = longest_line - 1
    if isinstance(value, dict):
        names = [f"{json.dumps(name, ensure_ascii=False)}: " for name in value]
        named = zip(value.values(), names, strict=True)
        members = [_lines(item, name, inner) for item, name in named]
        first, last = "{", "}"
    else:
        is_numbers = all(isinstance(item, int | float) for item in value)
        members = _filled(value, inner) if is_numbers else [_lines(it, "", inner) for it in value]
        first, last = "[", "]"
    for member in members[:-1]:
        member[-1] += ","
    return [before + first, *(f" {line}" for member in members for line in member), last]


def _filled(numbers: list[float], longest_line: int) -> list[list[str]]:
    lines: list[list[str]] = []
    for text in map(json.dumps, numbers):
        if lines and len(lines[-1][0]) + len(text) + 2 <= longest_line:
            lines[-1][0] += f", {text}"
        else:
            lines.append([text])
    return lines
