"""The README of a part names every folder, or every page, that a reader meets there."""

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from tools.checks.files import repository_files, text_of

ROOTS = {
    "backend/README.md": ("backend", "backend/lab", "backend/lab_model"),
    "frontend/README.md": ("frontend/src", "frontend/src/features"),
    "frontend/src/analysis/README.md": ("frontend/src/analysis",),
    "frontend/src/charts/README.md": ("frontend/src/charts",),
    "frontend/src/features/build/README.md": ("frontend/src/features/build",),
    "frontend/src/features/run/README.md": ("frontend/src/features/run",),
    "research/README.md": ("research", "research/lab_research"),
    "sim-core/README.md": ("sim-core", "sim-core/src"),
    "tests/README.md": ("tests",),
    "tools/README.md": ("tools",),
    "worker/README.md": ("worker", "worker/lab_exec", "worker/lab_worker", "worker/lab_cli"),
}
PAGES = "docs/README.md"


def problems() -> Iterator[str]:
    """Each folder that the README above it leaves out, and each page that the list of them does."""
    for name in sorted(repository_files()):
        path = PurePosixPath(name)
        is_page = path.parent == PurePosixPath(PAGES).parent and path.suffix == ".md"
        if is_page and name != PAGES and f"({path.name})" not in text_of(PAGES):
            yield f"{PAGES}: says nothing of {path.name}"
    for readme, roots in ROOTS.items():
        text = text_of(readme)
        for root in roots:
            for folder in sorted(_folders(root)):
                if re.search(rf"[`/]{re.escape(folder)}/`", text) is None:
                    yield f"{readme}: says nothing of {root}/{folder}/"


def _folders(root: str) -> set[str]:
    depth = len(PurePosixPath(root).parts)
    paths = (PurePosixPath(name) for name in repository_files() if name.startswith(f"{root}/"))
    return {path.parts[depth] for path in paths if len(path.parts) > depth + 1}
