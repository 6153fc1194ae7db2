"""The draft's case of a token bucket policer.

It asks for a rate "without excessive continuous packet loss" and gives no number. A probe begins
above the tokens' rate whenever they have gathered, so it loses for a round or two before the
bounds are back: losses that continue in between are the failure.
"""

import statistics
from itertools import pairwise
from typing import Final

from lab_cli.report.bbr3.observed import Answer, Observed
from lab_exec.errors import RunFailedError

SOON_ROUNDS: Final = 5
"""From the first drop on: one until it is noticed, and each further one lets both bounds fall."""
TOLERANCE: Final = 0.05
"""Of the token rate."""
FREE_ROUNDS_RATIO: Final = 0.75
"""Of the rounds have no loss: a cycle has more than thirty, of which a probe takes a few."""


def policer(run: Observed) -> Answer:
    """The bucket runs empty in PROBE_BW: both short-term bounds fall, then the rate conforms."""
    run.declared.check("phase", "probe_bw_cruise")
    queue = run.scenario.bottleneck.queue.model_dump()
    token_bps = run.scenario.bottleneck.rate_bps * queue["token_rate_ratio"]
    policed = run.link_series["policed_packets"]
    round_s = run.scenario.flows[0].rtt_s
    first = next((index for index, count in enumerate(policed) if count > 0), None)
    if first is None:
        raise RunFailedError("The policer drops nothing: its bucket never runs empty")
    first_s = first * run.scenario.sample_interval_s
    phase = run.before(first_s).phase
    soon_s = first_s + SOON_ROUNDS * round_s
    lowest_bps = min(run.within("bandwidth_lo_bps", first_s, soon_s))
    flights = run.within("inflight_lo_bytes", first_s, soon_s)
    passed_ratio = _passed_bps(run) / token_bps
    free_ratio = _free_ratio(run, policed)
    holds = (
        phase.startswith("probe_bw")
        and lowest_bps < (1 + TOLERANCE) * token_bps
        and flights[-1] < flights[0]
        and abs(passed_ratio - 1) < TOLERANCE
        and free_ratio > FREE_ROUNDS_RATIO
    )
    return holds, (
        f"first drop at {first_s:.3f} s in {phase}; {SOON_ROUNDS} RTTs later bw_shortterm "
        f"{lowest_bps / 1e6:.2f} Mbit/s, inflight_shortterm {flights[-1] / run.packet_bytes:.0f} "
        f"packets (first {flights[0] / run.packet_bytes:.0f}); second half: {passed_ratio:.1%} of "
        f"the token rate, {free_ratio:.1%} of the rounds without a loss; "
        f"{run.retransmit_ratio:.2%} retransmitted"
    )


def _passed_bps(run: Observed) -> float:
    """In the second half of the run."""
    end_s = run.scenario.duration_s
    return statistics.mean(run.within("throughput_bps", end_s / 2, end_s))


def _free_ratio(run: Observed, policed: list[float]) -> float:
    """The share of the rounds of the second half in which the policer drops nothing."""
    step = round(run.scenario.flows[0].rtt_s / run.scenario.sample_interval_s)
    counts = policed[len(policed) // 2 :: step]
    return statistics.mean(before == after for before, after in pairwise(counts))
