"""Table I, the equations and the setting of the FaiRTT paper, compared with those that run here.

Numbers come from the registry of the core and from the scenario of the main case, so a changed
default changes this table. What is said of the equations was read off the code that is named.
"""

from dataclasses import dataclass
from typing import Any, Final

from lab_model.algorithms import find_algorithm
from lab_model.papers.experiments import expansion_of
from lab_model.papers.schemas.page import Constant

MAIN: Final = "fairtt-main"


@dataclass(frozen=True)
class _Number:
    place: str
    what: str
    paper: str
    value: float
    """What the paper says, in the unit of ours."""
    half_digit: float
    """Half of the last digit that the paper writes."""
    parameter: str
    factor: float = 1
    unit: str = ""


_PARAMETERS: Final = (
    _Number("Table I", "Balance factor beta", "0.8", 0.8, 0.05, "minimum_weight_ratio"),
    _Number("Table I", "Discount factor gamma", "0.99", 0.99, 0.005, "gamma_ratio"),
    _Number("Equation 4", "Window gain", "2", 2, 0.5, "cwnd_gain_ratio"),
    _Number("Equation 4", "Window gain in ProbeRTT", "0.5", 0.5, 0.05, "probe_rtt_cwnd_gain_ratio"),
    _Number("Equation 4", "Window gain in Startup", "2", 2, 0.5, "startup_cwnd_gain_ratio"),
    _Number("III-A", "Pacing gain in Startup", "2.89", 2.89, 0.005, "startup_pacing_gain_ratio"),
    _Number("III-A", "Pacing gain in Drain", "about 0.34", 0.34, 0.005, "drain_pacing_gain_ratio"),
    _Number("III-A", "Growth that ends Startup", "25 %", 1.25, 0.005, "full_pipe_growth_ratio"),
    _Number("III-A", "Attempts without that growth", "3", 3, 0.5, "full_pipe_rounds"),
    _Number("III-A", "Loss threshold", "2 %", 2, 0.5, "loss_threshold_ratio", 100, " %"),
    _Number("III-A", "In flight that ends Up", "1.25 BDP", 1.25, 0.005, "up_inflight_gain_ratio"),
    _Number("III-A", "Time to ProbeRTT", "5 s", 5, 0.5, "probe_rtt_interval_s", 1, " s"),
    _Number("III-A", "Length of ProbeRTT", "200 ms", 200, 5, "probe_rtt_duration_s", 1e3, " ms"),
)

_EQUATIONS: Final = (
    (
        "Equation 1",
        "Bottleneck bandwidth: highest delivery rate of a window",
        "maximum over two cycles of ProbeBW",
        "the same; Linux keeps two cycles",
        True,
    ),
    (
        "Equation 2",
        "RTprop: lowest RTT",
        "renewed after 5 s in ProbeRTT",
        "the same, in a window of 10 s",
        True,
    ),
    ("Equation 3", "BDP", "bandwidth times RTprop", "the same", True),
    (
        "Algorithm 1, line 8",
        "Cut of the BDP",
        "minRTT x gamma / lastRTT in ProbeBW if lastRTT > alpha",
        "the same, at most 1; whose minimum and where it acts are open questions",
        True,
    ),
    (
        "Equation 4",
        "In flight",
        "BDP times the window gain: the window alone",
        "the default cuts every use of the BDP and the pacing rate; 'Letter' is as written",
        False,
    ),
    (
        "Equation 5",
        "Threshold alpha",
        "number of flows x mean of the weighted minima over the window",
        "the same, with what one flow can count",
        True,
    ),
    (
        "Equation 6",
        "Weighted minimum",
        "beta x mean of the earlier minima + (1 - beta) x the present one",
        "the same",
        True,
    ),
    (
        "Equation 7",
        "Window",
        "the smaller of the receive and the send window",
        "the send window; a controller does not see the receive window",
        False,
    ),
    ("Equation 8", "Jain's index", "(sum T)^2 / (n x sum T^2)", "the same", True),
    ("Equation 9", "Use of the link", "sum of throughputs over 10 Mbit/s", "the same", True),
)


def fairtt_constants() -> list[Constant]:
    """Parameters, equations, then the setting."""
    return [*_parameters(), *_equations(), *_setting()]


def _parameters() -> list[Constant]:
    algorithm = find_algorithm("fairtt")
    if algorithm is None:
        raise AssertionError("the registry has fairtt")
    defaults = {item.name: item.default for item in algorithm.parameters}
    found = []
    for number in _PARAMETERS:
        ours = float(str(defaults[number.parameter])) * number.factor
        found.append(
            Constant(
                place=number.place,
                what=number.what,
                paper=number.paper,
                ours=f"{ours:.4g}{number.unit}",
                agrees=abs(ours - number.value) <= number.half_digit,
                where=number.parameter,
            )
        )
    return found


def _equations() -> list[Constant]:
    return [
        Constant(place=place, what=what, paper=paper, ours=ours, agrees=agrees, where=_FILE)
        for place, what, paper, ours, agrees in _EQUATIONS
    ]


_FILE: Final = "sim-core/src/cc/fairtt/fairtt.cpp"


def _setting() -> list[Constant]:
    expansion = expansion_of(MAIN)
    scenario: Any = expansion.scenario(0)
    rtts_ms = [round(group.rtt_s * 1e3) for group in scenario.flows]
    rows = (
        ("Capacity", "10 Mbit/s", f"{scenario.bottleneck.rate_bps / 1e6:g} Mbit/s"),
        ("Packets", "1 kB", f"{scenario.packet_bytes / 1e3:g} kB"),
        ("Length of a run", "120 s", f"{scenario.duration_s:g} s"),
        ("Buffer", "10 BDP", f"{scenario.bottleneck.buffer.amount:g} BDP"),
        ("RTT of the elephant", "15 ms", f"{rtts_ms[0]} ms"),
        ("RTT of the mouse", "5 ms", f"{rtts_ms[1]} ms"),
        ("Repetitions", "5", str(len(expansion.seeds))),
    )
    return [
        Constant(
            place="IV-A",
            what=what,
            paper=paper,
            ours=ours,
            agrees=paper == ours,
            where=f"experiment {MAIN}",
        )
        for what, paper, ours in rows
    ]
