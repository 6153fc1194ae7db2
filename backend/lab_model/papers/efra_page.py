"""BBR-EFRA as far as its abstract allows: its problem, measured, and a reconstruction."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from lab_model.english.numbers import are, count_of
from lab_model.papers.claims import load_claims
from lab_model.papers.facts import Facts, known, note
from lab_model.papers.measured import Library
from lab_model.papers.plots import LineSpec, LiveSpec, line_plot, live_run
from lab_model.papers.quantities import NotComputedError
from lab_model.papers.schemas.figures import PaperFigure
from lab_model.papers.schemas.numbers import PaperRow
from lab_model.papers.schemas.page import Note
from lab_model.papers.sentences import sentence
from lab_model.papers.verdicts import estimate_text, row_of
from lab_model.presets.sentences import SentencePart

EXPERIMENT: Final = "efra-problem"
REBUILT: Final = "efra-reconstruction"
REBUILT_ROWS: Final = "rebuilt-"
LONG_AXIS: Final = "RTT of the long flow"


def _lines(prefix: str, experiment: str, plots: Sequence[tuple[str, str, str]]) -> list[LineSpec]:
    """A plot over the long flow's RTT for each metric, title and buffer."""
    return [
        LineSpec(
            id=f"{prefix}-{metric.replace('_', '-')}-{buffer.split()[0]}",
            title=f"{title}, {buffer}",
            experiment=experiment,
            metric=metric,
            x_axis=LONG_AXIS,
            fixed={"Buffer": [buffer]},
        )
        for metric, title, buffer in plots
    ]


_RATIO_AND_QUEUE: Final = (
    ("long_short_ratio", "Long over short", "5 BDP"),
    ("mean_queue_bdp", "Mean queue", "5 BDP"),
)
_LOSSES: Final = ("retransmit_ratio", "Retransmitted", "0.5 BDP")

_LINES: Final = _lines(
    "efra",
    EXPERIMENT,
    (*_RATIO_AND_QUEUE, ("long_short_ratio", "Long over short", "0.5 BDP"), _LOSSES),
)
_REBUILT_LINES: Final = _lines(
    "efra-rebuilt", REBUILT, (*_RATIO_AND_QUEUE, ("jain_index", "Jain index", "5 BDP"), _LOSSES)
)

_LIVE: Final = LiveSpec(
    "efra-live",
    "10 against 50 ms in 5 BDP",
    "Who gets what, and the queue behind it.",
    ("throughput_bps", "queue_bytes"),
    EXPERIMENT,
    {LONG_AXIS: ["50 ms"], "Buffer": ["5 BDP"]},
)


def efra_figures(library: Library) -> list[PaperFigure]:
    """The problem with its rows; what is claimed of the algorithm."""
    rows = [row_of(claim, library) for claim in load_claims("bbr-efra").claims]
    measured = library.get(EXPERIMENT)
    rebuilt = library.get(REBUILT)
    return [
        PaperFigure(
            id="problem",
            title="The problem: long RTTs get more",
            caption="What the abstract says of BBR, with our BBR versions: 10 ms against 10 to "
            "50 ms over 100 Mbit/s.",
            plots=[] if measured is None else [line_plot(spec, measured, []) for spec in _LINES],
            tables=[],
            live=[live_run(_LIVE)],
            rows=[row for row in _checked(rows) if not row.id.startswith(REBUILT_ROWS)],
        ),
        PaperFigure(
            id="rebuilt",
            title="A reconstruction beside BBRv1 and BBRv2",
            caption="BBR-EFRA rebuilt from its abstract, what is assumed is on its page. The rows "
            "hold the published gains against what the reconstruction does.",
            plots=[]
            if rebuilt is None
            else [line_plot(spec, rebuilt, []) for spec in _REBUILT_LINES],
            tables=[],
            live=[],
            rows=[row for row in rows if row.id.startswith(REBUILT_ROWS)],
        ),
        PaperFigure(
            id="claims",
            title="What BBR-EFRA is said to gain",
            caption="Against BBR-ACW and other variants, in ns-3.",
            plots=[],
            tables=[],
            live=[],
            rows=[row for row in rows if row.verdict == "not_checkable"],
        ),
    ]


def _checked(rows: list[PaperRow]) -> list[PaperRow]:
    return [row for row in rows if row.verdict != "not_checkable"]


