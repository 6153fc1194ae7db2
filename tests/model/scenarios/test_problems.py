"""Every way to get a scenario wrong is answered with the field, the value and the bound."""

import json
from typing import Any
from uuid import UUID

import pytest
from pydantic import BaseModel, ValidationError

from lab_model.scenarios import (
    FieldProblem,
    InvalidScenarioError,
    Scenario,
    problems_of,
    read_scenario,
    validate_scenario,
)
from lab_model.scenarios.bottleneck import QUEUES
from tests.model.scenarios.examples import SMALLEST, TWO_FLOWS, changed


def problems(data: Any) -> list[FieldProblem]:
    with pytest.raises(InvalidScenarioError) as caught:
        validate_scenario(data)
    return caught.value.problems


def only_problem(data: Any) -> FieldProblem:
    found = problems(data)
    assert len(found) == 1, [problem.message for problem in found]
    return found[0]


@pytest.mark.parametrize(
    ("path", "value", "message", "bound"),
    [
        ("duration_s", -1, "duration_s is -1 s; it must be at least 0.001 s", 0.001),
        ("duration_s", 4000, "duration_s is 4000 s; it must be at most 3600 s", 3600.0),
        ("duration_s", "30", "duration_s is '30'; it must be a number", None),
        ("duration_s", True, "duration_s is true; it must be a number", None),
        ("flows.0.rtt_s", 1e-8, "flows.0.rtt_s is 1e-08 s; it must be at least 1e-05 s", 1e-5),
        (
            "flows.0.rtt_s",
            0.019,
            "flows.0.rtt_s is 0.019 s; it must be at least twice bottleneck.delay_s (0.02 s)",
            0.02,
        ),
        ("flows.0.count", 1.5, "flows.0.count is 1.5; it must be a whole number", None),
        ("flows.0.count", 0, "flows.0.count is 0; it must be at least 1", 1),
        ("flows", [], "flows must have at least 1 entry", 1),
        ("version", 2, "version is 2; it must be 1", 1),
        (
            "bottleneck.rate_bps",
            999,
            "bottleneck.rate_bps is 999 bit/s; it must be at least 1000 bit/s",
            1000,
        ),
        (
            "bottleneck.loss.probability",
            1.5,
            "bottleneck.loss.probability is 1.5; it must be at most 1",
            1.0,
        ),
        (
            "bottleneck.loss.kind",
            "burst",
            (
                "bottleneck.loss.kind is 'burst'; it must be one of 'none', 'bernoulli', "
                "'gilbert_elliott'"
            ),
            ["none", "bernoulli", "gilbert_elliott"],
        ),
        (
            "bottleneck.buffer.unit",
            "ms",
            (
                "bottleneck.buffer.unit is 'ms'; it must be one of 'bdp', 'packets', 'bytes', "
                "'seconds'"
            ),
            ["bdp", "packets", "bytes", "seconds"],
        ),
        (
            "bottleneck.buffer.amount",
            20_000,
            "bottleneck.buffer.amount is 20000; it must be at most 10000 with unit 'bdp'",
            10_000.0,
        ),
        ("warmup_s", 120, "warmup_s is 120 s; it must be below duration_s (120 s)", 120.0),
        (
            "header_bytes",
            1000,
            "header_bytes is 1000 bytes; it must be below packet_bytes (1000)",
            1000,
        ),
        (
            "flows.0.receiver.window_bytes",
            947,
            (
                "flows.0.receiver.window_bytes is 947 bytes; it must be at least the payload "
                "of one packet (948 bytes)"
            ),
            948,
        ),
    ],
)
def test_a_wrong_value_is_named_with_its_field_and_bound(
    path: str, value: Any, message: str, bound: Any
) -> None:
    problem = only_problem(changed(TWO_FLOWS, path, value))
    assert problem.path == path
    assert problem.pointer == "/" + path.replace(".", "/")
    assert problem.message == message
    assert problem.bound == bound


def test_an_unknown_algorithm_is_answered_with_the_known_names() -> None:
    problem = only_problem(changed(TWO_FLOWS, "flows.1.algorithm.name", "bbr9"))
    assert problem.message.startswith("flows.1.algorithm.name is 'bbr9'; it must be one of ")
    assert "'newreno'" in problem.message
    assert isinstance(problem.bound, list)
    assert "newreno" in problem.bound


