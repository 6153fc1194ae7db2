"""The condition of each of the draft's test cases on a run, and the numbers that decide it.

draft-ietf-ccwg-bbr-06, appendix "BBR Example Test Cases", in its order. A check gives the numbers
and whether the case holds; a phase that is missing fails it.
"""

import math
from collections.abc import Callable
from typing import Final

from lab_cli.report.bbr3.observed import Answer, Observed
from lab_cli.report.bbr3.policing import policer

Check = Callable[[Observed], Answer]

_TOLERANCE: Final = 0.02
_MBIT: Final = 1e6


def _near(value: float, wanted: float, tolerance: float = _TOLERANCE) -> bool:
    return abs(value - wanted) <= tolerance * abs(wanted)


def startup_plateau(run: Observed) -> Answer:
    """Bandwidth within 2%, then three flat rounds, then Drain."""
    startup = run.first("startup")
    drain = run.following(startup)
    found = run.at("bandwidth_max_bps", drain.start_s)
    rate = run.scenario.bottleneck.rate_bps
    flat_s = drain.start_s - run.reached("bandwidth_max_bps", found / 1.25)
    rounds = flat_s / run.at("srtt_s", drain.start_s)
    by_plateau = run.is_in(drain, "drain") and run.is_by(drain, "bandwidth_plateau")
    holds = _near(found, rate) and by_plateau and 2 < rounds < 5
    return holds, (
        f"{drain.phase} after {drain.start_s:.3f} s by {drain.reason}; max_bw "
        f"{found / _MBIT:.2f} Mbit/s; within 25% of it for {rounds:.1f} smoothed RTTs"
    )


def startup_loss(run: Observed) -> Answer:
    """Losses end a Startup that the application limits."""
    drain = run.following(run.first("startup"))
    lost_s = run.first_time("recovery_start")
    limited = run.within("limited_application_ratio", lost_s - 0.5, lost_s)
    share = sum(limited) / len(limited)
    by_loss = run.is_in(drain, "drain") and run.is_by(drain, "startup_loss")
    holds = by_loss and share > 0.9
    return holds, (
        f"limited by the application for {share:.0%} of the 0.5 s before; losses seen at "
        f"{lost_s:.3f} s, {drain.phase} at {drain.start_s:.3f} s by {drain.reason}"
    )


def drain_inflight(run: Observed) -> Answer:
    """Drain paces at half and ends with one BDP in flight."""
    drain = run.first("drain")
    after = run.following(drain)
    gains = set(run.within("pacing_gain_ratio", drain.start_s + 0.002, drain.end_s - 0.002))
    flight = run.at("inflight_bytes", drain.end_s) / run.packet_bytes
    bdp = (run.at("bandwidth_max_bps", drain.end_s) * run.at("min_rtt_s", drain.end_s)) / (
        8 * run.packet_bytes
    )
    holds = gains == {0.5} and run.is_by(after, "drained") and flight < bdp + 2
    return holds, (
        f"gain {', '.join(map(str, sorted(gains)))}; {after.phase} after "
        f"{drain.end_s - drain.start_s:.3f} s by {after.reason}, {flight:.0f} packets in flight, "
        f"BDP {bdp:.1f}"
    )


def drain_time(run: Observed) -> Answer:
    """Drain ends after three rounds although more than a BDP is in flight."""
    drain = run.first("drain")
    after = run.following(drain)
    flight = run.at("inflight_bytes", drain.end_s) / run.packet_bytes
    holds = run.is_by(after, "drain_rounds_over") and flight > run.bdp_packets
    return holds, (
        f"{after.phase} after {drain.end_s - drain.start_s:.3f} s by {after.reason}, "
        f"{flight:.0f} packets in flight, BDP {run.bdp_packets:.1f}"
    )


def up_plateau(run: Observed) -> Answer:
    """A probe ends after three flat rounds."""
    up = run.first("probe_bw_up")
    after = run.following(up)
    rounds = (up.end_s - up.start_s) / run.at("srtt_s", up.end_s)
    holds = run.is_in(after, "probe_bw_down") and run.is_by(after, "bandwidth_plateau")
    losses = run.times_of("recovery_start")
    return holds and not losses, (
        f"{after.phase} after {up.end_s - up.start_s:.3f} s, {rounds:.1f} smoothed RTTs, by "
        f"{after.reason}; {'losses' if losses else 'no loss'}"
    )


