"""How FaiRTT works in our runs, compared with its paper's explanation; and another reproduction."""

from dataclasses import dataclass
from functools import partial
from typing import Final

from lab_model.papers.facts import Facts, known, note
from lab_model.papers.measured import Library
from lab_model.papers.quantities import ALL_METRICS, NotComputedError, Points
from lab_model.papers.schemas.page import Mechanism, Note, OtherFinding, OtherReproduction

TIMELINE: Final = "fairtt-mechanism"
CONDITIONS: Final = "fairtt-conditions"
TOPOLOGY: Final = "T2: 35 against 25 ms"
ARMS: Final = ("BBRv2", "BDP and pacing", "Letter", "Shared threshold")
ERROR_RATES: Final = ("0.15 %", "0 %")
DEFAULT_READING: Final = "BDP and pacing"

_TIMELINE_ROWS: Final = (
    ("ProbeRTT entries of the elephant", "flow_0_probe_rtt_count"),
    ("ProbeRTT entries of the mouse", "flow_1_probe_rtt_count"),
    ("Coefficient of the elephant", "flow_0_coefficient_ratio"),
    ("Coefficient of the mouse", "flow_1_coefficient_ratio"),
    ("Time in which the elephant's BDP is cut", "flow_0_cut_ratio"),
    ("Time in which the mouse's BDP is cut", "flow_1_cut_ratio"),
    ("Time in which the elephant drains (ProbeBW Down)", "flow_0_down_ratio"),
    ("Time in which the mouse drains (ProbeBW Down)", "flow_1_down_ratio"),
)
_CONDITION_ROWS: Final = (
    ("Throughput ratio", "throughput_ratio"),
    ("Mean queue", "mean_queue_s"),
    ("Link utilisation", "utilisation_ratio"),
    ("Retransmitted", "retransmit_ratio"),
    ("Time in which the window limits the elephant", "long_limited_cwnd_ratio"),
    ("Time in which the window limits the mouse", "short_limited_cwnd_ratio"),
)


def points_of(arm: str, error: str) -> Points:
    """A cell of the mechanism's experiment."""
    return {"Algorithm": [arm], "Error rate": [error]}


def condition_points(arm: str, error: str, topology: str = TOPOLOGY) -> Points:
    """A cell of the grid of conditions."""
    return {**points_of(arm, error), "Topology": [topology]}


def build_mechanism(library: Library) -> Mechanism | None:
    """The table and what it says; None if it was not computed."""
    if TIMELINE not in library or CONDITIONS not in library:
        return None
    facts = Facts(library)
    arms = [(arm, error) for error in ERROR_RATES for arm in ARMS]
    rows = [
        facts.row(what, CONDITIONS, metric, [condition_points(*arm) for arm in arms])
        for what, metric in _CONDITION_ROWS
    ]
    rows += [
        facts.row(what, TIMELINE, metric, [points_of(*arm) for arm in arms])
        for what, metric in _TIMELINE_ROWS
    ]
    makers = (_coefficient, _queue, _limits, _probe_rtt, _letter, _shared)
    return Mechanism(
        arms=[f"{arm}, {error}" for arm, error in arms],
        rows=rows,
        explanations=known([partial(make, facts) for make in makers]),
    )


def _coefficient(facts: Facts) -> Note:
    points = points_of(DEFAULT_READING, ERROR_RATES[0])
    elephant = facts.mean(TIMELINE, "flow_0_coefficient_ratio", points)
    mouse = facts.mean(TIMELINE, "flow_1_coefficient_ratio", points)
    verdict = (
        "So the mouse is cut more, the opposite of what the paper says: with the flow's own "
        "minimum, the same queue is a larger part of a shorter RTT."
        if elephant > mouse
        else "So the elephant is cut more, as the paper says."
    )
    return note(
        "Who is cut more",
        "The paper: the coefficient is near 1 for mice and smaller for elephants. Measured with "
        "0.15 % loss: {elephant} for the elephant, {mouse} for the mouse. " + verdict,
        lambda: {
            "elephant": facts.text(TIMELINE, "flow_0_coefficient_ratio", points),
            "mouse": facts.text(TIMELINE, "flow_1_coefficient_ratio", points),
        },
    )


