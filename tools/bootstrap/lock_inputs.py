"""What requirements.lock is compiled from, and the mark by which a stale lock is noticed."""

import hashlib
import re
import tomllib
from typing import Any

from tools.paths import PROJECT_ROOT

LOCK_PATH = PROJECT_ROOT / "requirements.lock"
# The part of it that runs in containers: without build tools, test tools and bundled servers.
RUNTIME_LOCK_PATH = PROJECT_ROOT / "docker" / "requirements.lock"
RUNTIME_PATHS = ("backend/pyproject.toml", "worker/pyproject.toml", "sim-core/pyproject.toml")
INPUT_PATHS = ("pyproject.toml", *RUNTIME_PATHS)
# Our own packages are installed from their folders; no index is ever asked for these names.
OWN_PACKAGES = {"fairtt-lab", "fairtt-lab-worker", "ccsim"}
MARK = "# compiled from "


def requirements() -> list[str]:
    """All third-party requirements of the repository, sorted, without our own packages."""
    found: set[str] = set()
    for relative in INPUT_PATHS:
        path = PROJECT_ROOT / relative
        if not path.exists():
            continue
        content = tomllib.loads(path.read_text())
        found.update(_dependencies(content))
        for extra in content.get("project", {}).get("optional-dependencies", {}).values():
            found.update(extra)
        for group in content.get("dependency-groups", {}).values():
            found.update(entry for entry in group if isinstance(entry, str))
        found.update(content.get("build-system", {}).get("requires", []))
    return _foreign(found)


def runtime_requirements() -> list[str]:
    """What the service and the worker import, without what builds and tests them."""
    found: set[str] = set()
    for relative in RUNTIME_PATHS:
        path = PROJECT_ROOT / relative
        if path.exists():
            found.update(_dependencies(tomllib.loads(path.read_text())))
    return _foreign(found)


def _dependencies(content: dict[str, Any]) -> list[str]:
    names: list[str] = content.get("project", {}).get("dependencies", [])
    return names


def _foreign(requirements: set[str]) -> list[str]:
    return sorted(entry for entry in requirements if _package_name(entry) not in OWN_PACKAGES)


def inputs_digest() -> str:
    """Changes when, and only when, a requirement is added, removed or bounded otherwise."""
    return hashlib.sha256("\n".join(requirements()).encode()).hexdigest()[:16]


def stale_locks() -> list[str]:
    """Names of the locks that were not compiled from the requirements as they are now."""
    expected = MARK + inputs_digest()
    return [
        path.relative_to(PROJECT_ROOT).as_posix()
        for path in (LOCK_PATH, RUNTIME_LOCK_PATH)
        if not path.exists() or path.read_text().partition("\n")[0] != expected
    ]


def _package_name(requirement: str) -> str:
    return re.split(r"[\s<>=!~;\[@]", requirement, maxsplit=1)[0].lower().replace("_", "-")
