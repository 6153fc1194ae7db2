"""Lock files hold no address, so that any mirror serves them, and they are fresh."""

import json
import re
from collections.abc import Iterator

from tools.bootstrap.lock_inputs import stale_locks
from tools.checks.files import files_with, repository_files, text_of

ADDRESS = re.compile(r"(https?|git\+\w+|file|ssh)://", re.IGNORECASE)
# Locks that cannot be written without addresses; `.gitignore` names them too.
NEVER_COMMITTED = re.compile(r"(^|/)(uv\.lock|pylock[^/]*\.toml|yarn\.lock|pnpm-lock\.yaml)$")
AUTHORS_FIELDS = {"funding", "homepage"}


def problems() -> Iterator[str]:
    """Addresses in locks, settings that would bring them back, a stale lock."""
    for name in repository_files():
        if NEVER_COMMITTED.search(name):
            yield f"{name}: records registry addresses and must not be committed"
    for name in files_with(".lock"):
        for number, line in enumerate(text_of(name).splitlines(), start=1):
            if ADDRESS.search(line) or line.startswith(("-e ", "--index", "--extra-index")):
                yield f"{name}:{number}: a lock holds no address or path"
    for name in files_with("package-lock.json"):
        for where in _addresses(json.loads(text_of(name)), ()):
            yield f"{name}: address or `resolved` at {where}"
    yield from _npm_settings()
    for name in stale_locks():
        yield f"{name}: not compiled from the requirements as they are. Run: ./lab lock"


def _npm_settings() -> Iterator[str]:
    name = "frontend/.npmrc"
    if name not in repository_files():
        yield f"{name}: missing; it keeps addresses out of package-lock.json"
        return
    lines = text_of(name).split()
    if "omit-lockfile-registry-resolved=true" not in lines:
        yield f"{name}: must say omit-lockfile-registry-resolved=true"
    if any(line.startswith("registry") for line in lines):
        yield f"{name}: must not name a registry"


def _addresses(value: object, path: tuple[str, ...]) -> Iterator[str]:
    """Places in a JSON document that hold an address, except in its authors' fields."""
    if isinstance(value, dict):
        for key, item in value.items():
            if key == "resolved":
                yield "/".join((*path, key))
            elif key not in AUTHORS_FIELDS:
                yield from _addresses(item, (*path, str(key)))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from _addresses(item, (*path, str(index)))
    elif isinstance(value, str) and ADDRESS.search(value):
        yield "/".join(path)