def _queue(facts: Facts) -> Note:
    def text(arm: str, metric: str, error: str) -> str:
        return facts.text(CONDITIONS, metric, condition_points(arm, error))

    host = facts.mean(CONDITIONS, "mean_queue_s", condition_points("BBRv2", "0 %"))
    own = facts.mean(CONDITIONS, "mean_queue_s", condition_points(DEFAULT_READING, "0 %"))
    verdict = (
        "What FaiRTT changes first is the queue itself, not who gets more of it."
        if own < host / 2
        else "The queue stays: the shares change for another reason."
    )
    return note(
        "What makes the shares fairer",
        "Without loss the mean queue falls from {host_queue} under BBRv2 to {own_queue} under the "
        "default reading, and the ratio from {host_ratio} to {own_ratio}; with 0.15 % loss from "
        "{host_loss_queue} to {own_loss_queue}, and from {host_loss_ratio} to {own_loss_ratio}. "
        + verdict,
        lambda: {
            "host_queue": text("BBRv2", "mean_queue_s", "0 %"),
            "own_queue": text(DEFAULT_READING, "mean_queue_s", "0 %"),
            "host_ratio": text("BBRv2", "throughput_ratio", "0 %"),
            "own_ratio": text(DEFAULT_READING, "throughput_ratio", "0 %"),
            "host_loss_queue": text("BBRv2", "mean_queue_s", "0.15 %"),
            "own_loss_queue": text(DEFAULT_READING, "mean_queue_s", "0.15 %"),
            "host_loss_ratio": text("BBRv2", "throughput_ratio", "0.15 %"),
            "own_loss_ratio": text(DEFAULT_READING, "throughput_ratio", "0.15 %"),
        },
    )


def _limits(facts: Facts) -> Note:
    def share(metric: str) -> str:
        return facts.text(CONDITIONS, metric, condition_points("BBRv2", "0 %"))

    def down(flow: int, arm: str) -> str:
        return facts.text(TIMELINE, f"flow_{flow}_down_ratio", points_of(arm, "0 %"))

    mouse = facts.mean(CONDITIONS, "short_limited_cwnd_ratio", condition_points("BBRv2", "0 %"))
    elephant = facts.mean(CONDITIONS, "long_limited_cwnd_ratio", condition_points("BBRv2", "0 %"))
    verdict = (
        "So the usual explanation, a mouse held down by its window, is not what is seen: the mouse "
        "paces itself, below its estimate while it drains. Draining ends when the flight is down "
        "to one BDP; at 0.75 of the estimate that takes a queueing delay of at most a third of the "
        "flow's own RTT, which a short RTT waits for longer."
        if mouse < elephant
        else "So it is the mouse that its window holds down, as a fluid model has it."
    )
    return note(
        "What holds the mouse down under BBRv2",
        "Without loss the window limits the mouse {mouse} of the time and the elephant {elephant}; "
        "the mouse drains (ProbeBW Down) {mouse_down} of the time, the elephant {elephant_down}. "
        + verdict
        + " Under the default reading they drain {own_mouse_down} and {own_elephant_down}.",
        lambda: {
            "mouse": share("short_limited_cwnd_ratio"),
            "elephant": share("long_limited_cwnd_ratio"),
            "mouse_down": down(1, "BBRv2"),
            "elephant_down": down(0, "BBRv2"),
            "own_mouse_down": down(1, DEFAULT_READING),
            "own_elephant_down": down(0, DEFAULT_READING),
        },
    )


def _probe_rtt(facts: Facts) -> Note:
    def count(arm: str, flow: int) -> str:
        metric = f"flow_{flow}_probe_rtt_count"
        return facts.text(TIMELINE, metric, points_of(arm, ERROR_RATES[0]))

    def use(arm: str) -> str:
        points = condition_points(arm, ERROR_RATES[0])
        return facts.text(CONDITIONS, "utilisation_ratio", points)

    return note(
        "Where the utilisation comes from",
        "With 0.15 % loss an elephant enters ProbeRTT {host_elephant} times in 120 s under BBRv2 "
        "and {own_elephant} times under the default reading, a mouse {host_mouse} and {own_mouse} "
        "times. A queue that empties by itself shows the minimum RTT before a ProbeRTT is due, and "
        "a pause of 200 ms is avoided. Link utilisation is {host_use} and {own_use}.",
        lambda: {
            "host_elephant": count("BBRv2", 0),
            "own_elephant": count(DEFAULT_READING, 0),
            "host_mouse": count("BBRv2", 1),
            "own_mouse": count(DEFAULT_READING, 1),
            "host_use": use("BBRv2"),
            "own_use": use(DEFAULT_READING),
        },
    )


def _letter(facts: Facts) -> Note:
    def text(arm: str, metric: str) -> str:
        return facts.text(CONDITIONS, metric, condition_points(arm, ERROR_RATES[0]))

    return note(
        "Why the letter does less",
        "Algorithm 1 as written cuts only the window. Its coefficient is {coefficient} for the "
        "mouse with 0.15 % loss; twice such a BDP is still more than one, so that pacing fills "
        "the queue: {letter_queue} remain, where cutting the pacing rate too leaves "
        "{default_queue}, and the ratio is {letter_ratio}.",
        lambda: {
            "coefficient": facts.text(
                TIMELINE, "flow_1_coefficient_ratio", points_of("Letter", ERROR_RATES[0])
            ),
            "letter_queue": text("Letter", "mean_queue_s"),
            "default_queue": text(DEFAULT_READING, "mean_queue_s"),
            "letter_ratio": text("Letter", "throughput_ratio"),
        },
    )


