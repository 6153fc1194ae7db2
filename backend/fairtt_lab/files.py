"""Files that are there only when they are complete."""

from collections.abc import Iterable
from pathlib import Path


def write_whole(path: str | Path, parts: Iterable[bytes]) -> Path:
    """Write a file that is there only when it is complete."""
    target = Path(path)
    partial = target.with_name(target.name + ".partial")
    try:
        with partial.open("wb") as file:
            file.writelines(parts)
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)
    return target
