"""The schema of an experiment: what is refused, and in which words."""

import copy
import itertools
from typing import Any

import pytest

from lab_model.experiments import (
    Expansion,
    ExperimentDefinition,
    InvalidExperimentError,
    experiment_json_schema,
    read_definition,
    read_experiment,
)
from lab_model.scenarios import predicted_packet_count, scenario_digest, validate_scenario
from tests.model.experiments.examples import ARMS, BASE, BUFFERS, SPLITS, experiment
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
            "axes.1.moves.0.path is 'flows.*.algorithm'; it is already set by axes.0.moves.0",
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


# Cells: every combination of points, as the scenario that a person would have written.


def written_out(path: str, value: Any, data: Json) -> None:
    """Sets a value in plain data, step by step: the naive way that cells must agree with."""
    places: list[Any] = [data]
    *parents, last = path.split(".")
    for part in parents:
        inner: list[Any] = []
        for place in places:
            if isinstance(place, list):
                inner += place if part == "*" else [place[int(part)]]
            else:
                inner.append(place.setdefault(part, {}))
        places = inner
    for place in places:
        place[int(last) if isinstance(place, list) else last] = copy.deepcopy(value)


def test_cells_are_numbered_row_major_with_the_last_axis_fastest() -> None:
    expansion = read_experiment(experiment(ARMS, BUFFERS, SPLITS))
    assert (expansion.shape, expansion.cell_count, expansion.unit_count) == ((2, 3, 3), 18, 72)
    points = [expansion.point_indices(index) for index in range(18)]
    assert points == list(itertools.product(range(2), range(3), range(3)))
    assert [expansion.cell_index(point) for point in points] == list(range(18))
    assert list(expansion.seeds) == [1, 2, 3, 4]


def test_a_cell_or_point_that_does_not_exist_is_an_index_error() -> None:
    expansion = read_experiment(experiment(ARMS, BUFFERS))
    for index in (-1, 6):
        with pytest.raises(IndexError):
            expansion.point_indices(index)
    for points in ([0, 3], [-1, 0]):
        with pytest.raises(IndexError):
            expansion.cell_index(points)


def test_no_axes_make_one_cell_the_base_itself() -> None:
    expansion = read_experiment(experiment())
    assert expansion.cell_count == 1
    assert expansion.scenario(0) == validate_scenario(BASE)
    assert expansion.work[0].scenario_digest == scenario_digest(validate_scenario(BASE))


AXES: list[Json] = [
    ARMS,
    BUFFERS,
    SPLITS,
    axis("flows.0.rtt_s", [0.01, 0.02]),
    axis("flows.*.rtt_s", [0.01, 2e-2]),
    axis("flows.1.stop_s", [None, 20]),
    axis("flows.*.receiver.ack_every_packets", [1, 2]),
    axis("flows.0.algorithm.parameters.beta_ratio", [0.3, 0.5]),
    axis("flows.*.algorithm.parameters.probe_wait_max_rounds", [60, 63.0]),
    axis("transport.window_pacing", [True, False]),
    axis("bottleneck.loss", [{"kind": "none"}, {"kind": "bernoulli", "probability": 0.001}]),
    axis("bottleneck.buffer", [{"amount": 40, "unit": "packets"}, {"amount": 1}]),
    axis("flows", [BASE["flows"][:1], BASE["flows"]]),
    axis("duration_s", [10, 20]),
    axis("bottleneck.rate_bps", [1e6, 2000000]),
    spaced("bottleneck.rate_bps", "logarithmic", 1e6, 1e8, 4),
    spaced("bottleneck.delay_s", "linear", 0, 0.003, 4),
    {
        "moves": [
            {"path": "bottleneck.loss.kind", "values": {"kind": "list", "values": ["bernoulli"]}},
            {"path": "bottleneck.loss.probability", "values": {"kind": "list", "values": [0.01]}},
        ]
    },
]


@pytest.mark.parametrize("varied", AXES, ids=lambda item: str(item["moves"][0]["path"]))
def test_a_cell_equals_the_scenario_written_out(varied: Json) -> None:
    expansion = read_experiment(experiment(varied))
    for index, point in enumerate(expansion.axes[0].points):
        data = copy.deepcopy(BASE)
        for path, value in zip(expansion.axes[0].paths, point.values, strict=True):
            written_out(path, value, data)
        expected = validate_scenario(data)
        assert expansion.scenario(index) == expected
        assert expansion.work[index].scenario_digest == scenario_digest(expected)
        assert expansion.work[index].predicted_packets == predicted_packet_count(expected)


def test_a_field_is_set_after_the_object_around_it_whatever_the_order_of_the_axes() -> None:
    beta = axis("flows.0.algorithm.parameters.beta_ratio", [0.3, 0.5])
    one_way = read_experiment(experiment(ARMS, beta))
    other_way = read_experiment(experiment(beta, ARMS))
    cell = one_way.scenario(one_way.cell_index([1, 0]))
    assert cell.flows[0].algorithm.name == "fairtt"
    assert cell.flows[0].algorithm.parameters == {"beta_ratio": 0.3}
    assert cell.flows[1].algorithm.parameters == {}
    assert other_way.scenario(other_way.cell_index([0, 1])) == cell


