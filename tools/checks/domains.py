"""A domain of the service reaches another one through its service, not through its repository.

What still reads another domain's tables directly is listed here. The list may only get shorter.
"""

import ast
from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from tools.checks.files import files_with, text_of

SERVICE: Final = "backend/lab/"
STORES: Final = frozenset({"results"})
"""What all domains store in: a repository without rules of its own, hence without a service."""

ALLOWED: Final[dict[str, tuple[str, ...]]] = {
    "classes": ("labs",),
    "comparisons": ("experiments", "runs"),
    "runs": ("packets",),
}
"""Domain to the domains whose repositories it still uses."""


def problems() -> Iterator[str]:
    """One line for each file that uses a foreign repository, and for each entry without use."""
    used: dict[str, set[str]] = defaultdict(set)
    for name in files_with(".py", under=SERVICE):
        domain = name.removeprefix(SERVICE).split("/")[0].removesuffix(".py")
        for other in sorted(_repositories(text_of(name)) - STORES - {domain}):
            used[domain].add(other)
            if other not in ALLOWED.get(domain, ()):
                yield f"{name}: uses the repository of lab.{other}; call its service"
    for domain, others in ALLOWED.items():
        for other in others:
            if other not in used[domain]:
                yield f"{domain} no longer uses the repository of lab.{other}: shorten ALLOWED"


def _repositories(text: str) -> set[str]:
    """The domains whose repositories a module imports."""
    if "repository" not in text:
        return set()
    found: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found |= {_domain_of(alias.name) for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            found.add(_domain_of(node.module))
            found |= {_domain_of(f"{node.module}.{alias.name}") for alias in node.names}
    return found - {""}


def _domain_of(module: str) -> str:
    """Of `lab.DOMAIN.repository` or what it holds; nothing of other modules."""
    parts = module.split(".")
    return parts[1] if parts[0] == "lab" and parts[2:3] == ["repository"] else ""
