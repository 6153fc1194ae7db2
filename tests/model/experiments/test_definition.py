"""The schema of an experiment: what is refused, and in which words."""

from typing import Any

import pytest

from lab_model.experiments import (
    ExperimentDefinition,
    InvalidExperimentError,
    experiment_json_schema,
    read_definition,
)
from tests.model.experiments.examples import ARMS, BASE, BUFFERS, experiment
from tests.support.axes import Json, axis, spaced


def refused(definition: Any) -> list[str]:
    with pytest.raises(InvalidExperimentError) as caught:
        read_definition(definition)
    return [problem.message for problem in caught.value.problems]


LIST = {"kind": "list", "values": [1]}


@pytest.mark.parametrize(
    ("definition", "message"),
    [
        (3, "The experiment is 3; it must be an object"),
        (experiment(nam="x"), "nam is not a field of an experiment; did you mean name?"),
        (experiment(seeds=3), "seeds is not a field of an experiment; did you mean replications?"),
        (
            experiment(replications={"count": 3, "precision": {"metric": "jain_index", "n": 3}}),
            (
                "replications.precision.n is not a field of an experiment; the fields there are "
                "metric, of, within_ratio, most_count, most_unit_count"
            ),
        ),
        (experiment(base=3), "base: The scenario is 3; it must be an object"),
        (
            experiment(base={**BASE, "duration_s": -1}),
            "base.duration_s is -1 s; it must be at least 0.001 s",
        ),
        (
            experiment(base={**BASE, "rate_bps": 1}),
            "base.rate_bps is not a field of a scenario; it belongs at bottleneck.rate_bps",
        ),
        (experiment(axes=None), "axes must be a list"),
        (
            experiment(ARMS, ARMS),
            "axes.1.moves.0.path is 'flows.*.algorithm'; it is set by axes.0.moves.0 already",
        ),
        (
            experiment(axis("flows.*.rtt_ms", [1])),
            (
                "axes.0.moves.0.path is 'flows.*.rtt_ms'; it names no field of a scenario; did you "
                "mean flows.0.rtt_s?"
            ),
        ),
        (
            experiment(axis("flows.2.rtt_s", [1])),
            (
                "axes.0.moves.0.path is 'flows.2.rtt_s'; it has '2', which must be a number below "
                "2, or * for all of them"
            ),
        ),
        (
            experiment(axis("flows.0.algorithm.parameters.wave", [1])),
            (
                "axes.0.moves.0.path is 'flows.0.algorithm.parameters.wave'; it names no field of "
                "a scenario"
            ),
        ),
        (
            experiment({"moves": [{"path": "duration_s", "values": {"kind": "log"}}]}),
            (
                "axes.0.moves.0.values.kind is 'log'; it must be one of 'list', 'linear', "
                "'logarithmic'"
            ),
        ),
        (
            experiment(spaced("duration_s", "logarithmic", 0, 10, 3)),
            "axes.0.moves.0.values.from is 0; it must be at least 1e-15",
        ),
        (
            experiment(axis("duration_s", [])),
            "axes.0.moves.0.values.values must have at least 1 entry",
        ),
        (
            experiment(axis("duration_s", [10, 20, 10.0])),
            "axes.0.moves.0.values has the same values at 0 and at 2",
        ),
        (
            experiment(
                {
                    "moves": [
                        {"path": "duration_s", "values": LIST},
                        {"path": "warmup_s", "values": {"kind": "list", "values": [1, 2]}},
                    ]
                }
            ),
            (
                "axes.0.moves.1.values has 2 values where axes.0.moves.0.values has 1; paths that "
                "move together have as many each"
            ),
        ),
        (
            experiment(axis("duration_s", [10, 20], names=["ten"])),
            "axes.0.names has 1 names; the axis has 2 points",
        ),
        (
            experiment(ARMS, {**BUFFERS, "role": "arm"}),
            "axes.1.role is 'arm'; it must be null: axes.0 has the arms already",
        ),
        (
            experiment(ARMS, baseline_index=2),
            "baseline_index is 2; it must be below 2, the number of points of axes.0",
        ),
        (
            experiment(BUFFERS, baseline_index=1),
            "baseline_index is 1; it must be 0 where no axis has the role 'arm'",
        ),
        (
            experiment(
                spaced("duration_s", "linear", 1, 2, 101),
                spaced("bottleneck.rate_bps", "linear", 1e6, 2e6, 100),
            ),
            "axes make 10100 cells; there may be at most 10000",
        ),
        (
            experiment(spaced("duration_s", "linear", 1, 2, 1000), replications={"count": 201}),
            (
                "replications.count is 201; it makes 201000 runs of 1000 cells; there may be at "
                "most 200000"
            ),
        ),
        (
            experiment(replications={"count": 2, "first_seed": 2**53 - 1}),
            (
                "replications.first_seed is 9007199254740991; it leads to seed 9007199254740992; "
                "seeds are at most 9007199254740991"
            ),
        ),
        (experiment(*[BUFFERS] * 5), "axes must have at most 4 entries"),
    ],
)
def test_what_is_wrong_is_said_with_its_path(definition: Any, message: str) -> None:
    assert refused(definition)[0] == message


def test_all_that_is_wrong_is_said_at_once() -> None:
    definition = experiment(axis("flows.9.rtt_s", [1]), axis("duration", [1]))
    definition["base"]["flows"][1]["rtt_s"] = 0
    assert len(refused(definition)) == 1  # the base: whether a path leads anywhere depends on it
    definition["base"]["flows"][1]["rtt_s"] = 0.025
    assert len(refused(definition)) == 2


def test_defaults_are_one_cell_with_twenty_seeds() -> None:
    definition = read_definition({"base": BASE})
    assert (definition.axes, definition.baseline_index) == ([], 0)
    assert list(definition.replications.seeds) == list(range(1, 21))


def test_a_definition_reads_back_from_its_plain_data() -> None:
    definition = read_definition(experiment(ARMS, BUFFERS, name="Who wins?"))
    assert read_definition(definition.to_json()) == definition


def test_the_json_schema_has_titles_bounds_and_help_for_every_field() -> None:
    schema = experiment_json_schema()
    assert schema["x-limits"]["max_cell_count"] == 10_000
    assert schema["x-limits"]["max_batch_packet_count"] == 2_000_000_000
    assert set(schema["required"]) == {"base"}
    parts: dict[str, Json] = {"ExperimentDefinition": schema, **schema["$defs"]}
    for name in ("ExperimentDefinition", "Axis", "Move", "LinearRange", "Replications"):
        assert parts[name]["additionalProperties"] is False
        for field, value in parts[name]["properties"].items():
            if "const" not in value:
                assert value["description"], (name, field)
                assert value.get("title") or "$ref" in value, (name, field)


def test_fields_are_immutable() -> None:
    definition = ExperimentDefinition.model_validate(experiment())
    with pytest.raises(ValueError, match="frozen"):
        setattr(definition, "baseline_index", 1)  # noqa: B010  # as a type checker allows it
