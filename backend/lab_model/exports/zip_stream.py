"""A ZIP that is sent while it is written. The same contents give the same bytes: names, order and
times of the entries are fixed.
"""

from collections.abc import Iterable, Iterator
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

_UNIX: Final = 3
_READABLE: Final = 0o100644 << 16
_EARLIEST: Final = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a ZIP can hold: what is exported has none."""

File = tuple[str, Iterable[str]]
"""A name and the text, part by part."""


class _Sink:
    """Takes what the archive writes and hands it on. It cannot seek, so nothing is kept."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def write(self, part: bytes) -> int:
        self._parts.append(bytes(part))
        return len(part)

    def flush(self) -> None:
        """Nothing is held back."""

    def close(self) -> None:
        """There is nothing to close."""

    def take(self) -> bytes:
        """What was written since the last time."""
        found = b"".join(self._parts)
        self._parts.clear()
        return found


def zip_of(files: Iterable[File]) -> Iterator[bytes]:
    """The archive, a part at a time."""
    sink = _Sink()
    with ZipFile(sink, "w", ZIP_DEFLATED) as archive:
        for name, parts in files:
            # Their size is not known yet: room for more than 4 GiB.
            with archive.open(_entry(name), "w", force_zip64=True) as file:
                for part in parts:
                    file.write(part.encode())
                    yield sink.take()
            yield sink.take()
    yield sink.take()


def _entry(name: str) -> ZipInfo:
    entry = ZipInfo(name, _EARLIEST)
    entry.compress_type = ZIP_DEFLATED
    entry.create_system = _UNIX
    entry.external_attr = _READABLE
    return entry