def test_an_algorithm_that_would_be_ignored_is_refused() -> None:
    udp = {"kind": "udp", "rate_bps": 1e6}
    problem = only_problem(changed(SMALLEST, "flows.0.traffic", udp))
    assert problem.path == "flows.0.algorithm.name"
    assert problem.message.endswith("it must be 'none' with traffic 'udp', which nothing controls")
    assert problem.bound == ["none"]


def test_traffic_over_a_connection_needs_an_algorithm() -> None:
    problem = only_problem(changed(SMALLEST, "flows.0.algorithm", {"name": "none"}))
    assert problem.path == "flows.0.algorithm.name"
    assert problem.message.endswith(
        "it must be an algorithm with traffic 'bulk'; only 'udp' has none"
    )


def test_more_transfers_than_a_run_may_have_are_refused() -> None:
    poisson = {"kind": "poisson_transfers", "arrival_rate_hz": 90_000.0}
    problem = only_problem(changed(SMALLEST, "flows.0.traffic", poisson))
    assert problem.path == "flows.0.traffic.arrival_rate_hz"
    assert "at most 100000 transfers" in problem.message


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        (
            "rate_schedule",
            [{"at_s": 30, "rate_bps": 5e6}, {"at_s": 30, "rate_bps": 6e6}],
            (
                "bottleneck.rate_schedule.1.at_s is 30 s; it must be later than the step before it "
                "(30 s)"
            ),
        ),
        (
            "rate_schedule",
            [{"at_s": 10, "rate_bps": 5e6, "ramp_s": 5}, {"at_s": 12, "rate_bps": 6e6}],
            (
                "bottleneck.rate_schedule.1.at_s is 12 s; it must be later than the step before "
                "it, which ends at 15 s"
            ),
        ),
        (
            "rate_schedule",
            [{"at_s": 1, "rate_bps": 999}],
            "bottleneck.rate_schedule.0.rate_bps is 999 bit/s; it must be 0 or at least 1000 bit/s",
        ),
        (
            "delay_schedule",
            [{"at_s": 2, "delay_s": 0.1}, {"at_s": 1, "delay_s": 0.2}],
            (
                "bottleneck.delay_schedule.1.at_s is 1 s; it must be later than the step before it "
                "(2 s)"
            ),
        ),
        (
            "trace",
            {"opportunities_ms": [1, 5, 4]},
            (
                "bottleneck.trace.opportunities_ms.2 is 4; it must not be below the time before it "
                "(5 ms)"
            ),
        ),
        (
            "trace",
            {"opportunities_ms": [0, 0]},
            "bottleneck.trace.opportunities_ms.1 is 0; it must be above 0: it ends the period",
        ),
    ],
)
def test_a_link_changes_in_the_order_of_time(field: str, value: object, message: str) -> None:
    problem = only_problem(changed(SMALLEST, f"bottleneck.{field}", value))
    assert problem.message == message


def test_a_trace_takes_the_place_of_a_schedule() -> None:
    data = changed(SMALLEST, "bottleneck.trace", {"opportunities_ms": [1]})
    problem = only_problem(
        changed(data, "bottleneck.rate_schedule", [{"at_s": 1, "rate_bps": 5e6}])
    )
    assert problem.path == "bottleneck.rate_schedule"
    assert "the trace says when the link may send" in problem.message


@pytest.mark.parametrize("value", [True, 0, None, "no", [True]])
def test_drop_tail_refuses_to_mark_and_names_the_queues_that_can(value: Any) -> None:
    queue = {"kind": "droptail", "ecn": value}
    problem = only_problem(changed(SMALLEST, "bottleneck.queue", queue))
    assert problem.path == "bottleneck.queue.ecn"
    assert "must be false: 'droptail' cannot mark packets; use codel, red, pie" in problem.message


def test_a_queue_that_can_mark_is_set_to_by_a_switch() -> None:
    queue = {"kind": "codel", "ecn": True}
    scenario = validate_scenario(changed(SMALLEST, "bottleneck.queue", queue))
    assert scenario.bottleneck.queue.parameters()["ecn"] is True
    problem = only_problem(changed(SMALLEST, "bottleneck.queue", {"kind": "codel", "ecn": 1}))
    assert problem.path == "bottleneck.queue.ecn"


def test_ecn_of_a_flow_is_one_of_three_or_what_the_algorithm_asks_for() -> None:
    for ecn in ("off", "classic", "accurate", None):
        assert validate_scenario(changed(SMALLEST, "flows.0.ecn", ecn)).flows[0].ecn == ecn
    problem = only_problem(changed(SMALLEST, "flows.0.ecn", "on"))
    assert problem.path == "flows.0.ecn"
    assert problem.bound == ["off", "classic", "accurate"]


