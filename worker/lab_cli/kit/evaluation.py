"""Algorithms put into every situation: shipped numbers, and the rest computed on all cores."""

import argparse
import math
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from lab_cli.kit.algorithm_input import AlgorithmInput
from lab_cli.kit.behaviour_history import still_holds
from lab_cli.kit.output_file import one_line, write_text
from lab_exec import behaviour_version, core_version, run_scenario
from lab_exec.errors import InputError
from lab_exec.parallel import Job, may_continue, run_all, whole_number
from lab_model.evaluation import (
    Evaluated,
    OutsideAlgorithm,
    Situation,
    load_shipped,
    load_situations,
    shipped_names,
)
from lab_model.evaluation.evaluated import (
    DATA_FOLDER,
    STAND_IN,
    EvaluatedSituation,
    number_names,
)
from lab_model.experiments import numbers_of
from lab_model.scenarios import InvalidScenarioError, Scenario, scenario_digest

# wasmtime is loaded with the first module.
if TYPE_CHECKING:
    from lab_exec.scenario_modules import ChosenModule

# Results are the same to the last bit; files for people need no sixteen digits of them.
DIGITS: Final = 10

SEEDS: Final = "20"
MOST_SEEDS: Final = 1000


Work = list[tuple[Situation, Scenario]]
Battery = Sequence[Situation]


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declares the options that all commands over the situations have."""
    parser.add_argument("--seeds", metavar="N", default=SEEDS, help=f"seeds (default {SEEDS})")
    parser.add_argument(
        "--again", action="store_true", help="also compute what already ships with the lab"
    )
    parser.add_argument(
        "--json", type=Path, metavar="FILE", help="also write everything to this file"
    )
    parser.add_argument("--jobs", metavar="N", help="processes (default: one per core)")


def chosen_seeds(arguments: argparse.Namespace) -> range:
    """From 1 on, as many as were asked for. Raises `InputError`."""
    return range(1, whole_number("--seeds", arguments.seeds, 1, MOST_SEEDS) + 1)


def still_valid(
    name: str, seeds: Sequence[int], battery: Battery | None = None
) -> Evaluated | None:
    """The shipped numbers of an algorithm, for the first of its seeds that are asked for.

    None if there are fewer seeds. Situations that were changed since are left out, and those whose
    numbers a later behaviour of the core changed.
    """
    if name not in shipped_names():
        return None
    stored = load_shipped(name)
    count = len(seeds)
    if stored.seeds[:count] != list(seeds):
        return None
    scenarios = _work(AlgorithmInput({"name": name}), battery)
    kept = {
        situation.id: _first(stored.situations[situation.id], count)
        for situation, scenario in scenarios
        if situation.id in stored.situations
        and stored.situations[situation.id].scenario_digest == scenario_digest(scenario)
        and still_holds(stored.behaviour_version, scenario)
        and set(_names(situation)) <= set(stored.situations[situation.id].numbers)
    }
    return stored.model_copy(update={"situations": kept, "seeds": list(seeds)})


def shipped(tested: AlgorithmInput, seeds: Sequence[int], battery: Battery) -> Evaluated | None:
    """The shipped evaluation of a core algorithm with its default parameters; None of others."""
    is_known = tested.module is None and "parameters" not in tested.algorithm
    return still_valid(tested.algorithm["name"], seeds, battery) if is_known else None


def _first(found: EvaluatedSituation, count: int) -> EvaluatedSituation:
    numbers = {name: values[:count] for name, values in found.numbers.items()}
    return found.model_copy(update={"numbers": numbers})


def missing_work(
    tested: AlgorithmInput, known: Evaluated | None, battery: Battery | None = None
) -> Work:
    """The situations that have to be computed, each with its scenario. A module is left out of
    those in which it would need many connections. Raises `InputError`.
    """
    found = {} if known is None else known.situations
    return [item for item in _work(tested, battery) if item[0].id not in found]


def evaluate(
    tested: AlgorithmInput,
    seeds: Sequence[int],
    known: Evaluated | None,
    process_count: int,
    on_done: Callable[[], object],
    battery: Battery | None = None,
) -> Evaluated:
    """An algorithm in all situations, or in those of a `battery`; `known` units are not computed
    again.
    """
    work = missing_work(tested, known, battery)
    jobs = [Job(situation.id, scenario, seed) for situation, scenario in work for seed in seeds]
    run = None if tested.module is None else partial(_run_module, tested.module.module.path)
    results = iter(run_all(jobs, process_count, on_done, run))
    found = dict(known.situations) if known is not None else {}
    for situation, scenario in work:
        numbers = [numbers_of(next(results)[1]) for _ in seeds]
        found[situation.id] = EvaluatedSituation(
            scenario_digest=scenario_digest(scenario),
            numbers={
                name: [_rounded(each.get(name)) for each in numbers] for name in _names(situation)
            },
        )
    return Evaluated(
        algorithm=tested.algorithm,
        behaviour_version=behaviour_version(),
        core_version=known.core_version if known is not None and not work else core_version(),
        seeds=list(seeds),
        situations={item.id: found[item.id] for item in _all(battery) if item.id in found},
    )


def write_shipped(evaluated: Evaluated) -> None:
    """One line for each number, so that a change shows where it is."""
    data = evaluated.model_dump()
    situations = data.pop("situations")
    blocks = []
    for name, situation in situations.items():
        numbers = ",\n".join(
            f'   "{key}": {one_line(values)}' for key, values in situation["numbers"].items()
        )
        digest = situation["scenario_digest"]
        blocks.append(f'  "{name}": {{"scenario_digest": "{digest}", "numbers": {{\n{numbers}}}}}')
    text = f'{one_line(data)[:-1]},\n "situations": {{\n' + ",\n".join(blocks) + "}}\n"
    write_text(Path(str(DATA_FOLDER)) / f"{evaluated.algorithm['name']}.json", text)


def _all(battery: Battery | None) -> Battery:
    return load_situations() if battery is None else battery


def _work(tested: AlgorithmInput, battery: Battery | None) -> Work:
    if tested.module is not None:
        return _work_of_module(tested.module, _all(battery))
    try:
        return [(item, item.scenario_with(tested.algorithm)) for item in _all(battery)]
    except InvalidScenarioError as error:
        raise InputError(error.problems[0].message) from None


def _work_of_module(chosen: "ChosenModule", battery: Battery) -> Work:
    work = [(item, _with_module(item, chosen)) for item in battery]
    return [(item, scenario) for item, scenario in work if scenario is not None]


def _with_module(item: Situation, chosen: "ChosenModule") -> Scenario | None:
    """None where the module would need many connections."""
    from lab_exec.scenario_modules import can_run, with_module

    # A stand-in is validated; the module then takes its place.
    scenario = item.scenario_with({"name": STAND_IN})
    if not can_run(scenario, item.tested_groups):
        return None
    return with_module(scenario, chosen, item.tested_groups)


def scenario_in(tested: AlgorithmInput, item: Situation) -> Scenario | None:
    """A situation with the tested algorithm in it; None where a module would need many connections.
    Raises `InputError`.
    """
    found = _work(tested, [item])
    return found[0][1] if found else None


def outside_algorithm(tested: AlgorithmInput) -> OutsideAlgorithm | None:
    """The part of a card about a module; None: it is an algorithm of the core."""
    chosen = tested.module
    if chosen is None:
        return None

    def scenario_of(item: Situation) -> Scenario:
        scenario = _with_module(item, chosen)
        if scenario is None:
            raise AssertionError("A situation that was computed can be run")
        return scenario

    return OutsideAlgorithm(tested.title, chosen.choice, scenario_of)


def run_tested(
    path: Path | None, scenario: Scenario, seed: int, most_packets: int = 0, **options: Any
) -> dict[str, Any]:
    """One run in another process, which has a module's bytes from its file; `options` are those of
    `run_scenario`. A module that sends more than `most_packets`, if any, raises `SentTooMuchError`.
    """
    modules = {}
    if path is not None:
        from lab_exec.scenario_modules import modules_of

        modules = modules_of(scenario, [path], most_packets)
    return run_scenario(scenario, seed, on_progress=may_continue, modules=modules, **options)


def _run_module(path: Path, scenario: Scenario, seed: int) -> dict[str, Any]:
    return run_tested(path, scenario, seed, series=False)


def _names(situation: Situation) -> list[str]:
    return number_names(situation.numbers, is_in_league=situation.league is not None)


def _rounded(value: float | None) -> float | None:
    return None if value is None or not math.isfinite(value) else float(f"{value:.{DIGITS}g}")
