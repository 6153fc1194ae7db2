"""Figures: axis titles, units, and what the curves are to be compared with."""

from typing import Any

import pytest

from fairtt_lab import InvalidInputError, arms, axis, experiment, logarithmic
from fairtt_lab.generated.models import Scenario
from fairtt_lab.locally import LocalLab
from fairtt_lab.locally.runs import LocalRun
from fairtt_lab.plots.metrics import title_of, unit_of

PNG = b"\x89PNG"


def _texts(axes: Any) -> list[str]:
    return [text.get_text() for text in axes.texts]


def test_every_panel_has_title_unit_and_references(done: LocalRun) -> None:
    figure = done.plot()
    panels = {axes.get_title(loc="left"): axes for axes in figure.axes}
    assert {title: axes.get_ylabel() for title, axes in panels.items()} == {
        "Throughput per flow": "Mbit/s",
        "Round-trip time": "ms",
        "Congestion window per flow": "kB",
        "Queue at the bottleneck": "kB",
    }
    assert _texts(panels["Throughput per flow"]) == ["capacity", "fair share"]
    assert _texts(panels["Round-trip time"]) == ["base RTT elephant", "base RTT mice"]
    assert _texts(panels["Queue at the bottleneck"]) == ["buffer"]
    assert figure.axes[-1].get_xlabel() == "time / s"
    [legend] = figure.legends
    labels = [text.get_text() for text in legend.get_texts()]
    assert labels == ["elephant (bbr2)", "mice (cubic) × 3"]


def test_capacity_and_fair_share_lie_where_they_are(done: LocalRun) -> None:
    axes = done.plot("throughput_bps").axes[0]
    levels = [line.get_ydata()[0] for line in axes.lines if len(line.get_ydata()) == 2]
    assert levels == [10.0, 2.5]


def test_groups_differ_in_colour_and_dashes(done: LocalRun) -> None:
    curves = [line for line in done.plot("cwnd_bytes").axes[0].lines if line.get_label()[0] != "_"]
    assert len({line.get_color() for line in curves}) == 2
    assert len({str(line.get_linestyle()) + str(line._dash_pattern) for line in curves}) == 2


def test_figure_draws_itself_in_a_notebook(done: LocalRun) -> None:
    figure: Any = done.plot("rtt_s", from_s=1, to_s=2)
    assert figure._repr_png_().startswith(PNG)
    assert figure.axes[0].get_xlim() == (1, 2)


def test_metric_that_the_run_has_not_is_refused(done: LocalRun) -> None:
    with pytest.raises(InvalidInputError, match="'bandwidth_bps', but this run has no such series"):
        done.plot("bandwidth_bps")


def test_experiment_is_drawn_as_curves_or_as_maps(here: LocalLab, fight: Scenario) -> None:
    rtts = axis("flows.0.rtt_s", [0.03, 0.04])
    buffers = axis("bottleneck.buffer.amount", logarithmic(0.5, 8, 3))
    algorithms = arms(["newreno", "cubic"])
    curves = here.sweep(experiment(fight, [algorithms, buffers], seeds=2)).wait()
    [axes] = curves.plot("throughput_ratio").axes
    assert axes.get_xlabel() == "Buffer size / BDP"
    assert (axes.get_xscale(), axes.get_yscale(), _texts(axes)) == ("log", "log", ["fair"])
    [dots] = here.sweep(experiment(fight, [algorithms], seeds=2)).wait().plot("jain_index").axes
    assert [label.get_text() for label in dots.get_xticklabels()] == ["NewReno", "CUBIC"]
    maps = here.sweep(experiment(fight, [algorithms, rtts, buffers], seeds=1)).wait()
    drawn = maps.plot("throughput_ratio").axes
    assert [axes.get_title(loc="left") for axes in drawn[:2]] == ["NewReno", "CUBIC"]
    assert drawn[2].get_ylabel() == "Throughput ratio"
    means = maps.map("throughput_ratio")["mean"]
    assert [float(text) for text in _texts(drawn[0])] == pytest.approx(list(means[:6]), rel=0.005)
    # As in the interface: orange where the second group has more, blue where the first has.
    low, _middle, high = (drawn[0].images[0].cmap(place) for place in (0.0, 0.5, 1.0))
    assert low[0] > low[2]
    assert high[2] > high[0]
    four = experiment(fight, [rtts, buffers, axis("flows.0.count", [1, 2])], seeds=1)
    with pytest.raises(InvalidInputError, match="use map"):
        here.sweep(four).wait().plot("jain_index")


@pytest.mark.parametrize(
    ("metric", "largest", "unit"),
    [
        ("throughput_bps", 1.2e9, (1e6, "Mbit/s")),
        ("throughput_bps", 9e3, (1e3, "kbit/s")),
        ("rtt_s", 40e-6, (1e-6, "µs")),
        ("queue_bytes", 0.0, (1.0, "bytes")),
        ("busy_ratio", 1.0, (1.0, "")),
    ],
)
def test_unit_follows_the_largest_value(
    metric: str, largest: float, unit: tuple[float, str]
) -> None:
    assert unit_of(metric, largest) == unit


def test_metric_without_a_title_is_called_by_its_name() -> None:
    assert title_of("inflight_hi_bytes") == "Inflight hi"
    assert title_of("limited_cwnd_ratio") == "Limited cwnd ratio"
