"""A backup: one ZIP file with a dump of the database and the facts needed to read it."""

import hashlib
import json
import os
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from tempfile import NamedTemporaryFile

from tools.errors import LabError

FORMAT = 1
MANIFEST_NAME = "backup.json"
DUMP_NAME = "database.dump"
BLOCK_BYTES = 1 << 20
# A manifest has a few hundred bytes; a file that says otherwise is not read to its end.
LARGEST_MANIFEST_BYTES = 1 << 16
# Errors of a damaged or forged ZIP, also of one with an unknown compression or encryption.
UNREADABLE_ZIP = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError)


@dataclass(frozen=True)
class Manifest:
    """What a backup says about itself."""

    format: int
    made_at: str
    """UTC, ISO 8601."""
    schema_revision: str
    """Revision of the database when it was dumped; a newer lab migrates what it restores."""
    postgres_major: int
    dump_bytes: int
    dump_sha256: str


def write_backup(path: Path, dump: Path, *, made_at: str, revision: str, major: int) -> None:
    """Write the backup under another name first, so that its own never stands for half of one."""
    manifest = Manifest(FORMAT, made_at, revision, major, dump.stat().st_size, _sha256(dump))
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
        partial = Path(file.name)
        try:
            # The dump is compressed already.
            with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
                archive.writestr(MANIFEST_NAME, json.dumps(asdict(manifest), indent=1))
                archive.write(dump, DUMP_NAME)
            file.flush()
            os.fsync(file.fileno())
            partial.replace(path)
        except BaseException:
            partial.unlink(missing_ok=True)
            raise


@contextmanager
def opened_backup(path: Path, work_dir: Path) -> Iterator[tuple[Manifest, Path]]:
    """The manifest and the dump as a file, checked: `LabError` if it is no whole backup."""
    dump = work_dir / DUMP_NAME
    try:
        yield _unpacked(path, dump), dump
    finally:
        dump.unlink(missing_ok=True)


def _unpacked(path: Path, dump: Path) -> Manifest:
    try:
        with zipfile.ZipFile(path) as archive:
            manifest = _manifest(archive, path)
            _extract(archive, manifest, dump, path)
    except FileNotFoundError:
        raise LabError(f"There is no file {path}.", exit_code=2) from None
    except UNREADABLE_ZIP:
        raise LabError(f"{path} is not a whole ZIP file.", exit_code=2) from None
    return manifest


def _manifest(archive: zipfile.ZipFile, path: Path) -> Manifest:
    try:
        with archive.open(MANIFEST_NAME) as file:
            manifest = Manifest(**json.loads(file.read(LARGEST_MANIFEST_BYTES)))
    except (KeyError, TypeError, ValueError, RecursionError):
        raise LabError(f"{path} is not a backup of a lab.", exit_code=2) from None
    if any(type(getattr(manifest, each.name)) is not each.type for each in fields(Manifest)):
        raise LabError(f"{path} is not a backup of a lab.", exit_code=2)
    if manifest.format != FORMAT:
        raise LabError(
            f"{path} has the format {manifest.format}, this lab reads {FORMAT}: restore it with "
            "the lab that made it.",
            exit_code=2,
        )
    return manifest


def _extract(archive: zipfile.ZipFile, manifest: Manifest, dump: Path, path: Path) -> None:
    """The dump, no larger than the manifest says."""
    digest = hashlib.sha256()
    written = 0
    try:
        with archive.open(DUMP_NAME) as source, dump.open("wb") as target:
            while block := source.read(BLOCK_BYTES):
                written += len(block)
                if written > manifest.dump_bytes:
                    break
                digest.update(block)
                target.write(block)
    except KeyError:
        raise LabError(f"{path} is not a backup of a lab.", exit_code=2) from None
    if written != manifest.dump_bytes or digest.hexdigest() != manifest.dump_sha256:
        raise LabError(f"{path} is damaged: its dump is not the one that was made.", exit_code=2)


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
