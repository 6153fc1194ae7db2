"""Modules that a scenario or an experiment names as algorithms: by file, or by their digest.

    "algorithm": {"name": "mine.wasm"}          # beside the document, or another path
    "algorithm": {"name": "wasm:92b0b9fe..."}   # modules/92b0b9fe....wasm, as an export has it

A file becomes its digest before anything else reads the document, so that a result says
which bytes computed it, wherever the file was.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from lab_cli.kit.algorithm_input import MODULE_ENDING
from lab_cli.kit.scenario_input import STDIN
from lab_exec.errors import InputError
from lab_model.exports.modules import module_file
from lab_model.modules import is_module_name
from lab_model.scenarios import FieldProblem, Scenario
from lab_model.scenarios.link import is_scenario_link
from lab_model.scenarios.module_parameters import module_parameter_problems

# wasmtime is loaded with the first module.
if TYPE_CHECKING:
    from lab_exec.wasm_module import LoadedModule

_NAME_PATH: Final = "algorithm.name"
_CHOICE: Final = "algorithm"


@dataclass(frozen=True)
class NamedModules:
    """The modules that a document names, all of them loaded."""

    contents: Mapping[str, bytes] = field(default_factory=dict)
    """Of each module the bytes, by its name in a scenario."""
    loaded: "Mapping[str, LoadedModule]" = field(default_factory=dict)
    """Each for one run in this process."""

    def joined(self, other: "NamedModules") -> "NamedModules":
        """Of both."""
        return NamedModules({**self.contents, **other.contents}, {**self.loaded, **other.loaded})

    def problems(self, scenario: Scenario) -> list[FieldProblem]:
        """Parameters that the modules of a scenario do not declare or allow."""
        descriptions = {name: module.description for name, module in self.loaded.items()}
        return module_parameter_problems(scenario, descriptions)


def read_named_modules(
    data: Any, source: str, find: Callable[[str], bytes | None] = lambda _name: None
) -> tuple[Any, NamedModules]:
    """A document, with digests in place of the files that it names, and the modules of both.

    Paths are relative to the file `source` (`-` and links: to the current folder; a link names no
    files). `find` gives the bytes of a digest that has no file there. Raises `InputError` naming
    the field.
    """
    is_link = is_scenario_link(source)
    folder = Path() if source == STDIN or is_link else Path(source).parent
    reader = _Reader(folder, find, reads_files=not is_link)
    return reader.replaced(data), reader.found()


class _Reader:
    """Goes through one document."""

    def __init__(
        self, folder: Path, find: Callable[[str], bytes | None], *, reads_files: bool
    ) -> None:
        self._folder = folder
        self._find = find
        self._reads_files = reads_files
        self._loaded: dict[str, tuple[LoadedModule, bytes]] = {}

    def found(self) -> NamedModules:
        """The modules read so far."""
        return NamedModules(
            {name: content for name, (_, content) in sorted(self._loaded.items())},
            {name: module for name, (module, _) in self._loaded.items()},
        )

    def replaced(self, value: Any, place: str = "", *, is_choice: bool = False) -> Any:
        """The same with digests; `place` is its dotted path, `is_choice` says that a flow takes it
        as its algorithm.
        """
        if isinstance(value, list):
            return [
                self.replaced(item, f"{place}.{index}", is_choice=is_choice)
                for index, item in enumerate(value)
            ]
        if not isinstance(value, dict):
            return value
        moved = value.get("path") if isinstance(value.get("values"), dict) else None
        if isinstance(moved, str):
            return {**value, "values": self._of_move(moved, value["values"], f"{place}.values")}
        below = {
            key: self.replaced(item, f"{place}.{key}".lstrip("."), is_choice=key == _CHOICE)
            for key, item in value.items()
        }
        if is_choice and "name" in value:
            return {**below, "name": self._name(value["name"], f"{place}.name")}
        return below

    def _of_move(self, path: str, values: dict[str, Any], place: str) -> dict[str, Any]:
        given = values.get("values")
        if not isinstance(given, list):
            return values
        if path.endswith(f".{_NAME_PATH}"):
            return {**values, "values": [self._name(item, place) for item in given]}
        is_choice = path.endswith(f".{_CHOICE}")
        return {**values, "values": self.replaced(given, place, is_choice=is_choice)}

    def _name(self, name: Any, place: str) -> Any:
        """As a scenario has it."""
        if not isinstance(name, str):
            return name
        if is_module_name(name):
            self._keep_digest(name, place)
        elif self._reads_files and name.endswith(MODULE_ENDING):
            return self._keep_file(self._folder / name, place)
        return name

    def _keep_file(self, path: Path, place: str) -> str:
        from lab_exec.wasm_module import load_content, read_file

        try:
            content = read_file(path)
            module = load_content(path, content)
        except InputError as error:
            raise InputError(f"{place}: {error}") from None
        self._loaded[module.name] = module, content
        return module.name

    def _keep_digest(self, name: str, place: str) -> None:
        if name in self._loaded:
            return
        path = self._folder / module_file(name)
        if path.is_file():
            if self._keep_file(path, place) != name:
                raise InputError(f"{place}: '{path}' has other bytes than its name says")
            return
        content = self._find(name)
        if content is None:
            raise InputError(
                f"{place} is {name}, a module that is not here; give its file instead, such as "
                f"'mine{MODULE_ENDING}', or put it at '{path}'"
            )
        from lab_exec.wasm_module import load_content

        self._loaded[name] = load_content(path, content), content
