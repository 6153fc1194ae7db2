"""What requirements.lock is compiled from, and the mark by which a stale lock is noticed."""

import hashlib
import re
import tomllib

from tools.paths import PROJECT_ROOT

LOCK_PATH = PROJECT_ROOT / "requirements.lock"
INPUT_PATHS = (
    "pyproject.toml",
    "backend/pyproject.toml",
    "worker/pyproject.toml",
    "sim-core/pyproject.toml",
)
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
        found.update(content.get("project", {}).get("dependencies", []))
        for group in content.get("dependency-groups", {}).values():
            found.update(entry for entry in group if isinstance(entry, str))
        found.update(content.get("build-system", {}).get("requires", []))
    return sorted(entry for entry in found if _package_name(entry) not in OWN_PACKAGES)


def inputs_digest() -> str:
    """Changes when, and only when, a requirement is added, removed or bounded otherwise."""
    return hashlib.sha256("\n".join(requirements()).encode()).hexdigest()[:16]


def lock_is_fresh() -> bool:
    """Whether requirements.lock was compiled from the requirements as they are now."""
    first_line = LOCK_PATH.read_text().partition("\n")[0]
    return first_line == MARK + inputs_digest()


def _package_name(requirement: str) -> str:
    return re.split(r"[\s<>=!~;\[@]", requirement, maxsplit=1)[0].lower().replace("_", "-")
