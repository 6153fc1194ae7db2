"""Scenarios and seeds from the command line."""

import sys
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from lab_exec.errors import InputError
from lab_model.scenarios import (
    InvalidScenarioError,
    Scenario,
    Seed,
    parse_json,
    problems_of,
    validate_scenario,
)
from lab_model.scenarios.link import is_scenario_link, seed_of_link, unpack_link

STDIN = "-"


def read_scenario_data(name: str) -> Any:
    """Plain data of a scenario file, or of a link that holds it; `-` reads stdin. Raises
    `InputError`.
    """
    try:
        return parse_json(unpack_link(name) if is_scenario_link(name) else _read_text(name))
    except InvalidScenarioError as error:
        raise _input_error(error) from None


def scenario_from_data(data: Any) -> Scenario:
    """A valid scenario. Raises `InputError` with the same messages as the API."""
    try:
        return validate_scenario(data)
    except InvalidScenarioError as error:
        raise _input_error(error) from None


def seed_of(name: str, seed_text: str | None) -> int:
    """The seed that was given, else the one that a link holds, else 1. Raises `InputError`."""
    linked = seed_of_link(name) if is_scenario_link(name) else None
    return read_seed(seed_text or linked or "1")


def read_seed(text: str) -> int:
    """A seed from 0 to 2^53 - 1. Raises `InputError`."""
    try:
        value: Any = int(text)
    except ValueError:
        value = text
    try:
        return TypeAdapter(Seed).validate_python(value)
    except ValidationError as error:
        messages = [
            problem.message.replace("The scenario", "seed", 1) for problem in problems_of(error)
        ]
        raise InputError(*messages) from None


def _input_error(error: InvalidScenarioError) -> InputError:
    return InputError(*(problem.message for problem in error.problems))


def _read_text(name: str) -> bytes:
    if name == STDIN:
        return sys.stdin.buffer.read()
    path = Path(name)
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise InputError(f"There is no file '{name}'{_advice(path)}") from None
    except IsADirectoryError:
        raise InputError(f"'{name}' is a folder; a scenario is a JSON file") from None
    except OSError as error:
        raise InputError(f"'{name}' cannot be read: {error.strerror}") from None


def _advice(path: Path) -> str:
    if not path.parent.is_dir():
        return f": there is no folder '{path.parent}' either"
    names = [entry.name for entry in path.parent.iterdir() if entry.suffix == ".json"]
    close = get_close_matches(path.name, names, n=1)
    if close:
        return f"; did you mean '{path.parent / close[0]}'?"
    return "; give the path of a scenario, or - to read one from the standard input"