def up_loss(run: Observed) -> Answer:
    """Losses end a probe that the application limits; such a sample sets no bound."""
    up = run.first("probe_bw_up")
    after = run.following(up)
    limited = run.within("limited_application_ratio", up.end_s - 0.5, up.end_s)
    share = sum(limited) / len(limited)
    bound = run.at("inflight_hi_bytes", after.start_s + 0.01)
    holds = run.is_by(after, "probe_too_high") and share > 0.9 and math.isnan(bound)
    return holds, (
        f"limited by the application for {share:.0%} of the 0.5 s before; {after.phase} by "
        f"{after.reason}; inflight_longterm {'stays unset' if math.isnan(bound) else 'is set'}, "
        "as HandleInflightTooHigh() asks of limited samples"
    )


def up_stays(run: Observed) -> Answer:
    """Only ProbeRTT ends a probe that the application limits."""
    up = run.first("probe_bw_up")
    after = run.following(up)
    holds = run.is_in(after, "probe_rtt") and up.end_s - up.start_s > 2
    end = "until ProbeRTT was due" if holds else f"then {after.phase} by {after.reason}"
    return holds, f"in {up.phase} for {up.end_s - up.start_s:.2f} s, {end}"


def down_inflight(run: Observed) -> Answer:
    """DOWN paces at 0.90 and ends in CRUISE with one BDP in flight."""
    down = run.first("probe_bw_down", after_s=run.first("probe_bw_up").start_s)
    after = run.following(down)
    gains = set(run.within("pacing_gain_ratio", down.start_s + 0.002, down.end_s - 0.002))
    flight = run.at("inflight_bytes", down.end_s) / run.packet_bytes
    drained = run.is_in(after, "probe_bw_cruise") and run.is_by(after, "drained")
    holds = gains == {0.9} and drained
    return holds, (
        f"gain {', '.join(map(str, sorted(gains)))}; {after.phase} after "
        f"{down.end_s - down.start_s:.3f} s by {after.reason}, {flight:.0f} packets in flight, "
        f"BDP {run.bdp_packets:.1f}"
    )


def down_time(run: Observed) -> Answer:
    """DOWN goes to REFILL when the next probe is due before the queue is gone."""
    down = run.first("probe_bw_down", after_s=run.first("probe_bw_up").start_s)
    after = run.following(down)
    lasts_s = down.end_s - down.start_s
    holds = run.is_in(after, "probe_bw_refill") and run.is_by(after, "probe_wait_elapsed")
    return holds and 2 <= lasts_s <= 3.1, f"{after.phase} after {lasts_s:.3f} s by {after.reason}"


def probe_rtt(run: Observed) -> Answer:
    """ProbeRTT after 5 s, for 200 ms and a round, then ProbeBW."""
    dip = run.first("probe_rtt")
    after = run.following(dip)
    gains = set(run.within("cwnd_gain_ratio", dip.start_s + 0.002, dip.end_s - 0.002))
    lasts_s = dip.end_s - dip.start_s
    holds = gains == {0.5} and lasts_s >= 0.2 and run.is_in(after, "probe_bw_cruise")
    return holds and 5 <= dip.start_s < 5.2, (
        f"at {dip.start_s:.3f} s with cwnd gain {', '.join(map(str, sorted(gains)))}, for "
        f"{lasts_s:.3f} s, then {after.phase}"
    )


def probe_rtt_skipped(run: Observed) -> Answer:
    """No ProbeRTT after a pause of more than 5 s, and the bandwidth is used at once."""
    dips = run.named("probe_rtt")
    traffic = run.scenario.flows[0].traffic.model_dump()
    pause_s = float(traffic["on_s"] + traffic["off_s"])
    resumed = run.within("throughput_bps", pause_s + 0.1, pause_s + 1)
    mean = sum(resumed) / len(resumed)
    holds = not dips and mean > 0.9 * run.scenario.bottleneck.rate_bps
    return holds, (
        f"{len(dips)} times in ProbeRTT in {run.scenario.duration_s:.0f} s; "
        f"{mean / _MBIT:.2f} Mbit/s in the second after the pause"
    )


