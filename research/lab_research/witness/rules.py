"""Where the draft, the crate and Linux v2alpha differ, rule by rule."""

from dataclasses import asdict, dataclass
from typing import Final


@dataclass(frozen=True)
class Rule:
    """One rule that the crate's copy can be given. Its bit in rules.rs is its place in the list."""

    name: str
    what: str
    draft: str
    """draft-cardwell-iccrg-bbr-congestion-control-02, which the crate cites line by line."""
    crate: str
    v2alpha: str
    place: str
    """The function or constant of google/bbr v2alpha, net/ipv4/tcp_bbr2.c or tcp_rate.c."""

    def as_document(self) -> dict[str, str]:
        """The rule's entry in the data file."""
        return asdict(self)


RULES: Final = (
    Rule(
        "one_burst",
        "Loss that ends a probe and cuts inflight_hi",
        "more than 2 % of the flight",
        "the same, and at least two separate bursts in the round, as in Chromium",
        "more than 2 % of the flight, in one burst or several",
        "bbr2_is_inflight_too_high()",
    ),
    Rule(
        "down_gain",
        "Pacing gain in Down",
        "0.9",
        "0.9",
        "0.75",
        "bbr_pacing_gain",
    ),
    Rule(
        "drain",
        "End of Down",
        "when the flight is at most the BDP and leaves headroom",
        "the same, or after one minimum RTT",
        "when the flight is at most the BDP and leaves headroom, however long that takes",
        "bbr2_check_time_to_cruise(), bbr_drain_to_target",
    ),
    Rule(
        "risky_probe",
        "The probe after one that lost too much",
        "like any other",
        "like any other",
        "stops when the flight reaches inflight_hi, and is repeated at once if nothing was lost",
        "bbr2_update_cycle_phase(), bbr2_adapt_upper_bounds()",
    ),
    Rule(
        "two_cycles",
        "Memory of the largest bandwidth",
        "the maximum over two cycles",
        "one value: after two cycles the next sample replaces it, however small",
        "a maximum for this cycle and one for the cycle before",
        "bbr2_advance_max_bw_filter()",
    ),
    Rule(
        "fresh_sample",
        "Bandwidth sample of an ACK",
        "from the newest packet of this ACK",
        "from the newest packet so far; one that left with it adds bytes to the old interval",
        "from the newest packet of this ACK",
        "tcp_rate_skb_delivered()",
    ),
    Rule(
        "startup",
        "Gains of Startup (pacing, window) and Drain (pacing)",
        "2.77, 2 and 0.5",
        "2.77, 2 and 0.5",
        "2.885, 2.885 and 0.344",
        "bbr_high_gain, bbr_startup_cwnd_gain, bbr_drain_gain",
    ),
    Rule(
        "aggregation",
        "Room in the window for gathered ACKs",
        "the maximum over ten rounds",
        "the maximum over ten rounds, as one value that expires",
        "the maximum of two slots of five rounds (one in Startup), at most 100 ms of the bandwidth",
        "bbr_update_ack_aggregation()",
    ),
    Rule(
        "cruise_bound",
        "Cruise begins",
        "inflight_lo stays as it is",
        "inflight_lo stays as it is",
        "inflight_lo is at most inflight_hi",
        "bbr2_start_bw_probe_cruise()",
    ),
    Rule(
        "constants",
        "Loss threshold, decrease and headroom",
        "2 %, 0.7 and 0.85",
        "2 %, 0.7 and 0.85",
        "5, 180 and 218 in 256ths: 1.95 %, 0.703 and 0.852",
        "bbr_loss_thresh, bbr_beta, bbr_inflight_headroom",
    ),
    Rule(
        "flight",
        "Flight that ends Up and Down",
        "after the ACK",
        "after the ACK",
        "before the ACK, as it will be when the pacer lets the next burst go",
        "bbr2_update_cycle_phase(), bbr_packets_in_net_at_edt()",
    ),
    Rule(
        "handshake",
        "First value of the minimum RTT",
        "the smoothed RTT, if there is one",
        "the first ACK of data, with the time that a full packet takes on the link",
        "the RTT of the handshake",
        "bbr_init()",
    ),
    Rule(
        "whole_packets",
        "BDP, and the rounds after which Reno would probe",
        "bytes",
        "bytes, rounded down to whole rounds",
        "packets, rounded up, and at least three bursts",
        "bbr_bdp(), bbr2_target_inflight()",
    ),
    Rule(
        "exact_times",
        "End of a time, as of ProbeRTT",
        "after it",
        "when it is reached, with timers up to a millisecond early",
        "after it",
        "bbr_update_min_rtt()",
    ),
    Rule(
        "probe_rtt",
        "ProbeRTT: gain of the target, and the window to go back to",
        "0.5; that of its beginning, or a larger one from before a recovery that still lasts",
        "0.5, so that the model may rest; the largest of any ProbeRTT's beginning",
        "1, with a cap at half a BDP; the larger one of its and the last recovery's beginning",
        "bbr_update_gains(), bbr2_ssthresh(), bbr_save_cwnd()",
    ),
    Rule(
        "loss_round",
        "Round that the first loss begins",
        "from what was delivered before",
        "from what was delivered before the ACK that shows the loss",
        "from what was delivered with that ACK",
        "bbr2_skb_marked_lost()",
    ),
    Rule(
        "bandwidth_now",
        "Bandwidth in use",
        "computed once, at the end of each ACK's work",
        "computed once, at the end of each ACK's work",
        "computed wherever it is needed",
        "bbr_bw()",
    ),
    Rule(
        "loss_of_probe",
        "The loss that ends a probe",
        "counts for the round that begins, too",
        "is forgotten when Down begins",
        "counts for the round that begins, too, and so cuts the lower bounds at its end",
        "bbr2_update_congestion_signals()",
    ),
    Rule(
        "drain_signals",
        "Losses of Startup, and the BDP that ends Drain",
        "kept; of the bandwidth in use",
        "kept, so that they cut the lower bounds in Drain; of the bandwidth in use",
        "forgotten when Drain begins; of the largest bandwidth",
        "bbr_check_drain()",
    ),
)
NAMES: Final = tuple(rule.name for rule in RULES)
MAIN: Final = ("one_burst", "down_gain", "drain", "risky_probe")
"""What sets v2alpha's cycle under loss apart."""


def bits(names: tuple[str, ...]) -> int:
    """The rules as rules.rs takes them."""
    return sum(1 << NAMES.index(name) for name in names)