def test_an_unknown_queue_is_answered_with_those_that_can_be_simulated() -> None:
    problem = only_problem(changed(SMALLEST, "bottleneck.queue", {"kind": "blue"}))
    assert problem.path == "bottleneck.queue.kind"
    assert isinstance(problem.bound, list)
    assert problem.bound == list(QUEUES)


def test_the_right_place_of_a_misplaced_field_is_named() -> None:
    problem = only_problem(changed(SMALLEST, "rate_bps", 1e7))
    assert problem.message == (
        "rate_bps is not a field of a scenario; it belongs at bottleneck.rate_bps"
    )


def test_the_right_spelling_of_a_misspelt_field_is_named() -> None:
    problem = only_problem(changed(SMALLEST, "flows.0.rtts_s", 0.1))
    assert problem.message == (
        "flows.0.rtts_s is not a field of a scenario; did you mean flows.0.rtt_s?"
    )


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        (
            "flows.1.name",
            "mouse",
            "flows.1.name is not a field of a scenario; did you mean flows.1.label?",
        ),
        (
            "bottleneck.buffer.value",
            1,
            (
                "bottleneck.buffer.value is not a field of a scenario; "
                "did you mean bottleneck.buffer.amount?"
            ),
        ),
        (
            "flows.1.rtts_s",
            0.1,
            "flows.1.rtts_s is not a field of a scenario; did you mean flows.1.rtt_s?",
        ),
    ],
)
def test_what_other_tools_call_a_field_leads_to_its_name_here(
    path: str, value: object, sentence: str
) -> None:
    (group,) = SMALLEST["flows"]
    two = changed(SMALLEST, "flows", [dict(group), dict(group)])
    assert only_problem(changed(two, path, value)).message == sentence


@pytest.mark.parametrize(
    ("path", "name", "meant"),
    [
        ("flows.0.algorithm", "cubic", {"name": "cubic"}),
        ("bottleneck.queue", "codel", {"kind": "codel"}),
        ("flows.0.traffic", "bulk", {"kind": "bulk"}),
    ],
)
def test_a_bare_name_is_answered_with_the_object_that_it_means(
    path: str, name: str, meant: dict[str, str]
) -> None:
    problem = only_problem(changed(SMALLEST, path, name))
    assert problem.message == f"{path} is {name!r}; it must be an object: {json.dumps(meant)}"
    assert problem.bound == meant
    validate_scenario(changed(SMALLEST, path, problem.bound))


def test_all_missing_fields_are_named_at_once() -> None:
    assert [problem.message for problem in problems({"bottleneck": {}})] == [
        "duration_s is missing; it has no default",
        "bottleneck.rate_bps is missing; it has no default",
        "flows is missing; it has no default",
    ]


def test_a_loss_without_a_kind_misses_its_kind() -> None:
    problem = only_problem(changed(SMALLEST, "bottleneck.loss", {"probability": 0.1}))
    assert problem.path == "bottleneck.loss.kind"
    assert problem.value is None


def test_each_flow_with_a_too_short_rtt_is_named() -> None:
    data = changed(TWO_FLOWS, "bottleneck.delay_s", 0.02)
    assert [problem.path for problem in problems(data)] == ["flows.0.rtt_s", "flows.1.rtt_s"]


def test_too_many_flows_in_all_groups_together_are_refused() -> None:
    data = changed(changed(TWO_FLOWS, "flows.0.count", 6000), "flows.1.count", 4001)
    problem = only_problem(data)
    assert problem.message == "flows have 10001 flows together; there may be at most 10000"
    assert problem.bound == 10_000


def test_too_many_samples_are_refused_with_their_number() -> None:
    problem = only_problem(changed(TWO_FLOWS, "sample_interval_s", 0.0001))
    assert problem.message == (
        "sample_interval_s is 0.0001 s; it makes 3600000 samples of all flows and links; at "
        "most 2000000 are kept: take a longer interval"
    )


def test_too_many_packets_are_refused_with_their_number() -> None:
    data = changed(changed(SMALLEST, "bottleneck.rate_bps", 4e11), "duration_s", 3600)
    problem = only_problem(data)
    assert problem.path == "duration_s"
    assert "lets the bottleneck transmit 120000000000 packets" in problem.message
    assert problem.bound == 2_000_000_000