def startup_aggregation(run: Observed) -> Answer:
    """ACK aggregation widens the window beyond two BDP, and the bandwidth is found."""
    drain = run.first("drain")
    extra = max(run.within("extra_acked_bytes", 0, drain.start_s)) / run.packet_bytes
    window = max(run.within("cwnd_bytes", 0, drain.start_s)) / run.packet_bytes
    found = run.at("bandwidth_max_bps", drain.start_s)
    rate = run.scenario.bottleneck.rate_bps
    holds = window > 2 * run.bdp_packets and found >= (1 - _TOLERANCE) * rate and extra > 0
    return holds, (
        f"extra_acked up to {extra:.0f} packets, cwnd up to {window:.0f}, 2 BDP "
        f"{2 * run.bdp_packets:.0f}; max_bw {found / _MBIT:.2f} Mbit/s"
    )


def cruise_aggregation(run: Observed) -> Answer:
    """The same while cruising: no stall, full use."""
    cruise = run.first("probe_bw_cruise")
    extra = min(run.within("extra_acked_bytes", cruise.start_s + 0.5, cruise.end_s))
    window = min(run.within("cwnd_bytes", cruise.start_s + 0.5, cruise.end_s))
    rates = run.within("throughput_bps", cruise.start_s + 0.5, cruise.end_s)
    use = sum(rates) / len(rates) / run.scenario.bottleneck.rate_bps
    limited = run.within("limited_cwnd_ratio", cruise.start_s + 0.5, cruise.end_s)
    stalled = sum(limited) / len(limited)
    holds = extra > 0 and window > 2 * run.bdp_packets * run.packet_bytes and use > 0.97
    return holds, (
        f"extra_acked at least {extra / run.packet_bytes:.0f} packets, cwnd at least "
        f"{window / run.packet_bytes:.0f}; {use:.1%} of the link used, {stalled:.1%} of the time "
        "held by the window"
    )


def tiny_bdp(run: Observed) -> Answer:
    """Four packets are the floor, and the rate is right."""
    after_s = run.first("probe_bw_cruise").start_s
    least = min(run.within("cwnd_bytes", after_s, run.scenario.duration_s)) / run.packet_bytes
    found = run.at("bandwidth_max_bps", run.scenario.duration_s)
    cruise = run.first("probe_bw_cruise", after_s=after_s + 1)
    pacing = run.at("pacing_rate_bps", cruise.end_s) / found if found else math.nan
    holds = least == 4 and _near(found, run.scenario.bottleneck.rate_bps)
    return holds and _near(pacing, 0.99, 0.001) and run.utilisation_ratio > 0.97, (
        f"BDP {run.bdp_packets:.2f} packets; smallest cwnd {least:.0f}; max_bw "
        f"{found / _MBIT:.3f} Mbit/s, paced at {pacing:.3f} of it in CRUISE; "
        f"{run.utilisation_ratio:.1%} used"
    )


def rate_up(run: Observed) -> Answer:
    """Ten times the rate is found in a number of rounds that grows with the logarithm."""
    step = run.scenario.bottleneck.rate_schedule[0]
    ups = [each for each in run.named("probe_bw_up") if each.start_s > step.at_s]
    wanted_bps = 0.95 * step.rate_bps
    up = next((each for each in ups if run.at("bandwidth_max_bps", each.end_s) > wanted_bps), None)
    if up is None:
        return False, f"none of {len(ups)} probes after the change finds 95% of the new rate"
    bounds = run.within("inflight_hi_bytes", up.start_s, up.end_s)
    found_s = run.reached("bandwidth_max_bps", wanted_bps)
    rounds = (found_s - up.start_s) / run.scenario.flows[0].rtt_s
    growth = (bounds[-1] - bounds[0]) / run.packet_bytes
    most = 4 + 2 * math.log2(10 * run.bdp_packets)
    return rounds < most, (
        f"in {up.phase} inflight_longterm grows by {growth:.0f} packets; 95% of the new rate "
        f"{rounds:.1f} base RTTs after it began (2 log2(BDP) + 4 = {most:.1f}), "
        f"{found_s - step.at_s:.2f} s after the change"
    )


def rate_down(run: Observed) -> Answer:
    """A tenth of the rate: the short-term bound falls by loss, the maximum after two cycles."""
    step = run.scenario.bottleneck.rate_schedule[0]
    cut_s = run.below("bandwidth_lo_bps", 0.99 * run.scenario.bottleneck.rate_bps, step.at_s)
    low_s = run.below("bandwidth_max_bps", 1.05 * step.rate_bps, step.at_s)
    cycles = sum(step.at_s < each.start_s < low_s for each in run.named("probe_bw_refill"))
    if math.isinf(cut_s) or math.isinf(low_s):
        which = "bw_shortterm is never cut" if math.isinf(cut_s) else "max_bw never falls"
        return False, f"{which} to the new rate"
    return cut_s - step.at_s < 1 and cycles <= 2, (
        f"bw_shortterm cut {cut_s - step.at_s:.2f} s after the change; max_bw at the new rate "
        f"{low_s - step.at_s:.2f} s after it, in the cycle of probe {cycles}"
    )


