"""Hostile ZIP files, given to everything that reads one.

Each reader refuses them in one sentence, and needs no more memory than for a large valid one.
"""

import struct
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import pytest

from fairtt_lab.archive_files import ArchiveFiles
from fairtt_lab.errors import ArchiveError
from lab_cli.kit.stored_experiment import experiment_of_zip, is_experiment_zip
from lab_cli.kit.stored_run import read_stored_run
from lab_exec.errors import InputError
from tools.bootstrap.bundle_file import unpack_bundle
from tools.errors import LabError
from tools.servers.backup_file import opened_backup

NAMES: Final = ("scenario.json", "result.json", "experiment.json", "versions.json", "units.csv")
ALL_NAMES: Final = (*NAMES, "backup.json", "database.dump", "bundle.json")
BOMB_BYTES: Final = 400_000_000
MOST_BYTES: Final = 150_000_000
BLOCK: Final = b" " * 1_000_000


def _run(path: Path) -> None:
    read_stored_run(str(path))


def _experiment(path: Path) -> None:
    is_experiment_zip(path)
    experiment_of_zip(path)


def _client(path: Path) -> None:
    ArchiveFiles(path).read_json("scenario.json")


def _backup(path: Path) -> None:
    work = path.parent / "work"
    work.mkdir()
    with opened_backup(path, work):
        pass


def _bundle(path: Path) -> None:
    work = path.parent / "work"
    work.mkdir()
    unpack_bundle(path, work)


READERS: Final[dict[str, Callable[[Path], None]]] = {
    "run": _run,
    "experiment": _experiment,
    "client": _client,
    "backup": _backup,
    "bundle": _bundle,
}


def _bomb(path: Path) -> None:
    with ZipFile(path, "w", ZIP_DEFLATED, compresslevel=1) as archive:
        for name in ALL_NAMES:
            with archive.open(name, "w") as file:
                for _ in range(BOMB_BYTES // len(BLOCK)):
                    file.write(BLOCK)


def _of(content: bytes) -> Callable[[Path], None]:
    def make(path: Path) -> None:
        with ZipFile(path, "w", ZIP_DEFLATED) as archive:
            for name in ALL_NAMES:
                archive.writestr(name, content)

    return make


def _elsewhere(path: Path) -> None:
    """Names that lead out of a folder, and a link to a file of the machine."""
    with ZipFile(path, "w") as archive:
        for name in ALL_NAMES:
            archive.writestr(f"../{name}", "{}")
            archive.writestr(f"/tmp/{name}", "{}")
            link = ZipInfo(name)
            link.create_system = 3
            link.external_attr = 0o120777 << 16
            archive.writestr(link, "/etc/passwd")


def _many(path: Path) -> None:
    with ZipFile(path, "w") as archive:
        for number in range(20_000):
            archive.writestr(f"{number}", b"")


def _nested(path: Path) -> None:
    inner = path.with_suffix(".inner")
    _of(b"{}")(inner)
    _of(inner.read_bytes())(path)


def _changed(offset: int, value: bytes) -> Callable[[Path], None]:
    """With other bytes at a place of every header in the directory at the end."""

    def make(path: Path) -> None:
        _of(b'{"a": 1}')(path)
        content = bytearray(path.read_bytes())
        start = content.find(b"PK\x01\x02")
        while start >= 0:
            content[start + offset : start + offset + len(value)] = value
            start = content.find(b"PK\x01\x02", start + 4)
        path.write_bytes(content)

    return make


def _cut(path: Path) -> None:
    _of(b"{}" * 10_000)(path)
    path.write_bytes(path.read_bytes()[:-30])


def _spoilt(path: Path) -> None:
    """What is compressed is noise."""
    _of(b"x" * 1000)(path)
    content = bytearray(path.read_bytes())
    with ZipFile(path) as archive:
        starts = [entry.header_offset + 30 + len(entry.filename) for entry in archive.infolist()]
    for start in starts:
        content[start : start + 6] = b"\xff" * 6
    path.write_bytes(content)


HOSTILE: Final[dict[str, Callable[[Path], None]]] = {
    "bomb": _bomb,
    "deep JSON": _of(b"[" * 60_000),
    "many digits": _of(b"9" * 60_000),
    "bytes": _of(bytes(range(256)) * 100),
    "a manifest of other types": _of(
        b'{"format": 1, "made_at": 1, "schema_revision": "", "postgres_major": 18,'
        b' "dump_bytes": "1", "dump_sha256": ""}'
    ),
    "names elsewhere": _elsewhere,
    "many entries": _many,
    "ZIP in ZIP": _nested,
    "encrypted": _changed(8, struct.pack("<H", 1)),
    "unknown compression": _changed(10, struct.pack("<H", 77)),
    "smaller than it is": _changed(24, struct.pack("<I", 1)),
    "larger than it is": _changed(24, struct.pack("<I", 2**31)),
    "wrong place": _changed(42, struct.pack("<I", 2**31)),
    "cut off": _cut,
    "spoilt": _spoilt,
}


@pytest.fixture(scope="module", params=HOSTILE)
def hostile(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("hostile") / f"{request.param}.zip"
    HOSTILE[request.param](path)
    return path


# A reader of one object takes these for what they are: sound JSON, whatever else is wrong.
SOUND_FOR_CLIENT: Final = ("a manifest of other types", "larger than it is")


@pytest.fixture
def bounded() -> Iterator[None]:
    tracemalloc.start()
    yield
    most_bytes = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most_bytes < MOST_BYTES


@pytest.mark.parametrize("reader", READERS)
def test_is_refused_in_a_sentence(
    hostile: Path, reader: str, bounded: None, tmp_path: Path
) -> None:
    path = tmp_path / "given.zip"
    path.symlink_to(hostile)
    if reader == "client" and hostile.stem in SOUND_FOR_CLIENT:
        READERS[reader](path)
    else:
        with pytest.raises((InputError, ArchiveError, LabError)) as refusal:
            READERS[reader](path)
        assert str(refusal.value)
    # Nothing is unpacked to where its name leads.
    assert {each.name for each in tmp_path.rglob("*")} <= {"given.zip", "work"}


def test_the_readers_are_all_that_there_are() -> None:
    """Every module that opens a ZIP is tested here."""
    root = Path(__file__).parents[2]
    opening = {
        path.relative_to(root).as_posix()
        for folder in ("backend", "worker", "tools")
        for path in (root / folder).rglob("*.py")
        if "ZipFile(" in path.read_text() or "tarfile" in path.read_text()
    }
    assert opening == {
        "backend/fairtt_lab/archive_files.py",
        "backend/lab/classes/grades.py",  # writes
        "backend/lab_model/exports/formats/archive.py",  # writes
        "backend/lab/site/python_parts.py",  # writes, from a wheel whose hash is in page.lock
        "tools/bootstrap/bundle_file.py",
        "tools/bootstrap/page_python.py",  # one file, whose hash it knows
        "tools/servers/backup_file.py",
        "worker/lab_cli/kit/stored_experiment.py",
        "worker/lab_cli/kit/stored_run.py",
    }
