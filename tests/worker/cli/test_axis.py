"""The axis of a sweep: lists, ranges, paths."""

import pytest

from lab.scenarios import validate_scenario
from lab_worker.cli.axis import parse_axis, with_value
from lab_worker.cli.errors import InputError
from tests.worker.cli.conftest import SMALL

BASE = validate_scenario(SMALL)


@pytest.mark.parametrize(
    ("text", "path", "values"),
    [
        ("flows.0.rtt_s=0.02,0.04", "flows.0.rtt_s", [0.02, 0.04]),
        ("flows.0.algorithm.name=bbr2,cubic", "flows.0.algorithm.name", ["bbr2", "cubic"]),
        ("transport.window_pacing=true,false", "transport.window_pacing", [True, False]),
        ("flows.0.stop_s=null,3", "flows.0.stop_s", [None, 3]),
        ("flows.0.rtt_s=lin:0.1:0.3:3", "flows.0.rtt_s", [0.1, 0.2, 0.3]),
        ("bottleneck.buffer.amount=log:0.1:10:3", "bottleneck.buffer.amount", [0.1, 1.0, 10.0]),
        # Whole numbers where the field has whole numbers, each once.
        ("bottleneck.rate_bps=log:1e6:1e7:3", "bottleneck.rate_bps", [10**6, 3162278, 10**7]),
        ("flows.0.count=lin:1:3:9", "flows.0.count", [1, 2, 3]),
        (
            "flows.0.algorithm.parameters.probe_wait_max_rounds=lin:10:20:3",
            "flows.0.algorithm.parameters.probe_wait_max_rounds",
            [10, 15, 20],
        ),
    ],
)
def test_an_axis_is_a_path_and_its_values(text: str, path: str, values: list[object]) -> None:
    axis = parse_axis(text, BASE)
    assert axis.path == path
    # As text: 1 and 1.0 are equal, but only one of them is a whole number.
    assert repr(axis.values) == repr(values)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("flows.0.rtt_s", "--vary is 'flows.0.rtt_s'; it must be PATH="),
        ("=1,2", "--vary is '=1,2'; it must be PATH="),
        ("a=lin:1:2", "--vary has the range 'lin:1:2'; it must be lin:FROM:TO:COUNT"),
        ("a=log:0:1:3", "--vary has the range 'log:0:1:3'; FROM and TO must be above 0"),
        ("a=lin:0:1:1", "--vary has the range 'lin:0:1:1'; COUNT must be from 2 to 10000"),
        ("a=1,1", "--vary has a value twice: 1,1"),
        ("a=[1]", "--vary has the value '[1]'; it must be a number"),
    ],
)
def test_a_bad_axis_is_refused(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_axis(text, BASE)
    assert str(caught.value).startswith(message)


def test_a_value_is_set_in_a_copy() -> None:
    changed = with_value(SMALL, "bottleneck.buffer.amount", 4)
    assert changed["bottleneck"]["buffer"] == {"amount": 4}
    assert "buffer" not in SMALL["bottleneck"]


def test_a_star_sets_every_flow_group() -> None:
    changed = with_value(SMALL, "flows.*.algorithm.name", "cubic")
    assert [flow["algorithm"]["name"] for flow in changed["flows"]] == ["cubic", "cubic"]


@pytest.mark.parametrize("path", ["flows.2.rtt_s", "flows.x.rtt_s", "duration_s.x"])
def test_a_path_that_leads_nowhere_is_refused(path: str) -> None:
    with pytest.raises(InputError) as caught:
        with_value(SMALL, path, 1)
    assert path in str(caught.value)
