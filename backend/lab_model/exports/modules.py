"""A user's own algorithm modules in an export: with them its numbers can be computed again
anywhere.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final
from zipfile import ZipFile

from lab_model.exports.reading import read_entry
from lab_model.modules import (
    NAME_PREFIX,
    ModuleDescription,
    is_module_name,
    module_name,
    modules_named_in,
    read_module,
)
from lab_model.scenarios.group_names import algorithm_title

MODULES_FILE: Final = "modules.json"
MODULE_FOLDER: Final = "modules"


@dataclass(frozen=True)
class ExportedModule:
    """A module with how it was made, as its author says; the texts may be empty."""

    content: bytes
    source_text: str = ""
    build_line: str = ""
    licence: str = ""


ModuleSource = Callable[[], Iterable[ExportedModule]]
"""Reads those that are still there, one after the other."""


def no_modules() -> Iterator[ExportedModule]:
    """The modules of a run or an experiment without any."""
    return iter(())


Declared = Mapping[str, ModuleDescription]
"""What modules say of themselves, by name."""


def declared_by(modules: ModuleSource) -> Declared:
    """The declarations of the modules that still exist."""
    contents = (module.content for module in modules())
    return {module_name(content): read_module(content) for content in contents}


def title_in_text(name: str, declared: Declared) -> str:
    """An algorithm as a text calls it: a module by the title that it gives itself."""
    return declared[name].title if name in declared else algorithm_title(name)


def module_words(name: str) -> str:
    """Which module it is, for a paper: ` (a WebAssembly module, SHA-256 1a2b...)`."""
    if not is_module_name(name):
        return ""
    return f" (a WebAssembly module, SHA-256 {name.removeprefix(NAME_PREFIX)})"


def module_files(document: Any, modules: ModuleSource) -> Iterator[tuple[str, bytes]]:
    """Names and contents of the files about the modules that a scenario or an experiment names;
    none if it names none. One that is not there any more is listed without a file.
    """
    missing = modules_named_in(document)
    if not missing:
        return
    listed: list[dict[str, Any]] = []
    for module in modules():
        name = module_name(module.content)
        missing.discard(name)
        file = module_file(name)
        yield file, module.content
        source_file = None
        if module.source_text:
            source_file = f"{file.removesuffix('.wasm')}.source.txt"
            yield source_file, module.source_text.encode()
        listed.append(
            {
                "name": name,
                "title": read_module(module.content).title,
                "file": file,
                "byte_count": len(module.content),
                "source_file": source_file,
                "build_line": module.build_line,
                "licence": module.licence,
            }
        )
    listed += [{"name": name, "file": None} for name in sorted(missing)]
    yield MODULES_FILE, (json.dumps(listed, indent=2, ensure_ascii=False) + "\n").encode()


def module_file(name: str) -> str:
    """The name of the file with a module's bytes."""
    return f"{MODULE_FOLDER}/{name.removeprefix(NAME_PREFIX)}.wasm"


def modules_in(archive: ZipFile, document: Any) -> dict[str, bytes]:
    """The modules that a document of the archive names, of those that are in it. Raises ValueError
    for one that is not what its name says.
    """
    present = set(archive.namelist())
    found = {}
    for name in sorted(modules_named_in(document)):
        file = module_file(name)
        if file not in present:
            continue
        content = read_entry(archive, file)
        if module_name(content) != name:
            raise ValueError(f"{file} has other bytes than its name says")
        found[name] = content
    return found
