"""The overview says in some dozen numbers what the series and the result say in full."""

import numpy as np
import pytest

from lab_exec import Chunk, run_scenario
from lab_exec.overview import OverviewGatherer
from lab_model.results.overview import MAX_POINTS, OverviewRead
from lab_model.scenarios import Scenario
from tests.support.scenarios import scenario


def _gathered(document: dict[str, object]) -> tuple[dict[str, object], OverviewRead, list[Chunk]]:
    wanted = Scenario.model_validate(document)
    gatherer = OverviewGatherer(wanted)
    chunks: list[Chunk] = []

    def take(chunk: Chunk) -> None:
        chunks.append(chunk)
        gatherer.add(chunk)

    result = run_scenario(wanted, 3, on_chunk=take)
    return result, OverviewRead.model_validate(gatherer.overview(result), strict=True), chunks


def _groups(count: int, flow_count: int = 1) -> list[dict[str, object]]:
    return [
        {"rtt_s": 0.02 + index / 1000, "count": flow_count, "algorithm": {"name": "newreno"}}
        for index in range(count)
    ]


def test_sparkline_is_the_mean_of_the_series_in_each_part() -> None:
    _result, overview, chunks = _gathered(scenario(duration_s=47.3))
    # 473 samples in parts of 12: the last one is short.
    assert overview.point_s == pytest.approx(1.2)
    for group, found in enumerate(overview.groups):
        series = np.concatenate(
            [chunk.subjects[group].columns["throughput_bps"] for chunk in chunks]
        )
        parts = [np.nan_to_num(series[at : at + 12]).mean() for at in range(0, series.size, 12)]
        assert len(parts) == MAX_POINTS
        assert found.sparkline_bps == pytest.approx(parts, rel=1e-3)


def test_shares_are_those_of_the_measurement_window() -> None:
    result, overview, _ = _gathered(scenario(warmup_s=4.0))
    rates = [flow["throughput_bps"] for flow in result["flows"]]  # type: ignore[attr-defined]
    assert [group.throughput_bps for group in overview.groups] == pytest.approx(rates)
    assert [group.share_ratio for group in overview.groups] == pytest.approx(
        [rate / sum(rates) for rate in rates]
    )


def test_late_flow_is_weighed_by_the_time_that_it_was_there() -> None:
    flows = [{**group, "start_s": 8.0 * index} for index, group in enumerate(_groups(2))]
    result, overview, _ = _gathered(scenario(flows=flows))
    total_bps = result["summary"]["throughput_bps"]  # type: ignore[index]
    assert sum(group.throughput_bps for group in overview.groups) == pytest.approx(total_bps)
    assert overview.groups[1].throughput_bps < overview.groups[0].throughput_bps / 2


def test_groups_from_the_seventh_on_are_put_together() -> None:
    _result, overview, _ = _gathered(scenario(flows=_groups(9, flow_count=2)))
    assert [group.group_index for group in overview.groups] == [0, 1, 2, 3, 4, 5, None]
    assert [group.flow_count for group in overview.groups] == [2] * 6 + [6]
    assert sum(group.share_ratio or 0 for group in overview.groups) == pytest.approx(1)


def test_run_of_one_sample_has_one_point() -> None:
    _result, overview, _ = _gathered(scenario(duration_s=0.1, start_jitter_s=0))
    assert [len(group.sparkline_bps) for group in overview.groups] == [1, 1]


def test_flows_that_are_gone_before_the_window_have_no_share() -> None:
    flows = [{**group, "stop_s": 1.0} for group in _groups(2)]
    _result, overview, _ = _gathered(scenario(warmup_s=5, flows=flows))
    assert [group.share_ratio for group in overview.groups] == [None, None]
    assert [group.throughput_bps for group in overview.groups] == [0, 0]
    assert overview.groups[0].sparkline_bps[0] > 0 == overview.groups[0].sparkline_bps[-1]
