"""What takes part: a folder with a folder for each student, and in it up to five modules."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from lab_exec.errors import InputError
from lab_exec.wasm_module import load_module

MOST_STUDENTS: Final = 200
MOST_OF_STUDENT: Final = 5


@dataclass(frozen=True)
class Entry:
    """A module of a student; one that cannot be read takes part, and scores nothing."""

    student: str
    path: Path
    name: str
    """What a scenario calls its algorithm."""
    refusal: str
    """Why it cannot be run; empty: it can."""

    @property
    def title(self) -> str:
        """`ada/second`."""
        return f"{self.student}/{self.path.stem}"


def read_entries(folder: Path) -> list[Entry]:
    """All modules by student, in the order of their names. Raises InputError."""
    try:
        students = sorted(each for each in folder.iterdir() if each.is_dir())
    except OSError as error:
        raise InputError(f"DIR '{folder}' cannot be read: {error.strerror}") from None
    found = [entry for student in students for entry in _of_student(student)]
    count = len({entry.student for entry in found})
    if not 0 < count <= MOST_STUDENTS:
        raise InputError(
            f"DIR '{folder}' has {count} folders with modules (.wasm), a folder for each student; "
            f"it must have 1 to {MOST_STUDENTS}"
        )
    return found


def _of_student(student: Path) -> Iterator[Entry]:
    paths = sorted(student.glob("*.wasm"))
    if len(paths) > MOST_OF_STUDENT:
        raise InputError(f"'{student}' has {len(paths)} modules; at most {MOST_OF_STUDENT}")
    for path in paths:
        try:
            yield Entry(student.name, path, load_module(path).name, "")
        except InputError as error:
            yield Entry(student.name, path, "", str(error))
