"""Modules of users' own algorithms, out of the database, for one run."""

from typing import TYPE_CHECKING

from lab.kit.database import SessionFactory
from lab.modules import repository
from lab_exec.held_modules import load_served
from lab_model.modules import NAME_PREFIX
from lab_model.scenarios import Scenario

# wasmtime is loaded with the first module.
if TYPE_CHECKING:
    from lab_exec.wasm_module import LoadedModule


def modules_of(sessions: SessionFactory, scenario: Scenario) -> "dict[str, LoadedModule]":
    """The modules that a scenario names, each loaded for one run of it.

    Raises `RunFailedError` for what cannot be run: the same again would fail again.
    """

    def find(name: str) -> bytes | None:
        with sessions() as session:
            return repository.content(session, name.removeprefix(NAME_PREFIX))

    return load_served(scenario, find)
