"""Numbers that a developer sets for a stage by the environment."""

import os

from tools.errors import LabError


def whole_setting(name: str, default: int, most: int) -> int:
    """What the variable says, from 1 to `most`. Raises LabError."""
    text = os.environ.get(name, str(default))
    if not text.isdigit() or not 1 <= int(text) <= most:
        raise LabError(f"{name} is '{text}'; it must be from 1 to {most}", exit_code=2)
    return int(text)
