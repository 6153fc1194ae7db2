"""The evaluation of one algorithm as an ordinary experiment: an axis with a point per situation."""

from typing import Any, Final

from lab_model.evaluation.situations import load_situations
from lab_model.experiments import ExperimentDefinition
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
    situations = load_situations()
    scenarios = [situation.scenario_with(algorithm) for situation in situations]
    points = [_fields(scenario) for scenario in scenarios]
    moves = [
        {"path": path, "values": {"kind": "list", "values": [point[path] for point in points]}}
        for path in points[0]
        if any(point[path] != points[0][path] for point in points)
    ]
    names = [situation.title for situation in situations]
    return ExperimentDefinition.model_validate(
        {
            "name": _NAME + title,
            "base": scenarios[0],
            "axes": [{"label": AXIS_LABEL, "moves": moves, "names": names}],
            "replications": {"count": seed_count, "first_seed": 1},
        }
    )


def algorithm_of(definition: ExperimentDefinition) -> dict[str, Any]:
    """The tested algorithm of an evaluation: name, and the parameters that were set."""
    return definition.base.flows[0].algorithm.model_dump(mode="json", exclude_defaults=True)


def is_evaluation(definition: ExperimentDefinition) -> bool:
    """Whether `evaluation_experiment` of this release made it, with whatever number of seeds."""
    if len(definition.axes) != 1 or definition.axes[0].label != AXIS_LABEL:
        return False
    title = definition.name.removeprefix(_NAME)
    same = evaluation_experiment(algorithm_of(definition), title, definition.replications.count)
    return same == definition


def _fields(scenario: Scenario) -> dict[str, Any]:
    data = scenario.model_dump(mode="json")
    return {name: value for name, value in data.items() if name not in _NO_MOVES}
