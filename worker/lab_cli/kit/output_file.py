"""Files that appear whole or not at all, and JSON in lines."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lab_exec.errors import InputError


def check_writable(path: Path) -> None:
    """Refuses a place where no file can be made, before anything is computed."""
    if path.is_dir():
        raise InputError(f"'{path}' is a folder; give the name of a file")
    if not path.parent.is_dir():
        raise InputError(f"There is no folder '{path.parent}' for '{path.name}'")
    if not os.access(path.parent, os.W_OK):
        raise InputError(f"The folder '{path.parent}' cannot be written to")


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """A temporary path beside `path` that takes its name at the end, or vanishes on failure."""
    partial = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        yield partial
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)


def write_text(path: Path, text: str) -> None:
    """The whole file, or none."""
    with whole_file(path) as partial:
        partial.write_text(text, encoding="utf-8")


def one_line(value: object) -> str:
    """JSON without line breaks. Raises ValueError for what JSON has no number for."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