def efra_answer(rows: list[PaperRow], _library: Library) -> list[SentencePart]:
    """Whether a BDP that follows the queue makes flows compete more equally."""
    jain = next((row for row in rows if row.id == "rebuilt-jain"), None)
    if jain is None or jain.estimate is None or jain.strata is None:
        return []
    return sentence(
        "The published algorithm cannot be tested, because its equations are not public; a "
        "reconstruction from its abstract has {times} times BBRv1's Jain index in our scenarios, "
        "and the gain of 16 % in {within} of {count} of them.",
        {
            "times": estimate_text(jain.estimate, jain.shown),
            "within": str(jain.strata.counts.within),
            "count": str(len(jain.strata.items)),
        },
    )


def efra_summary(rows: list[PaperRow], library: Library) -> list[SentencePart]:
    """What can be said."""
    computed = [row for row in _checked(rows) if row.verdict != "not_computed"]
    rebuilt = [row for row in computed if row.id.startswith(REBUILT_ROWS)]
    checked = [row for row in computed if row not in rebuilt]
    within = sum(row.verdict == "within" for row in checked)
    gained = (
        "A reconstruction reaches {reached} of {gains} of them in all of our scenarios, which says "
        "nothing about the published algorithm. "
    )
    parts = sentence(
        "Of the abstract's {claims} claimed gains none can be checked. "
        f"{gained if rebuilt else ''}Of {{total}} on the problem, {{within}} {are(within)} "
        "within their tolerance and {outside} outside. ",
        {
            "claims": str(len(rows) - len(_checked(rows))),
            "reached": str(sum(row.verdict == "within" for row in rebuilt)),
            "gains": str(len(rebuilt)),
            "total": count_of(len(checked), "statement"),
            "within": str(within),
            "outside": str(sum(row.verdict == "outside" for row in checked)),
        },
    )
    facts = Facts(library)

    def ratio(arm: str) -> str:
        return facts.text(
            EXPERIMENT,
            "long_short_ratio",
            {"Algorithm": [arm], LONG_AXIS: ["50 ms"], "Buffer": ["5 BDP"]},
        )

    try:
        parts += sentence(
            "At 10 against 50 ms in 5 BDP the long flow has {bbr1} times the short one's "
            "throughput under BBRv1, {bbr2} times under BBRv2 and {fairtt} times under FaiRTT.",
            {"bbr1": ratio("BBRv1"), "bbr2": ratio("BBRv2"), "fairtt": ratio("FaiRTT")},
        )
    except NotComputedError:
        return parts
    return parts


def efra_notes(library: Library) -> list[Note]:
    """What is known of the algorithm, and what the problem's own numbers say."""
    known_of_it = Note(
        title="What is known of the algorithm",
        text=sentence(
            "It 'adaptively controls the congestion window by adjusting the BDP values of each "
            "flow based on buffer queue status computation'. How the status is computed and how "
            "the BDP follows is not in the abstract; the buffer-sizing paper adds that pacing is "
            "reduced in overload. Our reconstruction takes waiting time over the longest so far "
            "for that status; the page of BBR-EFRA lists all that it assumes. FaiRTT, which cuts "
            "the BDP as well, is drawn beside BBRv1 and BBRv2.",
            {},
        ),
    )
    return [known_of_it, *known([partial(_equal_flows, Facts(library))])]


def _equal_flows(facts: Facts) -> Note:
    def text(metric: str, rtt: str, buffer: str) -> str:
        points = {"Algorithm": ["BBRv1"], LONG_AXIS: [rtt], "Buffer": [buffer]}
        return facts.text(EXPERIMENT, metric, points)

    return note(
        "Is the dominance the origin of queue and losses?",
        "Two equal BBRv1 flows of 10 ms have a queue of {queue} in 5 BDP and retransmit {losses} "
        "in 0.5 BDP; against 50 ms it is {far_queue} and {far_losses}. What equal flows have is "
        "not made by a long RTT; the rest may be.",
        lambda: {
            "queue": text("mean_queue_bdp", "10 ms", "5 BDP"),
            "losses": text("retransmit_ratio", "10 ms", "0.5 BDP"),
            "far_queue": text("mean_queue_bdp", "50 ms", "5 BDP"),
            "far_losses": text("retransmit_ratio", "50 ms", "0.5 BDP"),
        },
    )
