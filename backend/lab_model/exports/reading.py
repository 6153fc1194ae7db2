"""Reading an untrusted ZIP: its unpacked size is bounded before it is unpacked."""

import lzma
import zlib
from collections.abc import Iterator
from typing import IO, Final
from zipfile import BadZipFile, ZipFile

MOST_ENTRY_BYTES: Final = 50_000_000
"""A result of ten thousand flows, and room."""

UNREADABLE_ZIP: Final = (
    BadZipFile,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    NotImplementedError,  # a compression that Python does not have
    RuntimeError,  # encrypted
    OSError,
    ValueError,
)
"""What a damaged or forged ZIP raises while it is read."""


class EntryTooLargeError(ValueError):
    """A file in a ZIP unpacks to more than anything that the lab exports."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} in it unpacks to more than {MOST_ENTRY_BYTES} bytes")


def read_entry(archive: ZipFile, name: str) -> bytes:
    """A whole file, whatever the ZIP says of its size. Raises KeyError if there is none."""
    with archive.open(name) as file:
        return read_bounded(file, name)


def read_bounded(file: IO[bytes], name: str) -> bytes:
    """The rest of an open file."""
    content = file.read(MOST_ENTRY_BYTES + 1)
    if len(content) > MOST_ENTRY_BYTES:
        raise EntryTooLargeError(name)
    return content


def read_lines(file: IO[bytes], name: str) -> Iterator[str]:
    """The lines of a text, of which each one is bounded: there may be many."""
    while line := file.readline(MOST_ENTRY_BYTES + 1):
        if len(line) > MOST_ENTRY_BYTES:
            raise EntryTooLargeError(name)
        yield line.decode("utf-8")
