"""Runs that were computed before: from a ZIP, from a JSON document, from a link."""

import json
import zipfile
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from lab_cli.kit.scenario_input import read_scenario_data
from lab_exec.errors import InputError
from lab_model.behaviour import behaviour_of, named_as_now
from lab_model.exports.formats.archive import RESULT_FILE, SCENARIO_FILE, SERIES_FILE
from lab_model.exports.modules import modules_in
from lab_model.exports.reading import UNREADABLE_ZIP, read_entry
from lab_model.modules import modules_named_in
from lab_model.scenarios import InvalidScenarioError, parse_json
from lab_model.scenarios.link import is_scenario_link

_NEEDED = ("core_version", "seed", "scenario_digest", "summary_digest", "summary", "flows")


@dataclass(frozen=True)
class StoredRun:
    """The input of a run, to compute it again, and its stored result."""

    name: str
    scenario: Any
    """Plain data, not validated yet."""
    seed: int
    result: dict[str, Any]
    archive: Path | None = None
    """The ZIP that its series are in."""
    modules: Mapping[str, bytes] = field(default_factory=dict)
    """Bytes of those that its flows run, by name."""

    def open_series(self) -> ZipFile | None:
        """The archive, if it holds the series."""
        if self.archive is None:
            return None
        archive = ZipFile(self.archive)
        if SERIES_FILE in archive.namelist():
            return archive
        archive.close()
        return None


def read_stored_run(name: str, scenario_name: str | None = None) -> StoredRun | None:
    """The run in a file; None if the file holds a scenario. Raises `InputError`.

    A bare result (of `./lab sim`) says what came out but not of what: `scenario_name` is the file
    of its scenario.
    """
    path = Path(name)
    # A link can be too long to ask the file system for it.
    if not is_scenario_link(name) and path.is_file() and zipfile.is_zipfile(path):
        return _from_zip(path)
    data = read_scenario_data(name)
    if not isinstance(data, dict):
        return None
    if "scenario" in data and "result" in data:
        return _from_document(data, name)
    if "summary_digest" not in data:
        return None
    if scenario_name is None:
        raise InputError(
            f"'{name}' is a result without its scenario; name that one with --scenario FILE"
        )
    return _stored("", read_scenario_data(scenario_name), data, name)


def run_of_document(document: Any, source: str) -> StoredRun:
    """A run as the API gives it (`RunRead`) or as `./lab export result` writes it."""
    if not isinstance(document, dict) or "scenario" not in document:
        raise InputError(f"{source} holds no run")
    return _from_document(document, source)


def require_modules(document: Any, held: Collection[str], source: str) -> None:
    """A run can be computed again with these modules. Raises `InputError`."""
    missing = sorted(modules_named_in(document) - set(held))
    if missing:
        raise InputError(
            f"{source} names the algorithm {missing[0]}, a module that is not in it; the ZIP of a "
            "lab that stores the module has it, and a link to the result leads to it"
        )


def _from_document(document: dict[str, Any], source: str) -> StoredRun:
    name = document.get("name")
    return _stored(
        name if isinstance(name, str) else "", document["scenario"], document["result"], source
    )


def _from_zip(path: Path) -> StoredRun:
    try:
        with ZipFile(path) as archive:
            scenario = parse_json(read_entry(archive, SCENARIO_FILE))
            result = json.loads(read_entry(archive, RESULT_FILE))
            modules = modules_in(archive, scenario)
    except KeyError as error:
        raise InputError(f"'{path}' is not an export of a run: {error.args[0]}") from None
    except (*UNREADABLE_ZIP, InvalidScenarioError) as error:
        raise InputError(f"'{path}' cannot be read: {error}") from None
    stored = _stored("", scenario, result, str(path), path)
    return replace(stored, modules=modules)


def _stored(
    name: str, scenario: Any, result: Any, source: str, archive: Path | None = None
) -> StoredRun:
    missing = [key for key in _NEEDED if not isinstance(result, dict) or key not in result]
    if missing:
        raise InputError(f"'{source}' holds no result of a run: {missing[0]} is missing")
    seed = result["seed"]
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise InputError(f"'{source}' has seed {seed!r}; it must be a whole number")
    if not name and isinstance(scenario, dict) and isinstance(scenario.get("name"), str):
        name = scenario["name"]
    scenario = named_as_now(scenario, behaviour_of(result))
    return StoredRun(name, scenario, seed, result, archive)
