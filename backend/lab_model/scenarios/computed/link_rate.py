"""What a link could send: its rate over time, from a schedule or from a trace. Exact."""

from bisect import bisect_right
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from lab_model.scenarios.changes import OPPORTUNITY_BITS
from lab_model.scenarios.exact import exact

if TYPE_CHECKING:
    from lab_model.scenarios.bottleneck import Bottleneck
    from lab_model.scenarios.changes import DeliveryTrace

PEAK_MS: Final = 100
"""The rate of a trace at a time is the mean over this long."""


def is_constant(link: "Bottleneck") -> bool:
    """Whether the link has one rate for the whole run."""
    return not link.rate_schedule and not link.trace.opportunities_ms


def capacity_bits(link: "Bottleneck", until_s: float) -> Fraction:
    """What the link could have sent from 0 to `until_s`."""
    if link.trace.opportunities_ms:
        return _trace_bits(link.trace, exact(until_s) * 1000)
    until = exact(until_s)
    bits = Fraction(0)
    reached, rate = Fraction(0), Fraction(link.rate_bps)
    for step in link.rate_schedule:
        at, ramp = exact(step.at_s), exact(step.ramp_s)
        bits += rate * (min(at, until) - min(reached, until))
        # The part of the ramp before the end, at its mean rate.
        part = min(max(until - at, Fraction(0)), ramp)
        if ramp > 0:
            end_rate = rate + (step.rate_bps - rate) * part / ramp
            bits += part * (rate + end_rate) / 2
        reached, rate = at + ramp, Fraction(step.rate_bps)
    return bits + rate * (until - min(reached, until))


def mean_rate_bps(link: "Bottleneck", from_s: float, to_s: float) -> float:
    """Over a part of the run that is not empty; `rate_bps` itself if it is constant."""
    if is_constant(link):
        return link.rate_bps
    bits = capacity_bits(link, to_s) - capacity_bits(link, from_s)
    return float(bits / (exact(to_s) - exact(from_s)))


def rate_bounds_bps(link: "Bottleneck", duration_s: float) -> tuple[float, float]:
    """The lowest and the highest rate within the run; of a trace over each 100 ms."""
    if link.trace.opportunities_ms:
        return _trace_bounds(link.trace.opportunities_ms)
    steps = [step.rate_bps for step in link.rate_schedule if step.at_s < duration_s]
    rates = [link.rate_bps, *steps]
    return min(rates), max(rates)


def _trace_bits(trace: "DeliveryTrace", until_ms: Fraction) -> Fraction:
    times_ms, from_ms = trace.opportunities_ms, trace.again_from_ms
    end_ms = times_ms[-1]
    if until_ms < end_ms:
        count = bisect_right(times_ms, until_ms)
    else:
        periods, within = divmod(until_ms - end_ms, end_ms - from_ms)
        # The part that repeats; at the start of the whole trace an opportunity may be at 0.
        before = bisect_right(times_ms, from_ms) if from_ms > 0 else 0
        again = len(times_ms) - before
        count = len(times_ms) + int(periods) * again
        count += bisect_right(times_ms, from_ms + within) - before
    return Fraction(count * OPPORTUNITY_BITS)


def _trace_bounds(times_ms: list[int]) -> tuple[float, float]:
    bin_count = max(1, times_ms[-1] // PEAK_MS)
    counts = [0] * bin_count
    for time_ms in times_ms:
        if time_ms // PEAK_MS < bin_count:
            counts[time_ms // PEAK_MS] += 1
    if times_ms[-1] < PEAK_MS:
        mean = len(times_ms) * OPPORTUNITY_BITS * 1000 / times_ms[-1]
        return mean, mean
    per_second = OPPORTUNITY_BITS * 1000 / PEAK_MS
    return min(counts) * per_second, max(counts) * per_second