def _shared(facts: Facts) -> Note:
    points = points_of("Shared threshold", "0 %")
    elephant = facts.mean(TIMELINE, "flow_0_cut_ratio", points)
    mouse = facts.mean(TIMELINE, "flow_1_cut_ratio", points)
    verdict = (
        "Here the elephant is cut more, as the paper says; but no real sender knows the others' "
        "minima."
        if elephant > mouse
        else "Not even here is the elephant cut more."
    )
    return note(
        "The reading that matches the explanation",
        "With one threshold for all flows and no loss the elephant's BDP is cut {elephant} of the "
        "time, the mouse's {mouse}. " + verdict,
        lambda: {
            "elephant": facts.text(TIMELINE, "flow_0_cut_ratio", points),
            "mouse": facts.text(TIMELINE, "flow_1_cut_ratio", points),
        },
    )


_SECOND_OPINION: Final = (
    "A feasibility study wrote a simulator of its own in one file, fitted the error rate to "
    "0.15 % and chose among 33 readings; the prototype was not kept. It found what follows (with "
    "Linux's and with ns-3's rounding of windows). It is a second opinion: nothing of ours was "
    "fitted to it. Both put the coefficient on the BDP and on the pacing rate."
)


@dataclass(frozen=True)
class _Theirs:
    """One of their numbers, and where ours lies."""

    what: str
    theirs: str
    experiment: str
    metric: str
    points: Points


def _condition(
    what: str, theirs: str, metric: str, arm: str, error: str = ERROR_RATES[0]
) -> _Theirs:
    return _Theirs(what, theirs, CONDITIONS, metric, condition_points(arm, error))


def _sweep(what: str, theirs: str, arm: str, elephant: str) -> _Theirs:
    points = {"Algorithm": [arm], "Elephant": [elephant]}
    return _Theirs(what, theirs, "fairtt-rtt", "throughput_ratio", points)


def _timeline(what: str, theirs: str, metric: str, arm: str) -> _Theirs:
    return _Theirs(what, theirs, TIMELINE, metric, points_of(arm, ERROR_RATES[0]))


_OWN: Final = DEFAULT_READING
_USE: Final = "throughput_utilisation_ratio"
_THEIRS: Final = (
    _condition("Ratio, BBRv2", "1.42, 1.43; later 1.58, 1.59", "throughput_ratio", "BBRv2"),
    _condition("Ratio, FaiRTT", "1.07, 1.06; later 1.09, 1.08", "throughput_ratio", _OWN),
    _condition("Ratio without loss, BBRv2", "3.69, 3.10", "throughput_ratio", "BBRv2", "0 %"),
    _condition("Ratio without loss, FaiRTT", "1.43, 1.30", "throughput_ratio", _OWN, "0 %"),
    _condition("Jain index per second, BBRv2", "0.950, 0.950", "mean_1s_jain_index", "BBRv2"),
    _condition("Jain index per second, FaiRTT", "0.987, 0.991", "mean_1s_jain_index", _OWN),
    _condition("Link utilisation, BBRv2", "97.82 %, 97.79 %", _USE, "BBRv2"),
    _condition("Link utilisation, FaiRTT", "99.06 %, 99.28 %", _USE, _OWN),
    _sweep("Ratio at 10 ms, BBRv2", "1.43, 1.19", "BBRv2", "10 ms"),
    _sweep("Ratio at 10 ms, FaiRTT", "1.03, 1.01", "FaiRTT", "10 ms"),
    _sweep("Ratio at 30 ms, BBRv2", "2.66, 2.42", "BBRv2", "30 ms"),
    _sweep("Ratio at 30 ms, FaiRTT", "1.18, 1.15", "FaiRTT", "30 ms"),
    _timeline("ProbeRTT entries, BBRv2", "20 to 22", "flow_0_probe_rtt_count", "BBRv2"),
    _timeline("ProbeRTT entries, FaiRTT", "0 to 1", "flow_0_probe_rtt_count", _OWN),
    _timeline("Coefficient of the elephant", "0.93", "flow_0_coefficient_ratio", _OWN),
    _timeline("Coefficient of the mouse", "0.91", "flow_1_coefficient_ratio", _OWN),
    _condition("Mean queue, FaiRTT, 0.2 % loss", "2.5 to 3 ms", "mean_queue_s", _OWN, "0.2 %"),
)


def other_reproduction(library: Library) -> OtherReproduction:
    """The feasibility study, whose prototype was not kept, compared with our numbers."""
    facts = Facts(library)
    return OtherReproduction(
        title="An independent prototype",
        explanation=_SECOND_OPINION,
        findings=[_with_our_numbers(item, facts) for item in _THEIRS],
    )


def _with_our_numbers(item: _Theirs, facts: Facts) -> OtherFinding:
    try:
        ours = facts.estimate(item.experiment, item.metric, item.points)
    except NotComputedError:
        ours = None
    shown = ALL_METRICS[item.metric].shown
    return OtherFinding(what=item.what, theirs=item.theirs, ours=ours, shown=shown, note=None)
