"""Every file is used by another one: modules are imported, headers included, data named.

A module that only its own test imports is dead, too. What is found by its folder (a format, a
preset, a migration) is under `FOUND_BY_FOLDER`; what is started by name is under `STARTED`.
"""

import ast
import posixpath
import re
from collections.abc import Iterator
from functools import cache
from pathlib import PurePosixPath
from typing import Final

from tools.checks.files import files_with, repository_files, text_of

PYTHON_ROOTS: Final = ("backend/", "worker/", "research/", "")
"""What precedes a package in the path of its modules."""
PYTHON_FOLDERS: Final = ("backend/", "worker/", "research/lab_research/", "tools/")
PAGE: Final = "frontend/src/"
PAGE_TEST: Final = re.compile(r"\.test\.tsx?$|/testing/|\.d\.ts$")
IMPORT: Final = re.compile(r"""(?:from|import|require|URL)\s*\(?\s*['"]([^'"\n]+)['"]""")
GLOB: Final = re.compile(r"""import\.meta\.glob[^(]*\(\s*\[?\s*['"]([^'"\n]+)['"]""")
INCLUDE: Final = re.compile(r'#\s*include\s*"([^"]+)"')

FOUND_BY_FOLDER: Final = (
    "backend/lab_model/classroom/templates/",
    "backend/lab_model/evaluation/data/",
    "backend/lab_model/exports/formats/",
    "backend/lab_model/papers/data/",
    "backend/lab_model/papers/definitions/",
    "backend/lab_model/presets/data/",
    "backend/lab_model/phenomena/",
    "migrations/versions/",
    "sim-core/fuzz/corpus/",
    "frontend/public/",
)
STARTED: Final = ("__init__.py", "__main__.py", "command.py")
FOR_TESTS: Final = {"tools/bootstrap/core_in_node.py"}
"""Files that build what only tests run."""
DATA: Final = (".json", ".csv", ".svg", ".png", ".wasm", ".txt", ".toml", ".zip", ".gz", ".mjs")
PAGE_KINDS: Final = (".ts", ".tsx", ".css", ".json", ".wasm", ".svg")


def problems() -> Iterator[str]:
    """One line for each file that nothing refers to."""
    for name in sorted({*_python(), *_page(), *_headers(), *_data()}):
        yield f"{name}: nothing of the lab refers to it"


def _is_found(name: str) -> bool:
    return (
        name in FOR_TESTS or name.startswith(FOUND_BY_FOLDER) or PurePosixPath(name).name in STARTED
    )


def _python() -> Iterator[str]:
    """Modules that no module imports, and that no text starts by their whole name."""
    imported = _imported_modules()
    for name in files_with(".py"):
        if not name.startswith(PYTHON_FOLDERS) or _is_found(name):
            continue
        module = _module_of(name)
        if module not in imported and not _is_named(module, name):
            yield name


def _module_of(name: str) -> str:
    root = next(root for root in PYTHON_ROOTS if name.startswith(root))
    return name.removeprefix(root).removesuffix(".py").replace("/", ".")


@cache
def _imported_modules() -> frozenset[str]:
    """What modules outside of tests/ import, with each name that they take from it."""
    found: set[str] = set()
    for name in files_with(".py"):
        if name.startswith("tests/"):
            continue
        package = _module_of(name).rpartition(".")[0]
        for node in ast.walk(ast.parse(text_of(name))):
            if isinstance(node, ast.Import):
                found.update(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                source = node.module or ""
                if node.level:
                    base = package.split(".")[: len(package.split(".")) - node.level + 1]
                    source = ".".join([*base, *([source] if source else [])])
                found.add(source)
                found.update(f"{source}.{alias.name}" for alias in node.names)
    return frozenset(found)


def _is_named(module: str, own: str) -> bool:
    """Whether a text that is no test has the module's whole name: `-m`, a task, a plugin."""
    last = module.rpartition(".")[2]
    quoted = (f'"{last}"', f"'{last}'") if module.startswith("tools.commands.") else ()
    return any(
        module in text or any(each in text for each in quoted)
        for name, text in _texts()
        if name != own and not name.startswith("tests/")
    )


@cache
def _texts() -> tuple[tuple[str, str], ...]:
    """Sources and configurations, without large data."""
    kinds = (".py", ".toml", ".yml", ".mjs", ".js", ".ts", ".tsx", ".html", ".txt", ".cmake", ".md")
    plain = [name for name in repository_files() if "." not in PurePosixPath(name).name]
    names = [*files_with(*kinds, ".json", ".h", ".cpp", ".rs", ".c"), *plain]
    return tuple((name, text_of(name)) for name in names)


def _page() -> Iterator[str]:
    """Files of the interface that no file of the interface but tests imports."""
    used = _used_by_page()
    for name in files_with(*PAGE_KINDS, under=PAGE):
        if not PAGE_TEST.search(name) and name not in used:
            yield name


def _used_by_page() -> set[str]:
    used: set[str] = set()
    for name in files_with(".ts", ".tsx", ".css", ".html", ".mjs", ".js", under="frontend/"):
        if PAGE_TEST.search(name) and not name.endswith(".d.ts"):
            continue
        text = text_of(name)
        if not name.startswith(PAGE):
            used.update(f"frontend/{path}" for path in re.findall(r"\bsrc/[\w./-]+", text))
        for target in IMPORT.findall(text):
            used.update(_candidates(name, target))
        for pattern in GLOB.findall(text):
            folder = _resolved(name, pattern.partition("*")[0])
            used.update(files_with(*PAGE_KINDS, under=folder))
    return used


def _resolved(name: str, target: str) -> str:
    target = target.partition("?")[0]
    if target.startswith("@/"):
        return PAGE + target.removeprefix("@/")
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), target))


def _candidates(name: str, target: str) -> Iterator[str]:
    path = _resolved(name, target)
    yield path
    for ending in (".ts", ".tsx", "/index.ts", "/index.tsx"):
        yield path + ending


def _headers() -> Iterator[str]:
    """C++ headers that no source includes, by the end of their path."""
    included = {
        target.removeprefix("./").removeprefix("../")
        for name in files_with(".h", ".cpp", ".cc", ".c")
        for target in INCLUDE.findall(text_of(name))
    }
    for name in files_with(".h", under="sim-core/"):
        parts = PurePosixPath(name).parts
        if not included & {"/".join(parts[index:]) for index in range(len(parts))}:
            yield name


def _data() -> Iterator[str]:
    """Data whose name, or whose name without its ending, stands in no other text."""
    words = _words()
    for name in files_with(*DATA):
        if _is_found(name) or name.startswith((PAGE, "tests/", "frontend/tests/")):
            continue
        path = PurePosixPath(name)
        if "/" in name and path.name[0] != "." and not words & {path.name, path.stem}:
            yield name


@cache
def _words() -> frozenset[str]:
    """All names of files in all texts."""
    return frozenset(word for _, text in _texts() for word in re.findall(r"[\w.-]*\w", text))
