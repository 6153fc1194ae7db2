"""What the methods text says of a link that changes."""

from lab_model.exports.formats.methods import _changes
from lab_model.scenarios import validate_scenario
from tests.model.scenarios.examples import SMALLEST


def sentences(**link: object) -> list[str]:
    data = {**SMALLEST, "bottleneck": {**SMALLEST["bottleneck"], **link}}
    return _changes(validate_scenario(data).model_dump()["bottleneck"])


def test_a_link_that_does_not_change_says_nothing() -> None:
    assert sentences() == []
    assert _changes({"rate_bps": 1}) == []  # a run of a version without changes


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
