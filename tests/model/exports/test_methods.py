"""What the methods text says of a link that changes."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from lab_model.experiments import read_experiment
from lab_model.experiments.unit_rows import FailedRow, UnitRow
from lab_model.exports.experiment import ExportedExperiment
from lab_model.exports.formats.methods import experiment_methods
from lab_model.exports.link_words import change_sentences, further_sentences, path_words
from lab_model.scenarios import validate_scenario
from tests.model.experiments.examples import experiment
from tests.model.scenarios.examples import SMALLEST
from tests.support.axes import axis


def sentences(**link: object) -> list[str]:
    data = {**SMALLEST, "bottleneck": {**SMALLEST["bottleneck"], **link}}
    return change_sentences(validate_scenario(data).model_dump()["bottleneck"])


def test_a_link_that_does_not_change_says_nothing() -> None:
    assert sentences() == []
    assert change_sentences({"rate_bps": 1}) == []  # a run of a version without changes


def test_each_change_is_a_sentence() -> None:
    assert sentences(
        rate_schedule=[
            {"at_s": 15, "rate_bps": 3_000_000, "ramp_s": 2},
            {"at_s": 30, "rate_bps": 0},
        ],
        delay_schedule=[{"at_s": 1, "delay_s": 0.03}],
        jitter_s=0.005,
        outages=[{"at_s": 15, "duration_s": 2}],
    ) == [
        "The link's rate changed: to 3 Mbit/s at 15 s within 2 s, to 0 bit/s at 30 s.",
        "The one-way propagation delay changed: to 30 ms at 1 s.",
        "Packets took up to 5 ms longer behind the link, uniformly distributed and in order.",
        "From 15 s on all data packets and ACKs were lost for 2 s.",
    ]


def test_a_trace_is_named_and_counted() -> None:
    [text] = sentences(trace={"label": "mine", "opportunities_ms": [1, 2, 500]})
    assert text == (
        "Instead of a rate a delivery trace (mine) let the link send: 3 opportunities of 1,500 "
        "bytes in 500 ms, again and again."
    )
    [text] = sentences(trace={"opportunities_ms": [1, 2, 5000], "after_end": "hold"})
    assert text.endswith("bytes in 5 s, and then those of its last second again and again.")


def test_further_links_and_the_paths_over_them_are_said() -> None:
    back = {
        "id": "back",
        "rate_bps": 100_000,
        "buffer": {"amount": 20, "unit": "packets"},
        "queue": {"kind": "codel"},
        "ack_filter": True,
        "outages": [{"at_s": 1, "duration_s": 2, "direction": "ack"}],
        "loss": {"kind": "bernoulli", "probability": 0.25, "direction": "ack"},
    }
    second = {"id": "second", "rate_bps": 5_000_000, "delay_s": 0.001}
    flow = {**SMALLEST["flows"][0], "return_path": ["back"], "path": ["bottleneck", "second"]}
    data = {**SMALLEST, "links": [back, second], "flows": [flow]}
    scenario = validate_scenario(data).model_dump()
    assert path_words(scenario["flows"][0]) == " over bottleneck and second, with ACKs over back"
    first, outage, loss, other = further_sentences(scenario)
    assert first.startswith("A further link 'back' transmitted at 100 kbit/s, with 0 s of one-way")
    assert "its queue discipline was CoDel (target 5 ms, interval 100 ms, no ECN, CE" in first
    assert first.endswith(
        "with a buffer of 20 packets, in which a new ACK took the place of an older one of its "
        "connection."
    )
    assert outage == "On 'back': From 1 s on all ACKs were lost for 2 s."
    assert loss.startswith("On 'back': In addition, ACKs (after queue) were lost at random")
    assert other.startswith("A further link 'second' transmitted at 5 Mbit/s, with 1 ms")


def test_one_bottleneck_needs_no_further_words() -> None:
    scenario = validate_scenario(SMALLEST).model_dump()
    assert further_sentences(scenario) == []
    assert path_words(scenario["flows"][0]) == ""
    assert path_words({}) == "", "a run of a version without paths"


# What a text about an experiment says beside its axes.


class _OneUnit:
    def unit_rows(self) -> Iterator[UnitRow]:
        return iter([UnitRow(0, 1, "aa", "bb", {})])

    def failed_rows(self) -> Iterator[FailedRow]:
        return iter([])

    def values(self, names: Sequence[str]) -> list[NDArray[np.float64]]:
        return [np.array([[0.5]]) for _ in names]


def _methods(path: str, values: Sequence[float]) -> str:
    definition = experiment(axis(path, list(values)))
    return experiment_methods(
        ExportedExperiment("", read_experiment(definition), "0.1.0+x", 1, _OneUnit())
    )


def test_what_follows_an_axis_is_said() -> None:
    text = _methods("bottleneck.rate_bps", [10_000_000, 20_000_000])
    assert "The fair share follows the rate: " in text
    assert "The BDP follows the rate: " in text


def test_nothing_follows_the_duration_and_no_window_is_named_where_it_differs() -> None:
    text = _methods("duration_s", [60, 120])
    assert "follows" not in text
    assert "Numbers are over each run from its warm-up to its end" in text
    assert "Numbers are over the simulated time from" in _methods("flows.0.rtt_s", [0.02, 0.04])
