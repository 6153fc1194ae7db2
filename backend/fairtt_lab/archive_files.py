"""The files of an export: in a ZIP, or in the folder that it was unpacked to."""

import json
from pathlib import Path
from typing import IO, Any
from zipfile import ZipFile

from fairtt_lab.errors import ArchiveError
from lab_model.exports.reading import UNREADABLE_ZIP, read_bounded

Json = dict[str, Any]


class ArchiveFiles:
    """Opens a member of an archive. Raises `ArchiveError` if it is missing."""

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._archive: ZipFile | None = None
        if self.path.is_dir():
            return
        try:
            self._archive = ZipFile(self.path)
        except UNREADABLE_ZIP as error:
            raise ArchiveError(f"'{self.path}' cannot be opened: {error}") from None

    def open(self, name: str) -> IO[bytes]:
        """A file of it."""
        try:
            if self._archive is None:
                return (self.path / name).open("rb")
            return self._archive.open(name)
        except (KeyError, *UNREADABLE_ZIP):
            message = f"'{self.path}' is not an export of that kind: it has no {name}"
            raise ArchiveError(message) from None

    def read_json(self, name: str) -> Json:
        """An object of it."""
        try:
            with self.open(name) as file:
                content = read_bounded(file, name)
        except UNREADABLE_ZIP as error:
            raise ArchiveError(f"{name} of '{self.path}' cannot be read: {error}") from None
        try:
            found = json.loads(content)
        except (ValueError, RecursionError) as error:
            raise ArchiveError(f"{name} of '{self.path}' is not valid JSON: {error}") from None
        if not isinstance(found, dict):
            raise ArchiveError(f"{name} of '{self.path}' is not a JSON object")
        return found

    def copied(self) -> bytes | None:
        """The ZIP itself; None of a folder."""
        return None if self._archive is None else self.path.read_bytes()