def test_one_group_is_set_after_all_groups() -> None:
    for axes in itertools.permutations(
        [axis("flows.1.rtt_s", [0.05, 0.06]), axis("flows.*.rtt_s", [0.01, 0.02])]
    ):
        expansion = read_experiment(experiment(*axes))
        seen = {tuple(flow.rtt_s for flow in cell.flows) for cell in expansion.scenarios()}
        assert seen == set(itertools.product([0.01, 0.02], [0.05, 0.06]))


UDP: Json = {"rtt_s": 0.02, "traffic": {"kind": "udp", "rate_bps": 1e6}}


def test_algorithms_of_all_groups_are_set_where_there_is_one() -> None:
    base = {**BASE, "flows": [BASE["flows"][0], UDP, BASE["flows"][1]]}
    rates = axis("flows.*.rtt_s", [0.03, 0.04])
    wait = axis("flows.*.algorithm.parameters.probe_wait_max_rounds", [60])
    for axes in itertools.permutations([ARMS, rates, wait]):
        expansion = read_experiment(experiment(*axes, base=base))
        cells = list(expansion.scenarios())
        assert {tuple(flow.algorithm.name for flow in cell.flows) for cell in cells} == {
            ("bbr2", "none", "bbr2"),
            ("fairtt", "none", "fairtt"),
        }
        # Everything else is set in all of them.
        assert {tuple(flow.rtt_s for flow in cell.flows) for cell in cells} == {
            (0.03, 0.03, 0.03),
            (0.04, 0.04, 0.04),
        }


def test_flows_that_nothing_controls_have_no_algorithm_to_set() -> None:
    (problem,) = problems_of(experiment(ARMS, base={**BASE, "flows": [UDP, UDP]}))
    assert problem[1].endswith("it sets an algorithm, but nothing controls any of the flows")


def test_expanding_leaves_the_base_as_it_was() -> None:
    expansion = Expansion(read_experiment(experiment(ARMS, BUFFERS)).definition)
    before = expansion.definition.base.model_dump_json()
    _ = [scenario.model_dump_json() for scenario in expansion.scenarios()]
    assert expansion.definition.base.model_dump_json() == before


def test_arms_know_their_baseline() -> None:
    expansion = read_experiment(experiment(BUFFERS, ARMS, baseline_index=1))
    assert [expansion.arm_index(index) for index in range(6)] == [0, 1] * 3
    assert [expansion.baseline_cell_index(index) for index in range(6)] == [1, 1, 3, 3, 5, 5]
    assert read_experiment(experiment(BUFFERS)).baseline_cell_index(0) is None


def test_cells_have_names_for_people() -> None:
    expansion = read_experiment(experiment(ARMS, BUFFERS, name="Who wins?"))
    assert expansion.texts(4) == ("FaiRTT", "5 BDP")
    assert expansion.name_of(4) == "Who wins?: FaiRTT, 5 BDP"


def problems_of(definition: Json) -> list[tuple[str, str]]:
    with pytest.raises(InvalidExperimentError) as caught:
        read_experiment(definition, ("experiment",))
    for problem in caught.value.problems:
        assert problem.pointer == "/experiment/" + problem.path.replace(".", "/")
    return [(problem.path, problem.message) for problem in caught.value.problems]


def test_a_cell_that_is_no_scenario_refuses_the_definition_and_names_its_values() -> None:
    varied = axis("flows.0.rtt_s", [0.001, 0.01, -1], label="Long RTT")
    assert problems_of(experiment(BUFFERS, varied)) == [
        (
            "axes.1.moves.0.values",
            (
                "axes.1.moves.0.values: with Buffer 0.5 BDP, Long RTT 1 ms (and 2 other cells), "
                "flows.0.rtt_s is 0.001 s; it must be at least twice bottleneck.delay_s (0.004 s)"
            ),
        ),
        (
            "axes.1.moves.0.values",
            (
                "axes.1.moves.0.values: with Buffer 0.5 BDP, Long RTT -1000 ms (and 2 other "
                "cells), flows.0.rtt_s is -1 s; it must be at least 1e-05 s"
            ),
        ),
    ]


def test_a_cell_that_is_too_large_blames_what_made_it_so() -> None:
    definition = experiment(ARMS, axis("duration_s", [10, 3600]), BUFFERS)
    definition["base"]["bottleneck"]["rate_bps"] = 10**10
    ((path, message),) = problems_of(definition)
    assert path == "axes.1.moves.0.values"
    assert "with Algorithm BBRv2, Duration 3600 s, Buffer 0.5 BDP (and 5 other cells)" in message
    assert "at most 2000000000 are simulated" in message


def test_the_number_of_reported_problems_is_bounded() -> None:
    varied = axis("flows.0.rtt_s", [-float(index) for index in range(1, 41)])
    assert len(problems_of(experiment(varied))) == 20
