"""The evaluation of one algorithm as an ordinary experiment: an axis with a point per situation."""

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from lab_model.evaluation.situations import Situation, load_situations
from lab_model.experiments import ExperimentDefinition
from lab_model.modules import is_module_name, short_name
from lab_model.scenarios import Scenario

SEED_COUNT: Final = 20
AXIS_LABEL: Final = "Situation"
_NAME: Final = "Evaluation of "
# Fields of a scenario that say nothing about what is simulated.
_NO_MOVES: Final = frozenset({"version", "name"})


def evaluation_experiment(
    algorithm: dict[str, Any], title: str, seed_count: int = SEED_COUNT
) -> ExperimentDefinition:
    """The experiment that puts an algorithm into every situation, under seeds from 1 on.

    Raises `InvalidScenarioError` for an algorithm that a scenario cannot have.
    """
    return _experiment(algorithm, _NAME + title, load_situations(), 1, seed_count)


def _experiment(
    algorithm: dict[str, Any],
    title: str,
    situations: Sequence[Situation],
    first_seed: int,
    seed_count: int = SEED_COUNT,
) -> ExperimentDefinition:
    scenarios = [situation.scenario_with(algorithm) for situation in situations]
    names = [situation.title for situation in situations]
    replications = {"count": seed_count, "first_seed": first_seed}
    return experiment_of(title, AXIS_LABEL, scenarios, names, replications)


def experiment_of(
    title: str,
    label: str,
    scenarios: Sequence[Scenario],
    names: Sequence[str],
    replications: dict[str, int],
) -> ExperimentDefinition:
    """The experiment whose only axis, `label`, has a point for each scenario. An axis moves
    something: that of one scenario moves the duration, to what it is.
    """
    points = [_fields(scenario) for scenario in scenarios]
    alone = "duration_s" if len(points) == 1 else None
    moves = [
        {"path": path, "values": {"kind": "list", "values": [point[path] for point in points]}}
        for path in points[0]
        if path == alone or any(point[path] != points[0][path] for point in points)
    ]
    return ExperimentDefinition.model_validate(
        {
            "name": title,
            "base": scenarios[0],
            "axes": [{"label": label, "moves": moves, "names": names}],
            "replications": replications,
        }
    )


def entry_experiment(module_name: str, first_seed: int) -> ExperimentDefinition:
    """The experiment of a module that is entered in the league: a point per situation of
    `entry_situations`, under seeds of its own.
    """
    situations = entry_situations()
    return _experiment(
        {"name": module_name}, f"League entry {short_name(module_name)}", situations, first_seed
    )


@cache
def entry_situations() -> tuple[Situation, ...]:
    """The situations of the league that a module can be in: not those with a connection for each
    transfer.
    """
    return tuple(item for item in load_situations() if item.league and item.takes_modules)


def algorithm_of(definition: ExperimentDefinition) -> dict[str, Any]:
    """The tested algorithm of an evaluation: name, and the parameters that were set."""
    return definition.base.flows[0].algorithm.model_dump(mode="json", exclude_defaults=True)


def is_evaluation(definition: ExperimentDefinition) -> bool:
    """Whether `evaluation_experiment` of this release made it, with whatever number of seeds."""
    if len(definition.axes) != 1 or definition.axes[0].label != AXIS_LABEL:
        return False
    algorithm = algorithm_of(definition)
    if is_module_name(algorithm["name"]):
        return False
    title = definition.name.removeprefix(_NAME)
    same = evaluation_experiment(algorithm, title, definition.replications.count)
    return same == definition


def _fields(scenario: Scenario) -> dict[str, Any]:
    data = scenario.model_dump(mode="json")
    return {name: value for name, value in data.items() if name not in _NO_MOVES}
