"""Which files belong to the repository, and their text."""

import os
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tools.paths import PROJECT_ROOT

BUILT_FOLDERS = {PROJECT_ROOT / name for name in ("build", "sim-core/build", "frontend/dist")}
IGNORED_NAMES = {".git", ".venv", ".lab", "node_modules", "__pycache__"}
CACHE_SUFFIX = "_cache"


@cache
def repository_files() -> tuple[str, ...]:
    """Paths relative to the project, sorted: tracked and new ones, without ignored ones."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    try:
        result = subprocess.run(command, cwd=PROJECT_ROOT, capture_output=True, check=True)
        names = os.fsdecode(result.stdout).split("\0")
        return tuple(sorted(name for name in names if name and (PROJECT_ROOT / name).is_file()))
    except (OSError, subprocess.CalledProcessError):
        return tuple(sorted(_walk()))  # an unpacked archive without git


def files_with(*suffixes: str, under: str = "") -> Iterator[str]:
    """The repository's files with one of these endings, below a folder."""
    return (
        name for name in repository_files() if name.startswith(under) and name.endswith(suffixes)
    )


def size_of(name: str) -> int:
    """A file's size in bytes."""
    return (PROJECT_ROOT / name).stat().st_size


@cache
def text_of(name: str) -> str:
    """A file's text; empty for one that is not text, such as a picture."""
    try:
        return (PROJECT_ROOT / name).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""


def _walk() -> Iterator[str]:
    for folder, subfolders, names in os.walk(PROJECT_ROOT):
        subfolders[:] = [
            name
            for name in subfolders
            if name not in IGNORED_NAMES
            and not name.endswith(CACHE_SUFFIX)
            and Path(folder) / name not in BUILT_FOLDERS
        ]
        for name in names:
            yield (Path(folder) / name).relative_to(PROJECT_ROOT).as_posix()
