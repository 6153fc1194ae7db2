"""No Python modules import one another in a circle, not even in functions or for types only."""

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from importlib.util import resolve_name
from typing import Final

from tools.checks.files import files_with, text_of

ON_PATH: Final = ("backend/", "worker/", "research/")
"""Folders whose packages are imported by name; tools is a package itself."""
ROOTS: Final = (*ON_PATH, "tools/")


def problems() -> Iterator[str]:
    """One line for each circle."""
    files = {_module(name): name for root in ROOTS for name in files_with(".py", under=root)}
    graph = {module: _imported(module, files) for module in sorted(files)}
    while circle := _circle(graph):
        yield f"{files[circle[0]]}: imports in a circle: {' -> '.join(circle)}"
        graph[circle[0]].remove(circle[1])


def _circle(graph: dict[str, list[str]]) -> list[str]:
    """The modules of a circle, each before one that it imports; empty if there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        found: list[str] = error.args[1]
        return found[::-1]
    return []


def _module(name: str) -> str:
    """The name by which a file is imported."""
    for folder in ON_PATH:
        name = name.removeprefix(folder)
    return name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _imported(module: str, files: dict[str, str]) -> list[str]:
    """The modules among `files` that one of them imports, in order of names."""
    package = module if files[module].endswith("/__init__.py") else module.rpartition(".")[0]
    found: set[str] = set()
    for node in _statements(ast.parse(text_of(files[module]))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = resolve_name("." * node.level + (node.module or ""), package).rstrip(".")
            parts = {f"{base}.{alias.name}" for alias in node.names}
            found |= parts if parts <= files.keys() else parts | {base}
    return sorted(found & files.keys())


def _statements(node: ast.AST) -> Iterator[ast.AST]:
    """All statements within a node, without their expressions, which import nothing."""
    for field in ("body", "orelse", "handlers", "finalbody", "cases"):
        for child in getattr(node, field, ()):
            yield child
            yield from _statements(child)
