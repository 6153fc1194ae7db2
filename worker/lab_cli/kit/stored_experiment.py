"""Experiments that were computed before: from a ZIP, or from the service's answers."""

import csv
import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Any, Final
from zipfile import ZipFile

from lab_exec.errors import InputError
from lab_model.behaviour import behaviour_of, named_as_now
from lab_model.experiments import Expansion, InvalidExperimentError, read_experiment
from lab_model.experiments.number_names import lasting_names
from lab_model.exports.formats.archive import DEFINITION_FILE, UNITS_FILE, VERSIONS_FILE
from lab_model.exports.modules import modules_in
from lab_model.exports.reading import UNREADABLE_ZIP, read_entry, read_lines

_UNREADABLE: Final = (*UNREADABLE_ZIP, csv.Error)


@dataclass(frozen=True)
class StoredUnit:
    """The numbers of one cell and seed."""

    cell_index: int
    seed: int
    scenario_digest: str
    summary_digest: str
    numbers_hash: str
    """Of the numbers as they are written (`numbers_hash_of`)."""


@dataclass(frozen=True)
class StoredExperiment:
    """The input of an experiment, to compute it again, and its stored numbers."""

    name: str
    expansion: Expansion
    core_version: str | None
    behaviour_version: int | None
    units: list[StoredUnit]
    known_count: int = 0
    """Runs with numbers that it has, also those that `part` leaves out."""
    modules: Mapping[str, bytes] = field(default_factory=dict)
    """Bytes of those that its flows run, by name."""

    def part(self, seed_count: int | None, cells: set[int] | None) -> "StoredExperiment":
        """Only these cells, and the first seeds."""
        seeds = self.expansion.seeds[:seed_count]
        units = [
            unit
            for unit in self.units
            if unit.seed in seeds and (cells is None or unit.cell_index in cells)
        ]
        return replace(self, units=units)


def numbers_hash_of(texts: Iterable[str]) -> str:
    """SHA-256 of numbers as a table has them: a table of many units takes little room."""
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()


def is_experiment_zip(path: Path) -> bool:
    """Whether a ZIP is the export of an experiment."""
    try:
        with ZipFile(path) as archive:
            return DEFINITION_FILE in archive.namelist()
    except UNREADABLE_ZIP:
        return False


def experiment_of_zip(path: Path) -> StoredExperiment:
    """The experiment in its self-describing archive. Raises `InputError`."""
    try:
        with ZipFile(path) as archive:
            definition = json.loads(read_entry(archive, DEFINITION_FILE))
            versions = json.loads(read_entry(archive, VERSIONS_FILE))
            with archive.open(UNITS_FILE) as file:
                lines = read_lines(file, UNITS_FILE)
                stored = stored_experiment(versions, definition, lines, f"'{path}'")
            return replace(stored, modules=modules_in(archive, definition))
    except (KeyError, TypeError) as error:
        raise InputError(f"'{path}' is not a complete export of an experiment: {error}") from None
    except _UNREADABLE as error:
        raise InputError(f"'{path}' cannot be read: {error}") from None


def stored_experiment(
    named: Mapping[str, Any], definition: Any, table: Iterable[str], source: str
) -> StoredExperiment:
    """An experiment from its definition and the lines of its table.

    The table has the form of `lab_model.experiments.unit_rows`. `named` has the name and the
    core's version, as the API and an archive give them.

    Raises `InputError` if one of them is none, or if they do not belong together.
    """
    name, core_version = named["name"], named["core_version"]
    behaviour = behaviour_of(named)
    try:
        expansion = read_experiment(named_as_now(definition, behaviour))
    except InvalidExperimentError as error:
        raise InputError(*(problem.message for problem in error.problems)) from None
    names = lasting_names(expansion.definition)
    try:
        rows = islice(csv.DictReader(table), expansion.unit_count + 1)
        units = [_unit(row, names) for row in rows]
    except (KeyError, TypeError) as error:
        raise InputError(f"{source} holds no table of runs: {error} is missing") from None
    except _UNREADABLE as error:
        raise InputError(f"The table of runs in {source} cannot be read: {error}") from None
    most = expansion.unit_count
    if len(units) > most:
        raise InputError(f"{source} has more than the {most} runs of its experiment")
    for unit in units:
        if not 0 <= unit.cell_index < expansion.cell_count or unit.seed not in expansion.seeds:
            raise InputError(
                f"{source} has a run of cell {unit.cell_index} with seed {unit.seed}, which its "
                "experiment does not have"
            )
    return StoredExperiment(name, expansion, core_version, behaviour, units, len(units))


def _unit(row: dict[str, str], names: list[str]) -> StoredUnit:
    return StoredUnit(
        int(row["cell_index"]),
        int(row["seed"]),
        row["scenario_digest"],
        row["summary_digest"],
        numbers_hash_of(row[name] for name in names),
    )
