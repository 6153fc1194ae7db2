"""The axis of a sweep from the command line: lists, ranges, paths."""

from typing import Any

import pytest

from lab_cli.sweep.axis import parse_axis
from lab_exec.errors import InputError
from lab_model.experiments import read_experiment
from tests.cli.conftest import SMALL


def values_of(text: str) -> tuple[str, list[Any]]:
    axis = read_experiment({"base": SMALL, "axes": [parse_axis(text)]}).axes[0]
    return axis.paths[0], [point.values[0] for point in axis.points]


@pytest.mark.parametrize(
    ("text", "path", "values"),
    [
        ("flows.0.rtt_s=0.02,0.04", "flows.0.rtt_s", [0.02, 0.04]),
        ("flows.0.algorithm.name=bbr2,fairtt", "flows.0.algorithm.name", ["bbr2", "fairtt"]),
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
    # As text: 1 and 1.0 are equal, but only one of them is a whole number.
    assert repr(values_of(text)) == repr((path, values))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("flows.0.rtt_s", "--vary is 'flows.0.rtt_s'; it must be PATH="),
        ("=1,2", "--vary is '=1,2'; it must be PATH="),
        ("a=lin:1:2", "--vary has the range 'lin:1:2'; it must be lin:FROM:TO:COUNT"),
        ("a=lin:1:inf:2", "--vary has the range 'lin:1:inf:2'; FROM and TO must be finite"),
        ("a=log:0:1:3", "--vary has the range 'log:0:1:3'; FROM and TO must be above 0"),
        ("a=lin:0:1:1", "--vary has the range 'lin:0:1:1'; COUNT must be from 2 to 10000"),
        ("a=1,1", "--vary has a value twice: 1,1"),
        ("a=[1]", "--vary has the value '[1]'; it must be a number"),
    ],
)
def test_a_bad_axis_is_refused(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_axis(text)
    assert str(caught.value).startswith(message)
