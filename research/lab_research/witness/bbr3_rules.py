"""Where draft-ietf-ccwg-bbr-06, the crate and the core's sender differ, rule by rule."""

from dataclasses import asdict, dataclass
from typing import Final


@dataclass(frozen=True)
class Rule:
    """One rule that the crate's copy can be given. Its bit in own.rs is its place in the list."""

    name: str
    what: str
    crate: str
    """noq-proto 1.4.0, which follows draft -05 and in parts -06."""
    core: str
    place: str
    """Section of draft -06, or what of the core or of Linux."""
    of: str = "draft"
    """Whose rule it is: `draft`, or `core` where the draft leaves it open or the core departs from
    it."""

    def as_document(self) -> dict[str, str]:
        """The rule's entry in the data file."""
        return asdict(self)


RULES: Final = (
    Rule(
        "handshake",
        "First minimum RTT and first pacing rate",
        "no RTT before the first ACK; the initial window in 1 ms",
        "the RTT of the handshake; the initial window in that",
        "5.2.1, 5.6.2",
    ),
    Rule(
        "fresh_sample",
        "When the model works, and on which rate",
        "for each acknowledged packet that is the newest yet, with the rate of the ACK before",
        "once per ACK, with the rate of that ACK's newest packet",
        "4.1.2.3, 5.2.3",
    ),
    Rule(
        "losses_first",
        "Losses that an ACK shows",
        "are reported after its model has been updated, and are still in flight then",
        "are reported before, and have left the flight",
        "RFC 9002 A.7; Linux tcp_ack()",
        "core",
    ),
    Rule(
        "probe_ends",
        "End of a probe's feedback",
        "never: the bandwidth filter advances in every round, and losses count for the last probe",
        "one round after the probe: ACKS_INIT",
        "5.3.3.9",
    ),
    Rule(
        "two_cycles",
        "Memory of the largest bandwidth",
        "Nichols' filter over cycle numbers, which keeps three cycles",
        "this cycle and the one before",
        "5.5.6",
    ),
    Rule(
        "precaution",
        "The probe after one that lost too much",
        "like any other",
        "stops at the upper bound, and is repeated at once if nothing was lost",
        "5.3.3.4.2",
    ),
    Rule(
        "bounded_bandwidth",
        "Bandwidth in the window's BDP and in the level that ends Drain",
        "the largest",
        "the one in use",
        "5.6.4.2, 5.3.2",
    ),
    Rule(
        "probe_rtt",
        "ProbeRTT",
        "its low rates count; is looked after from the next ACK on",
        "its low rates are limited by the application; is looked after at once",
        "5.3.4.3",
    ),
    Rule(
        "recovery_window",
        "Window at a recovery's beginning and end",
        "is kept only for ProbeRTT; a timeout leaves it",
        "is kept, and restored; a timeout lowers it to the flight and one packet",
        "5.6.4.4",
    ),
    Rule(
        "startup_aggregation",
        "Gathered ACKs in Startup",
        "those of the last ACK",
        "the maximum over a round",
        "5.5.9",
    ),
    Rule(
        "tcp_budget",
        "Least window for bursts",
        "one burst, and what the receiver may hold back",
        "three bursts",
        "5.5.8.1",
    ),
    Rule(
        "reno_rounds",
        "Most rounds between probes",
        "62 or 63, at random, and that counted from 0 or 1",
        "63, counted from 0 or 1",
        "5.3.3.8.3",
    ),
    Rule(
        "bursts",
        "Flight that a packet of a burst left with",
        "up to this packet",
        "with the whole burst",
        "4.1.2.1.2; Linux tcp_rate_skb_sent()",
        "core",
    ),
    Rule(
        "window_use",
        "Whether the window was used up",
        "at any moment of the last round of the model",
        "as the sender says of its own rounds",
        "Linux tcp_cwnd_validate()",
        "core",
    ),
    Rule(
        "whole_packets",
        "BDP, bounds and their growth",
        "bytes",
        "packets, the BDP rounded up",
        "Linux bbr_bdp()",
        "core",
    ),
    Rule(
        "flight_before",
        "Flight that ends a careful probe",
        "after the ACK",
        "before the ACK",
        "docs/model.md",
        "core",
    ),
    Rule(
        "startup_recovery",
        "The recovery that must have lasted a round to end Startup",
        "ends with the first ACK of what left after its beginning",
        "ends when all is acknowledged that had left before",
        "RFC 6675 5; RFC 9002 7.3.2",
        "core",
    ),
    Rule(
        "send_quantum",
        "Least burst",
        "2 packets",
        "2 packets, 1 below 1.2 Mbit/s",
        "Linux bbr_min_tso_segs()",
        "core",
    ),
)
NAMES: Final = tuple(rule.name for rule in RULES)
OF_DRAFT: Final = tuple(rule.name for rule in RULES if rule.of == "draft")


def bits(names: tuple[str, ...]) -> int:
    """The rules as own.rs takes them."""
    return sum(1 << NAMES.index(name) for name in names)
