"""Algorithms of one's own: WebAssembly modules from files (docs/own-algorithms.md).

    mine = module("mine.wasm")
    fight = scenario(link(10e6), [flow(mine, rtt_s=0.04), flow("cubic", rtt_s=0.04)],
                     duration_s=60)

A scenario names a module by the SHA-256 of its bytes. This process keeps the bytes of each that it
has read: `local()` computes with them, and a server gets them once.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from fairtt_lab.errors import invalid
from fairtt_lab.packages import MODULES, load
from lab_model.exports.modules import ExportedModule
from lab_model.modules import (
    MOST_STORED_BYTES,
    ModuleDescription,
    module_name,
    modules_named_in,
    read_module,
)
from lab_model.scenarios import FieldProblem, Scenario
from lab_model.scenarios.group_names import labels_by_title, with_labels
from lab_model.scenarios.module_parameters import module_parameter_problems

_kept: Final[dict[str, "Module"]] = {}
"""By name. A name is a digest, so that nothing in it can become another."""


@dataclass(frozen=True)
class Module:
    """A module that flows can run."""

    name: str
    """As a scenario has it: `wasm:` and the SHA-256 of its bytes."""
    description: ModuleDescription
    """Its declaration: title, parameters with bounds, series, phases."""
    content: bytes = field(repr=False)

    @property
    def title(self) -> str:
        """For people."""
        return self.description.title


def module(path: str | Path) -> Module:
    """The algorithm in a file. Raises `InvalidInputError` for one that cannot be read, or is no
    module of an algorithm.
    """
    try:
        content = Path(path).read_bytes()
    except OSError as error:
        raise invalid("path", f"'{path}' cannot be read: {error.strerror}", str(path)) from None
    if len(content) > MOST_STORED_BYTES:
        message = f"'{path}' has {len(content)} bytes; at most {MOST_STORED_BYTES}"
        raise invalid("path", message, len(content), MOST_STORED_BYTES)
    try:
        description = read_module(content)
    except ValueError as error:
        message = f"'{path}' is not a module of an algorithm: {error}"
        raise invalid("path", message, str(path)) from None
    name = module_name(content)
    return _kept.setdefault(name, Module(name, description, content))


def kept_modules(document: Any) -> list[Module]:
    """Of the modules that a scenario or an experiment names, those that this process has read."""
    return [_kept[name] for name in sorted(modules_named_in(document)) if name in _kept]


def exported_modules(document: Any) -> list[ExportedModule]:
    """The same, for a file."""
    return [ExportedModule(each.content) for each in kept_modules(document)]


def contents_to_run(document: Any) -> dict[str, bytes]:
    """The bytes of all modules that it names, for the core on this machine. Raises
    `InvalidInputError` for one that this process has not read, and `NotInstalledError`.
    """
    found = {each.name: each.content for each in kept_modules(document)}
    missing = sorted(modules_named_in(document) - set(found))
    if missing:
        message = f"{missing[0]} is a module that this process has not read: call module(FILE)"
        raise invalid("algorithm", message, missing[0])
    if found:
        load("wasmtime", "An algorithm of your own", MODULES)
    return found


def called_by_title(scenario: Scenario) -> Scenario:
    """The scenario, in which flows without a label are called by the titles of their modules: a
    lab's server does the same, and no digest covers labels.
    """
    titles = {each.name: each.title for each in kept_modules(scenario.model_dump(mode="json"))}
    return with_labels(scenario, labels_by_title(scenario.flows, titles)) if titles else scenario


def parameter_problems(scenario: Scenario) -> list[FieldProblem]:
    """What flows give to modules that this process has read, where they do not allow it."""
    known = {name: module.description for name, module in _kept.items()}
    return module_parameter_problems(scenario, known)
