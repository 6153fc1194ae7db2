"""The input of a sweep: an experiment file, or a scenario with --vary."""

import argparse
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from lab_cli.kit.named_modules import read_named_modules
from lab_cli.kit.scenario_input import (
    STDIN,
    read_scenario_data,
    read_seed,
    scenario_from_data,
)
from lab_cli.sweep.axis import parse_axis
from lab_exec import behaviour_version, core_version
from lab_exec.errors import InputError
from lab_exec.experiments.store import SUFFIX, open_store
from lab_model.experiments import (
    EXPERIMENT_LIMITS,
    Expansion,
    InvalidExperimentError,
    read_experiment,
)
from lab_model.scenarios.link import is_scenario_link

DEFAULT_SEED_COUNT: Final = 5
# A scenario has neither.
_ONLY_IN_EXPERIMENTS: Final = frozenset({"axes", "base"})

_ALL_PERCENT: Final = 100

Json = dict[str, Any]


def is_experiment(data: Any) -> bool:
    """Whether the data of a file is an experiment and not a scenario."""
    return isinstance(data, dict) and not _ONLY_IN_EXPERIMENTS.isdisjoint(data)


@dataclass(frozen=True)
class Sweep:
    """The experiment to compute."""

    expansion: Expansion
    store_path: Path | None
    """Where its results are kept; None: nowhere."""
    modules: Mapping[str, bytes]
    """Bytes of the modules that its flows run, by name."""


def read_sweep(arguments: argparse.Namespace) -> Sweep:
    """The experiment, every cell of it checked, with the modules that it names.

    Only an experiment in a file has a store beside it unless one is given. Raises `InputError`.
    """
    data = read_scenario_data(arguments.experiment)
    varied = [parse_axis(text) for text in arguments.vary]
    store_path: Path | None = arguments.store
    if is_experiment(data) and store_path is None and _is_file(arguments.experiment):
        path = Path(arguments.experiment)
        store_path = path.with_name(path.name + SUFFIX)
    find = partial(_kept_module, store_path)
    data, of_file = read_named_modules(data, arguments.experiment, find)
    texts = {
        f"axes.{index}.moves.0": f"--vary {axis['moves'][0]['path']}"
        for index, axis in enumerate(varied)
    }
    try:
        named, of_options = read_named_modules({"axes": varied}, STDIN, find)
    except InputError as error:
        raise InputError(*(_as_given(message, texts) for message in error.messages)) from None
    definition = (_with_axes if is_experiment(data) else _of_scenario)(data, named["axes"])
    _set_seeds(definition, arguments.seeds, arguments.first_seed)
    _set_precision(definition, arguments)
    first_varied = len(definition["axes"]) - len(varied) if varied else 0
    modules = of_file.joined(of_options)
    try:
        expansion = read_experiment(definition)
        if modules.contents:
            expansion.check_cells(modules.problems)
    except InvalidExperimentError as error:
        texts = {
            f"axes.{first_varied + index}.moves.0": text
            for index, text in enumerate(texts.values())
        }
        raise InputError(
            *(_as_given(problem.message, texts) for problem in error.problems)
        ) from None
    return Sweep(expansion, store_path, modules.contents)


def _is_file(source: str) -> bool:
    return source != STDIN and not is_scenario_link(source)


def _kept_module(store_path: Path | None, name: str) -> bytes | None:
    """Out of the store, if there is one."""
    if store_path is None or not store_path.is_file():
        return None
    with open_store(store_path, behaviour_version(), core_version()) as store:
        return store.module(name)


def _with_axes(data: Json, varied: list[Json]) -> Json:
    axes = data.get("axes", [])
    if not varied or not isinstance(axes, list):
        return dict(data)
    return {**data, "axes": [*axes, *varied]}


def _of_scenario(data: Any, varied: list[Json]) -> Json:
    if not varied:
        raise InputError(
            "This is a scenario and not an experiment; say with --vary PATH=VALUES what to vary, "
            "e.g. --vary flows.0.rtt_s=0.01,0.02"
        )
    scenario_from_data(data)
    return {"base": data, "axes": varied, "replications": {"count": DEFAULT_SEED_COUNT}}


def _set_seeds(definition: Json, count_text: str | None, first_text: str | None) -> None:
    replications = definition.get("replications", {})
    if (count_text is None and first_text is None) or not isinstance(replications, dict):
        return
    changed = dict(replications)
    if first_text is not None:
        changed["first_seed"] = read_seed(first_text)
    if count_text is not None:
        maximum = EXPERIMENT_LIMITS.max_replication_count
        if not count_text.isdecimal() or not 1 <= int(count_text) <= maximum:
            raise InputError(
                f"--seeds is '{count_text}'; it must be a whole number from 1 to {maximum}"
            )
        changed["count"] = int(count_text)
    definition["replications"] = changed


def _set_precision(definition: Json, arguments: argparse.Namespace) -> None:
    """A precision of the command line takes the place of the experiment's."""
    bounds = {"most_count": arguments.most_seeds, "most_unit_count": arguments.most_runs}
    given: Json = {name: _whole(name, text) for name, text in bounds.items() if text is not None}
    if arguments.precision_of is not None:
        given["of"] = arguments.precision_of
    replications = definition.get("replications", {})
    if not isinstance(replications, dict):
        return
    precision = replications.get("precision")
    if arguments.precision is not None:
        metric, equals, percent = arguments.precision.rpartition("=")
        if not equals or not _is_percentage(percent):
            raise InputError(
                f"--precision is '{arguments.precision}'; it must be METRIC=PERCENT with a percent "
                "above 0 and at most 100, e.g. throughput_ratio=5"
            )
        precision = {"metric": metric, "within_ratio": float(percent.removesuffix("%")) / 100}
    elif given and not isinstance(precision, dict):
        raise InputError(
            "--precision-of, --most-seeds and --most-runs need --precision METRIC=PERCENT"
        )
    if isinstance(precision, dict):
        definition["replications"] = {**replications, "precision": {**precision, **given}}


def _is_percentage(text: str) -> bool:
    try:
        return 0 < float(text.removesuffix("%")) <= _ALL_PERCENT
    except ValueError:
        return False


def _whole(name: str, text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        option = "--most-seeds" if name == "most_count" else "--most-runs"
        raise InputError(f"{option} is '{text}'; it must be a whole number from 1 on")
    return int(text)


def _as_given(message: str, texts: dict[str, str]) -> str:
    """A sentence about an axis that was given as an option names the option."""
    for path, text in texts.items():
        message = message.replace(f"{path}.values", text).replace(f"{path}.path", f"{text}: path")
    return message
