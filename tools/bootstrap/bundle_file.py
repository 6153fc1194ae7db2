"""A bundle: one ZIP file with all that a first start otherwise gets from a registry or compiles.

It fits one commit of the lab, one platform and one Python. Nothing in it is compressed: wheels are
already, and a bundle is unpacked as fast as the disk writes.
"""

import hashlib
import json
import os
import platform
import sys
import sysconfig
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields
from pathlib import Path, PurePosixPath
from tempfile import NamedTemporaryFile

from tools.bootstrap.core import CORE_DIR
from tools.bootstrap.core import SOURCES as CORE_SOURCES
from tools.bootstrap.frontend import committed_digest
from tools.bootstrap.python_packages import LOCK_PATH
from tools.bootstrap.stamp import digest_of
from tools.errors import LabError

FORMAT = 1
MANIFEST_NAME = "bundle.json"
WHEELS = "wheels"
INTERFACE = "interface"
BLOCK_BYTES = 1 << 20
LARGEST_MANIFEST_BYTES = 1 << 20
# Errors of a damaged or forged ZIP, also of one with an unknown compression or encryption.
UNREADABLE_ZIP = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError)


@dataclass(frozen=True)
class Manifest:
    """What a bundle says about itself."""

    format: int
    platform: str
    """Operating system, processor and C library."""
    python: str
    """The version whose wheels these are, such as 3.11."""
    packages: str
    """Digest of the lock of the Python packages."""
    core: str
    """Digest of the core's sources."""
    interface: str
    """Digest of the interface's sources."""
    files: dict[str, tuple[int, str]]
    """Size in bytes and SHA-256 of each file."""


def manifest_here(files: dict[str, tuple[int, str]]) -> Manifest:
    """The manifest of a bundle that this lab makes, or can use."""
    return Manifest(
        FORMAT,
        f"{sysconfig.get_platform()} {platform.libc_ver()[0] or 'libc'}",
        f"{sys.version_info.major}.{sys.version_info.minor}",
        digest_of([LOCK_PATH]),
        digest_of([CORE_DIR / name for name in CORE_SOURCES]),
        committed_digest(),
        files,
    )


def write_bundle(path: Path, folder: Path) -> str:
    """Pack a folder; returns the SHA-256 of the file, which gets its name when it is complete."""
    names = sorted(
        each.relative_to(folder).as_posix() for each in folder.rglob("*") if each.is_file()
    )
    files = {name: ((folder / name).stat().st_size, _sha256_of(folder / name)) for name in names}
    content = json.dumps(asdict(manifest_here(files)), indent=1)
    with NamedTemporaryFile(dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
        partial = Path(file.name)
        try:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
                # Made twice of the same files, it is the same: times of entries are left out.
                archive.writestr(zipfile.ZipInfo(MANIFEST_NAME), content)
                for name in names:
                    with (
                        (folder / name).open("rb") as source,
                        archive.open(zipfile.ZipInfo(name), "w", force_zip64=True) as target,
                    ):
                        while block := source.read(BLOCK_BYTES):
                            target.write(block)
            file.flush()
            os.fsync(file.fileno())
            partial.chmod(0o644)
            partial.replace(path)
        except BaseException:
            partial.unlink(missing_ok=True)
            raise
    return _sha256_of(path)


def unpack_bundle(path: Path, folder: Path) -> None:
    """Put the files of a bundle into an empty folder, each compared with its checksum. Raises
    LabError if it is no bundle, is damaged, or does not fit.
    """
    with _opened(path) as archive:
        manifest = _manifest_of(archive, path)
        _require_fitting(manifest, path)
        for name, (size_bytes, sha256) in manifest.files.items():
            _unpack(archive, name, folder, size_bytes, sha256, path)


@contextmanager
def _opened(path: Path) -> Iterator[zipfile.ZipFile]:
    try:
        with zipfile.ZipFile(path) as archive:
            yield archive
    except FileNotFoundError:
        raise LabError(f"There is no bundle {path}.", exit_code=2) from None
    except (*UNREADABLE_ZIP, KeyError, OSError) as error:
        raise LabError(f"{path} is not a bundle, or is damaged: {error}", exit_code=2) from None


def _manifest_of(archive: zipfile.ZipFile, path: Path) -> Manifest:
    no_bundle = LabError(f"{path} is not a bundle of ./lab bundle.", exit_code=2)
    try:
        with archive.open(MANIFEST_NAME) as file:
            content = json.loads(file.read(LARGEST_MANIFEST_BYTES))
        names = [each.name for each in fields(Manifest)]
        found = Manifest(*(content[name] for name in names))
        files = {
            str(name): (int(size_bytes), str(sha256))
            for name, (size_bytes, sha256) in found.files.items()
        }
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise no_bundle from None
    if found.format != FORMAT or not all(map(_is_own_name, files)):
        raise no_bundle
    return Manifest(**{**asdict(found), "files": files})


def _is_own_name(name: str) -> bool:
    """Below one of the two folders, and nowhere else."""
    parts = PurePosixPath(name).parts
    inside = len(parts) > 1 and parts[0] in (WHEELS, INTERFACE)
    return inside and ".." not in parts and "\\" not in name and "\0" not in name


def _require_fitting(manifest: Manifest, path: Path) -> None:
    here = manifest_here({})
    for what, theirs, ours in (
        ("platform", manifest.platform, here.platform),
        ("Python", manifest.python, here.python),
    ):
        if theirs != ours:
            raise LabError(
                f"{path} is for {what} {theirs}; this is {what} {ours}. Make one with ./lab bundle "
                "on a machine like this one.",
                exit_code=2,
            )
    for what in ("packages", "core", "interface"):
        if getattr(manifest, what) != getattr(here, what):
            raise LabError(
                f"{path} was made by another version of the lab: its {what} differ from what is "
                "in this folder. Use the bundle of this version.",
                exit_code=2,
            )


def _unpack(
    archive: zipfile.ZipFile, name: str, folder: Path, size_bytes: int, sha256: str, path: Path
) -> None:
    target = folder / name
    target.parent.mkdir(parents=True, exist_ok=True)
    digest, left_bytes = hashlib.sha256(), size_bytes
    with archive.open(name) as source, target.open("xb") as file:
        # Never more than was said, whatever the entry unpacks to.
        while left_bytes >= 0 and (block := source.read(min(BLOCK_BYTES, left_bytes + 1))):
            digest.update(block)
            file.write(block)
            left_bytes -= len(block)
    if left_bytes != 0 or digest.hexdigest() != sha256:
        raise LabError(f"{path} is damaged: {name} is not what its checksum says.", exit_code=2)


def _sha256_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
