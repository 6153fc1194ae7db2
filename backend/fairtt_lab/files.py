"""Files of runs and experiments: known formats, and only when they are complete."""

from collections.abc import Iterable
from pathlib import Path

from fairtt_lab.errors import invalid


def check_format(file_format: str, known: Iterable[str]) -> None:
    """Raises `InvalidInputError` for an unknown format of exports."""
    names = list(known)
    if file_format not in names:
        message = f"file_format is '{file_format}'; it must be one of {', '.join(names)}"
        raise invalid("file_format", message, file_format, names)


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
