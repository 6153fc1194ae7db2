"""Users' texts in tables that a spreadsheet opens."""

import re
from typing import Final

# It takes what begins with one of these for a formula (OWASP, CSV injection).
_FORMULA_SIGNS: Final = ("=", "+", "-", "@", "\t", "\r")
# But for a number with its unit, such as `-5 ms`, and nothing behind it.
_SIGNED_NUMBER: Final = re.compile(r"[+-][0-9][0-9.,]*(e[+-]?[0-9]+)?( [A-Za-z%µ/]+)?")


def cell_text(text: str) -> str:
    """The text of a cell, which must not act on the machine of a user who opens the table."""
    is_number = _SIGNED_NUMBER.fullmatch(text) is not None
    return f"'{text}" if text.startswith(_FORMULA_SIGNS) and not is_number else text
