"""What the locks are compiled from, and the mark by which a stale lock is noticed."""

import hashlib
import re
import tomllib
from collections.abc import Iterator
from itertools import chain
from typing import Any

from tools.paths import PROJECT_ROOT

LOCK_PATH = PROJECT_ROOT / "requirements.lock"
# The part of it that runs in containers: without build tools, test tools and bundled servers.
RUNTIME_LOCK_PATH = PROJECT_ROOT / "docker" / "requirements.lock"
# Packages that compile our wheels for the images, and that no image contains.
BUILD_LOCK_PATH = PROJECT_ROOT / "docker" / "build.lock"
# Programs that a build back-end calls, and asks an index for where it may.
BUILD_PROGRAMS = {"cmake", "ninja"}
# The Python client with what tests it: data frames and plots, too large to come with `./lab up`.
CLIENT_LOCK_PATH = PROJECT_ROOT / "tools" / "locks" / "client.lock"
CLIENT = "client"
# Packages that send made-up requests to a lab, and that need none of ours.
SCHEMA_LOCK_PATH = PROJECT_ROOT / "tools" / "locks" / "schema.lock"
SCHEMA = "schema"
CLIENT_PATH = "pyproject.toml"
RUNTIME_PATHS = ("backend/pyproject.toml", "worker/pyproject.toml", "sim-core/pyproject.toml")
INPUT_PATHS = (CLIENT_PATH, *RUNTIME_PATHS)
# Our own packages are installed from their folders; no index is ever asked for these names.
OWN_PACKAGES = {"fairtt-lab", "fairtt-lab-server", "fairtt-lab-worker", "ccsim"}
MARK = "# compiled from "


def requirements() -> list[str]:
    """All third-party requirements but those with a lock of their own, sorted."""
    found: set[str] = set()
    for path, content in _projects():
        if path != CLIENT_PATH:
            found.update(_dependencies(content))
            found.update(*_extras(content).values())
        for name, wanted in _groups(content).items():
            if name not in (CLIENT, SCHEMA):
                found.update(wanted)
        found.update(content.get("build-system", {}).get("requires", []))
    return _foreign(found)


def client_requirements() -> list[str]:
    """Further requirements of the Python client with all of its extras, and of its tests."""
    content = dict(_projects())[CLIENT_PATH]
    own = [*_dependencies(content), *chain.from_iterable(_extras(content).values())]
    return _foreign({*own, *_groups(content)[CLIENT]})


def schema_requirements() -> list[str]:
    """What sends made-up requests."""
    return _foreign({*_groups(dict(_projects())[CLIENT_PATH])[SCHEMA]})


def runtime_requirements() -> list[str]:
    """What the service and the worker import, without what builds and tests them."""
    found: set[str] = set()
    for relative in RUNTIME_PATHS:
        path = PROJECT_ROOT / relative
        if path.exists():
            found.update(_dependencies(tomllib.loads(path.read_text())))
    return _foreign(found)


def build_requirements() -> list[str]:
    """What makes wheels of our packages."""
    found: set[str] = set()
    for _, content in _projects():
        found.update(content.get("build-system", {}).get("requires", []))
        for wanted in _groups(content).values():
            found.update(entry for entry in wanted if _package_name(entry) in BUILD_PROGRAMS)
    return _foreign(found)


def _projects() -> Iterator[tuple[str, dict[str, Any]]]:
    for relative in INPUT_PATHS:
        path = PROJECT_ROOT / relative
        if path.exists():
            yield relative, tomllib.loads(path.read_text())


def _extras(content: dict[str, Any]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = content.get("project", {}).get("optional-dependencies", {})
    return found


def _groups(content: dict[str, Any]) -> dict[str, list[str]]:
    return {
        name: [entry for entry in group if isinstance(entry, str)]
        for name, group in content.get("dependency-groups", {}).items()
    }


def _dependencies(content: dict[str, Any]) -> list[str]:
    names: list[str] = content.get("project", {}).get("dependencies", [])
    return names


def _foreign(requirements: set[str]) -> list[str]:
    return sorted(entry for entry in requirements if _package_name(entry) not in OWN_PACKAGES)


def inputs_digest() -> str:
    """Changes when, and only when, a requirement is added, removed or bounded otherwise."""
    return _digest(requirements())


def client_digest() -> str:
    """As `inputs_digest`, for the client's lock, which is compiled on top of the other."""
    return _digest([*requirements(), *client_requirements()])


def schema_digest() -> str:
    """As `inputs_digest`, for the lock that stands alone."""
    return _digest(schema_requirements())


def stale_locks() -> list[str]:
    """Names of the locks that were not compiled from the requirements as they are now."""
    expected = {
        LOCK_PATH: inputs_digest(),
        RUNTIME_LOCK_PATH: inputs_digest(),
        BUILD_LOCK_PATH: inputs_digest(),
        CLIENT_LOCK_PATH: client_digest(),
        SCHEMA_LOCK_PATH: schema_digest(),
    }
    return [
        path.relative_to(PROJECT_ROOT).as_posix()
        for path, digest in expected.items()
        if not path.exists() or path.read_text().partition("\n")[0] != MARK + digest
    ]


def _digest(wanted: list[str]) -> str:
    return hashlib.sha256("\n".join(wanted).encode()).hexdigest()[:16]


def _package_name(requirement: str) -> str:
    return re.split(r"[\s<>=!~;\[@]", requirement, maxsplit=1)[0].lower().replace("_", "-")
