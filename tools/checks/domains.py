"""A domain of the service reaches another one through its service, not through its repository."""

import ast
from collections.abc import Iterator
from typing import Final

from tools.checks.files import files_with, text_of

SERVICE: Final = "backend/lab/"
STORES: Final = frozenset({"results"})
"""What all domains store in: a repository without rules of its own, hence without a service."""


def problems() -> Iterator[str]:
    """One line for each file and each foreign repository that it uses."""
    for name in files_with(".py", under=SERVICE):
        domain = name.removeprefix(SERVICE).split("/")[0].removesuffix(".py")
        for other in sorted(_repositories(text_of(name)) - STORES - {domain}):
            yield f"{name}: uses the repository of lab.{other}; call its service"


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
    """The domain of `lab.DOMAIN.repository` or of a name in it; empty for other modules."""
    parts = module.split(".")
    return parts[1] if parts[0] == "lab" and parts[2:3] == ["repository"] else ""
