"""A stamp says from which inputs something was built, so that nothing is built twice."""

import hashlib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from tools.paths import PROJECT_ROOT

# A folder of sources may be called `build` too, so built folders are named by their whole path.
BUILT_FOLDERS = {PROJECT_ROOT / name for name in ("build", "sim-core/build", "frontend/dist")}
IGNORED_NAMES = {"__pycache__", "node_modules", ".vite", "coverage"}


class Stamp:
    """A small file next to a build's output. Remove both together and it is built again."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def matches(self, digest: str) -> bool:
        """Whether the last complete build had exactly these inputs."""
        try:
            return self.path.read_text() == digest
        except (FileNotFoundError, NotADirectoryError):
            return False

    def write(self, digest: str) -> None:
        """Remember a complete build. Never called when one failed."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(digest)

    def clear(self) -> None:
        """Forget the build before the next one begins, in case that one is interrupted."""
        self.path.unlink(missing_ok=True)


def digest_of(paths: Iterable[Path], *facts: str) -> str:
    """SHA-256 over the names and contents of files and folders, and over further facts."""
    digest = hashlib.sha256()
    for fact in facts:
        digest.update(fact.encode() + b"\0")
    for root in paths:
        for path in _files(root):
            name = path.relative_to(root.parent).as_posix()
            digest.update(name.encode() + b"\0")
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _files(root: Path) -> Iterator[Path]:
    """A file itself, or all files below a folder in a fixed order."""
    if root.is_file():
        yield root
        return
    for folder, subfolders, names in os.walk(root):
        subfolders[:] = sorted(
            name
            for name in subfolders
            if name not in IGNORED_NAMES and Path(folder) / name not in BUILT_FOLDERS
        )
        for name in sorted(names):
            yield Path(folder) / name
