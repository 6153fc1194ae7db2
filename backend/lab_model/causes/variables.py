"""The variables that can bind a flow, and which rules of the core belong to each."""

from dataclasses import dataclass, replace
from typing import Final, Literal

Limit = Literal["window", "pacing", "recovery", "receive_window", "application"]

LIMIT_WORDS: Final[dict[Limit, str]] = {
    "window": "its congestion window is full",
    "pacing": "its pacer waits",
    "recovery": "loss recovery holds it",
    "receive_window": "its receiver's window is full",
    "application": "it has nothing to send",
}
"""Labels of the limits among the numbers of a link."""

LIMITED_BY: Final[dict[Limit, str]] = {
    "window": "its congestion window",
    "pacing": "pacing",
    "recovery": "loss recovery",
    "receive_window": "its receive window",
    "application": "its application (nothing to send)",
}
"""What limits a flow, behind "limited by"."""


@dataclass(frozen=True)
class Variable:
    """One variable, whose rules in the core are `bindings`."""

    name: str
    title: str
    """The variable's name in a bar of limits."""
    words: str
    """What binds, as the subject of a sentence: "inflight_lo, ..., is the limit"."""
    limit: Limit
    bindings: tuple[str, ...]

    def of(self, algorithm: str, signals: str = "losses") -> "Variable":
        """Named after the algorithm that has it, where several have one of their own, and after
        the signals that set it.
        """
        return replace(
            self,
            title=self.title.format(algorithm=algorithm),
            words=self.words.format(algorithm=algorithm, signals=signals),
        )


_VARIABLES: Final = (
    Variable(
        "application",
        "nothing to send",
        "its application, which has nothing to send,",
        "application",
        ("application",),
    ),
    Variable(
        "receive_window",
        "receive window",
        "its receive window",
        "receive_window",
        ("receive_window",),
    ),
    Variable("recovery", "recovery", "loss recovery", "recovery", ("recovery",)),
    Variable(
        "inflight_hi",
        "inflight_hi",
        "inflight_hi, the inflight that its probes found safe,",
        "window",
        ("inflight_hi", "inflight_headroom"),
    ),
    Variable(
        "inflight_lo",
        "inflight_lo",
        "inflight_lo, its short-term bound after {signals},",
        "window",
        ("inflight_lo",),
    ),
    Variable(
        "bdp", "gain x BDP", "its window (gain x bandwidth x minimum RTT)", "window", ("bdp",)
    ),
    Variable(
        "bdp_lo",
        "gain x lowered BDP",
        "its window (gain x bandwidth_lo x minimum RTT, reduced after {signals})",
        "window",
        ("bdp_of_lower_bound",),
    ),
    Variable(
        "coefficient",
        "{algorithm}'s coefficient",
        "{algorithm}'s coefficient on its window (gain x bandwidth x minimum RTT)",
        "window",
        ("coefficient",),
    ),
    Variable(
        "probe_rtt", "ProbeRTT", "the small window of ProbeRTT", "window", ("probe_rtt_window",)
    ),
    Variable(
        "minimum",
        "least window",
        "the smallest window that its algorithm permits",
        "window",
        ("minimum_window",),
    ),
    Variable(
        "conserved",
        "packet conservation",
        "packet conservation in recovery",
        "window",
        ("conserved_window",),
    ),
    Variable(
        "regrowing",
        "growing back",
        "its window, still growing back to its target,",
        "window",
        ("regrowing_window",),
    ),
    Variable(
        "startup",
        "Startup",
        "the window of Startup, still growing,",
        "window",
        ("startup_window",),
    ),
    Variable(
        "loss_window",
        "window after cuts",
        "the window that its losses left, with what it has added since,",
        "window",
        (
            "slow_start",
            "search_drain",
            "additive_increase",
            "cubic_below",
            "cubic_beyond",
            "reno_friendly",
        ),
    ),
    Variable(
        "delay_rule",
        "delay rule",
        "the window that its measured delay permits",
        "window",
        ("delay_rule",),
    ),
    Variable(
        "room_for_rate",
        "room for its rate",
        "a window several times as large as its rate needs",
        "window",
        ("room_for_rate",),
    ),
    Variable(
        "window_unknown",
        "a window",
        "a window whose rule is not recorded",
        "window",
        ("window_unknown",),
    ),
    Variable(
        "estimate",
        "bandwidth estimate",
        "its pacing rate (bandwidth estimate)",
        "pacing",
        ("bandwidth", "draining_rate"),
    ),
    Variable(
        "bandwidth_lo",
        "bandwidth_lo",
        "its pacing rate (bandwidth_lo, reduced after {signals})",
        "pacing",
        ("bandwidth_lo",),
    ),
    Variable(
        "bandwidth_hi",
        "bandwidth_hi",
        "its pacing rate (bandwidth_hi, reduced after ECN marks)",
        "pacing",
        ("bandwidth_hi",),
    ),
    Variable(
        "coefficient_rate",
        "{algorithm}'s coefficient, pacing",
        "its pacing rate (bandwidth x {algorithm}'s coefficient)",
        "pacing",
        ("coefficient_rate",),
    ),
    Variable(
        "policed",
        "policer's rate",
        "its pacing rate (the rate of a policer that it infers)",
        "pacing",
        ("policed_rate",),
    ),
    Variable(
        "policed_bdp",
        "BDP of the policer's rate",
        "its window (gain x inferred rate of a policer x minimum RTT)",
        "window",
        ("bdp_of_policed_rate",),
    ),
    Variable(
        "startup_rate",
        "Startup, pacing",
        "its pacing rate (Startup, still rising)",
        "pacing",
        ("startup_rate",),
    ),
    Variable(
        "window_rate",
        "window over RTT",
        "its pacing rate (window / RTT)",
        "pacing",
        ("window_rate",),
    ),
    Variable(
        "utility_rate",
        "rate of its utility",
        "its pacing rate (the best by its utility so far, or one on trial)",
        "pacing",
        ("utility_rate",),
    ),
    Variable(
        "rate_unknown", "a rate", "a rate whose rule is not recorded", "pacing", ("rate_unknown",)
    ),
)

VARIABLES: Final = {variable.name: variable for variable in _VARIABLES}
OF_BINDING: Final = {binding: variable for variable in _VARIABLES for binding in variable.bindings}
