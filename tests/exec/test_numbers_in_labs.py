"""Numbers that the notes of labs quote from runs are those that the runs have."""

from dataclasses import dataclass, field
from functools import partial
from statistics import fmean
from typing import Any, Final

import pytest

from lab_exec.run import run_scenario
from lab_model.classroom import load_templates
from lab_model.classroom.expressions import Expression
from lab_model.classroom.lab_file import Settings, with_settings

ONE: Final = (1,)
TWENTY: Final = tuple(range(1, 21))
RATIO: Final = "throughput_ratio"
BUSY: Final = "100 * utilisation_ratio"
BUFFER: Final = "bottleneck.buffer.amount"
LOSS: Final = "bottleneck.loss.probability"
WAIT_MS: Final = '8000 * flow["scalable"].mean_queue_bytes / flow["scalable"].throughput_bps'


@dataclass(frozen=True)
class Quoted:
    """Words of a lab's notes, and between which numbers of a run they are true."""

    lab: str
    step: str
    words: str
    low: float
    high: float
    measured: str = RATIO
    settings: Settings = field(default_factory=dict)
    seeds: tuple[int, ...] = ONE
    """Each of them, or their mean where the words say "over twenty seeds"."""


FAR_50: Final[Settings] = {"flows.0.rtt_s": 0.05}
AT_50: Final = "at 50 ms, over twenty seeds, 2.7 instead of 3.8 without loss and 1.5 instead of 3.2"
SAWTOOTH: Final = partial(Quoted, "sawtooth-and-sharing", "unfair")
NEAR: Final = partial(Quoted, "rtt-unfairness", "map")
FAIRTT: Final = partial(Quoted, "fairtt-when")
L4S: Final = partial(Quoted, "l4s-beside-classic", "two")
QUOTED: Final = [
    SAWTOOTH(
        *("45 ms gives 0.85", 0.84, 0.87, "jain_index"),
        *({"flows.1.rtt_s": 0.045}, TWENTY[:5]),
    ),
    SAWTOOTH(
        *("60 and 120 ms give 0.97 and more", 0.97, 1, "jain_index"),
        *({"flows.1.rtt_s": 0.12}, TWENTY[:5]),
    ),
    Quoted("bufferbloat-at-home", "tune", "busy only 79%", 78.5, 79.5, BUSY, {BUFFER: 2}),
    Quoted("rtt-unfairness", "newreno", "six to seven times as much", 1 / 7, 1 / 6),
    NEAR("0.86 to 1.11", 0.855, 0.865, RATIO, {"flows.0.rtt_s": 0.04, BUFFER: 1}),
    NEAR("0.86 to 1.11", 1.105, 1.115, RATIO, {"flows.0.rtt_s": 0.2, BUFFER: 0.25}),
    NEAR("17 times at 200 ms", 16.5, 17.5, RATIO, {"flows.0.rtt_s": 0.2, BUFFER: 8}),
    FAIRTT("map-bbr2", "at 50 ms 3.4", 3.35, 3.45, RATIO, {**FAR_50, LOSS: 0}),
    FAIRTT("map-bbr2", AT_50, 3.75, 3.85, RATIO, {**FAR_50, LOSS: 0}, TWENTY),
    FAIRTT("map-bbr2", AT_50, 3.15, 3.25, RATIO, {**FAR_50, LOSS: 0.001}, TWENTY),
    FAIRTT("map-fairtt", AT_50, 2.65, 2.75, RATIO, {**FAR_50, LOSS: 0}, TWENTY),
    FAIRTT("map-fairtt", AT_50, 1.45, 1.55, RATIO, {**FAR_50, LOSS: 0.001}, TWENTY),
    L4S("1.6 times as much", 1.55, 1.65),
    L4S("packets wait less than 0.1 ms", 0.05, 0.1, WAIT_MS),
    Quoted(
        *("lost-on-the-air", "map", "10% at 160 ms", 9.5, 10.5, BUSY),
        {"flows.0.rtt_s": 0.16, LOSS: 0.002},
    ),
    Quoted(
        *("queue-elsewhere", "shape", "up to a quarter of the frames are late", 0.2, 0.275),
        *('flow["call"].late_frame_ratio', {"links.0.rate_bps": 5.1e6}),
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize("quoted", QUOTED, ids=lambda quoted: f"{quoted.lab}: {quoted.words}")
def test_a_number_in_a_note_is_that_of_the_run(quoted: Quoted) -> None:
    lab = next(each.lab for each in load_templates() if each.id == quoted.lab)
    assert any(quoted.words in step.notes for step in lab.steps)
    step: Any = lab.step(quoted.step)
    scenario = with_settings(step.scenario, quoted.settings)
    expression = Expression(quoted.measured, "number")
    values = [
        expression.number(run_scenario(scenario, seed, series=False)) for seed in quoted.seeds
    ]
    compared = [fmean(values)] if "over twenty seeds" in quoted.words else values
    assert quoted.low <= min(compared), compared
    assert max(compared) <= quoted.high, compared