def test_a_path_that_would_not_fit_into_memory_is_refused() -> None:
    data = changed(changed(SMALLEST, "bottleneck.rate_bps", 4e11), "flows.0.rtt_s", 10)
    data["duration_s"] = 50
    problem = only_problem(data)
    assert problem.path == "bottleneck.buffer.amount"
    assert problem.bound == 10_000_000


def test_a_flow_that_may_never_start_is_refused() -> None:
    problem = only_problem(changed(SMALLEST, "flows.0.start_s", 29.95))
    assert problem.message == (
        "flows.0.start_s is 29.95 s; it plus start_jitter_s (0.1 s) must be below duration_s (30 s)"
    )


def test_a_flow_that_stops_before_it_starts_is_refused() -> None:
    data = changed(changed(SMALLEST, "flows.0.start_s", 5), "flows.0.stop_s", 5)
    problem = only_problem(data)
    assert problem.message == "flows.0.stop_s is 5 s; it must be later than start_s (5 s)"


def test_a_setting_without_effect_is_refused_and_not_ignored() -> None:
    quantum = only_problem(changed(SMALLEST, "transport.send_quantum_packets", 3))
    assert "allowed only with send_quantum 'packets', not 'linux'" in quantum.message
    buffer = {"amount": 5, "unit": "packets", "rtt_s": 0.1}
    rtt = only_problem(changed(SMALLEST, "bottleneck.buffer", buffer))
    assert "allowed only with unit 'bdp', not 'packets'" in rtt.message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "The scenario is not valid JSON: Expecting property name"),
        ('{"a": 1, "a": 2}', "The scenario has the field 'a' twice in one object"),
        (
            '{"duration_s": NaN}',
            "The scenario has at 'duration_s' NaN, which is not a number in JSON",
        ),
        ('{"duration_s": -Infinity}', "The scenario has at 'duration_s' -Infinity"),
        ("[]", "The scenario must be an object"),
        ('"x"', "The scenario is 'x'; it must be an object"),
        ("[" * 100_000, "The scenario has more than 100 lists and objects in one another"),
        (b"\xff", "The scenario is not valid JSON: 'utf-8' codec"),
    ],
)
def test_text_that_is_no_scenario_says_why(text: str | bytes, message: str) -> None:
    with pytest.raises(InvalidScenarioError) as caught:
        read_scenario(text)
    assert caught.value.problems[0].message.startswith(message)


def test_a_number_too_large_for_a_double_is_refused() -> None:
    text = json.dumps(SMALLEST).replace('"duration_s": 30', '"duration_s": 1e999')
    with pytest.raises(InvalidScenarioError) as caught:
        read_scenario(text)
    assert caught.value.problems[0].message == "duration_s is inf s; it must be a finite number"


def test_an_enormous_integer_makes_a_short_message() -> None:
    problem = only_problem(changed(SMALLEST, "bottleneck.rate_bps", 10**400))
    assert len(problem.message) < 120
    assert problem.bound == 400_000_000_000


def test_control_characters_in_names_are_refused_in_one_line() -> None:
    problem = only_problem(changed(SMALLEST, "name", "a\0b\nc"))
    assert problem.message == (
        "name is 'a\\x00b\\nc'; it must be one line without control characters"
    )


def test_a_field_name_with_slashes_is_escaped_in_the_pointer() -> None:
    problem = only_problem(changed(SMALLEST, "a/b~c", 1))
    assert problem.pointer == "/a~1b~0c"


class _Body(BaseModel):
    scenario: Scenario


def test_the_path_is_relative_to_the_scenario_and_the_pointer_to_the_body() -> None:
    with pytest.raises(ValidationError) as caught:
        _Body.model_validate({"scenario": changed(SMALLEST, "duration_s", -1)})
    as_frameworks_do = [
        {**error, "loc": ("body", *error["loc"])} for error in caught.value.errors()
    ]
    for found in (
        problems_of(caught.value, root=("scenario",)),
        problems_of(as_frameworks_do, root=("scenario",)),
    ):
        assert [(problem.path, problem.pointer) for problem in found] == [
            ("duration_s", "/scenario/duration_s")
        ]
        assert found[0].message == "duration_s is -1 s; it must be at least 0.001 s"


def test_an_address_is_refused_in_our_own_words() -> None:
    class Place(BaseModel):
        run_id: UUID

    with pytest.raises(ValidationError) as refused:
        Place.model_validate({"run_id": "nonsense"})
    [problem] = problems_of(refused.value)
    assert problem.message == "run_id is 'nonsense'; it must be an id of 32 hexadecimal digits"