def _undone(run: Observed, trigger: str) -> Answer:
    up = run.first("probe_bw_up")
    start_s = run.first_time(trigger)
    before = run.before(start_s)
    back = next((each for each in run.phases if run.is_by(each, "losses_were_spurious")), None)
    undo_s = run.first_time("undo")
    at_end = run.at("inflight_hi_bytes", run.scenario.duration_s)
    if back is None:
        return False, f"{trigger} at {start_s:.3f} s, undo at {undo_s:.3f} s, no return"
    then = run.following(back)
    bound = run.at("inflight_hi_bytes", back.start_s + 0.005)
    holds = math.isnan(bound) and run.is_in(then, "probe_bw_up") and math.isnan(at_end)
    return holds and up.end_s <= back.start_s, (
        f"probe ended by losses at {up.end_s:.3f} s ({before.phase} before), undo at "
        f"{undo_s:.3f} s: inflight_longterm {'unset again' if math.isnan(bound) else 'still set'}, "
        f"{back.phase} and {then.phase}"
    )


def spurious_recovery(run: Observed) -> Answer:
    """Reordering in UP: the recovery is undone and the probe begun anew."""
    return _undone(run, "recovery_start")


def spurious_timeout(run: Observed) -> Answer:
    """The same after a timeout."""
    return _undone(run, "rto")


def probe_rtt_in_startup(run: Observed) -> Answer:
    """ProbeRTT returns to Startup."""
    dip = run.first("probe_rtt")
    after = run.following(dip)
    return run.is_in(after, "startup"), (
        f"ProbeRTT at {dip.start_s:.3f} s for {dip.end_s - dip.start_s:.3f} s, then {after.phase}"
    )


def loss_in_up(run: Observed) -> Answer:
    """With a bound that is set, losses cut it and end the probe."""
    for up, after in run.followed("probe_bw_up"):
        before = run.at("inflight_hi_bytes", up.start_s)
        if math.isnan(before) or not run.is_by(after, "probe_too_high"):
            continue
        most = max(run.within("inflight_hi_bytes", up.start_s, up.end_s))
        left = run.at("inflight_hi_bytes", after.start_s + 0.005)
        least = 0.7 * run.bdp_packets * run.packet_bytes
        holds = run.is_in(after, "probe_bw_down") and least <= left <= most
        return holds, (
            f"bound {before / run.packet_bytes:.0f} packets, raised to "
            f"{most / run.packet_bytes:.0f}, after the losses {left / run.packet_bytes:.0f} "
            f"(at least 0.7 BDP = {least / run.packet_bytes:.0f}); {after.phase} at once"
        )
    return False, "no probe with a bound was ended by losses"


def refill_limited(run: Observed) -> Answer:
    """A pause in REFILL does not lower the maximum."""
    refill = run.first("probe_bw_refill")
    after = run.following(refill)
    flight = min(run.within("inflight_bytes", refill.start_s, refill.end_s)) / run.packet_bytes
    before = run.at("bandwidth_max_bps", refill.start_s)
    least = min(run.within("bandwidth_max_bps", refill.start_s, refill.end_s))
    holds = run.is_in(after, "probe_bw_up") and least >= before
    return holds and flight < 0.7 * run.bdp_packets, (
        f"flight down to {flight:.0f} packets of {run.bdp_packets:.0f}; max_bw "
        f"{before / _MBIT:.3f} before, {least / _MBIT:.3f} Mbit/s at least; then {after.phase}, "
        f"left by {run.following(after).reason}"
    )


CHECKS: Final[dict[str, Check]] = {
    check.__name__: check
    for check in (
        startup_plateau,
        startup_loss,
        drain_inflight,
        drain_time,
        up_plateau,
        up_loss,
        up_stays,
        down_inflight,
        down_time,
        probe_rtt,
        probe_rtt_skipped,
        startup_aggregation,
        cruise_aggregation,
        tiny_bdp,
        rate_up,
        rate_down,
        policer,
        spurious_recovery,
        spurious_timeout,
        probe_rtt_in_startup,
        loss_in_up,
        refill_limited,
    )
}
