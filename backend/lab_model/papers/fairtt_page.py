"""The figures of the FaiRTT paper, re-made."""

import math
from typing import Final

from lab_model.english.numbers import are, count_of
from lab_model.papers.claims import load_claims
from lab_model.papers.facts import Facts
from lab_model.papers.fairtt_far_rtts import far_rtts_figures, far_rtts_sentences
from lab_model.papers.fairtt_mechanism import CONDITIONS, DEFAULT_READING, TOPOLOGY
from lab_model.papers.fairtt_readings import (
    AS_WRITTEN,
    BUFFER_EXPERIMENT,
    reading_context,
    reading_table,
)
from lab_model.papers.fairtt_switch import topology_choices
from lab_model.papers.measured import Library
from lab_model.papers.plots import (
    LineSpec,
    LiveSpec,
    line_plot,
    live_run,
    published_marks,
)
from lab_model.papers.quantities import NotComputedError, Points
from lab_model.papers.schemas.figures import LinePlot, PaperFigure
from lab_model.papers.schemas.numbers import PaperRow
from lab_model.papers.sentences import sentence
from lab_model.papers.verdicts import estimate_text, judge, row_of, shown_text
from lab_model.presets.sentences import SentencePart

READING: Final = "BDP and pacing, 35 against 25 ms, 0.15 % loss"

_MAIN: Final = "fairtt-main"
_BUFFER: Final = "fairtt-buffer"
_RTT: Final = "fairtt-rtt"
_MAIN_ERROR: Final = "0.15 %"

# Figure: title, what the paper shows, the claims' figures.
_FIGURES: Final = {
    "main": (
        "The main claim: FaiRTT is fairer than BBRv2",
        "Both run with the same seeds, so the comparison is paired by seed.",
        ("main",),
    ),
    "3a": (
        "Figure 3a: throughput over time",
        "Throughput of elephant and mouse over 120 s, BBRv2 and FaiRTT.",
        ("3a", "3"),
    ),
    "3b": (
        "Figure 3b: throughput over the buffer",
        "Throughputs of both classes for buffers of 0.5 to 100 BDP.",
        ("3b",),
    ),
    "3c": (
        "Figure 3c: throughput over the elephant's RTT",
        "Throughputs with an elephant of 5 to 30 ms against a mouse of 5 ms.",
        ("3c",),
    ),
    "4a": ("Figure 4a: Jain index over time", "The index in the main case over 120 s.", ("4a",)),
    "4b": (
        "Figure 4b: Jain index over the elephant's RTT",
        "The index with an elephant of 5 to 30 ms.",
        ("4b",),
    ),
    "4c": (
        "Figure 4c: Jain index over the buffer",
        "The index for buffers of 0.5 to 100 BDP.",
        ("4c",),
    ),
    "5": ("Figure 5: use of the bottleneck", "Link utilisation over time.", ("5",)),
    "abstract": (
        "The abstract's three numbers",
        "Average ratio, average index, average link utilisation.",
        ("abstract",),
    ),
}

_LIVE: Final = {
    "3a": LiveSpec(
        "3a-live",
        "Elephant and mouse over time",
        "One seed of each algorithm: single seeds scatter widely, the table has the mean.",
        ("throughput_bps", "fairtt_coefficient_ratio"),
        _MAIN,
        {},
    ),
    "4a": LiveSpec(
        "4a-live",
        "Shares over time",
        "Jain's index of each second follows from the shares.",
        ("throughput_bps",),
        _MAIN,
        {},
    ),
    "5": LiveSpec(
        "5-live",
        "Link utilisation and queue over time",
        "ProbeRTT shows as gaps in the link utilisation.",
        ("busy_ratio", "queue_bytes"),
        _MAIN,
        {},
    ),
}

_LINES: Final = {
    "3b": LineSpec("3b-ratio", "Ratio over the buffer", _BUFFER, "throughput_ratio", "Buffer", {}),
    "3c": LineSpec(
        "3c-ratio", "Ratio over the elephant's RTT", _RTT, "throughput_ratio", "Elephant", {}
    ),
    "4b": LineSpec(
        "4b-jain", "Jain index over the elephant's RTT", _RTT, "mean_1s_jain_index", "Elephant", {}
    ),
    "4c": LineSpec(
        "4c-jain", "Jain index over the buffer", _BUFFER, "mean_1s_jain_index", "Buffer", {}
    ),
}

# Claim to its place on the x axis; None: over the whole sweep.
_MARKS: Final[dict[str, dict[str, float | None]]] = {
    "3b": {"3b-mean-bbr2": None, "3b-mean-fairtt": None},
    "3c": {"3c-mean-bbr2": None, "3c-mean-fairtt": None},
    "4b": {"4b-30-bbr2": 30, "4b-30-fairtt": 30, "4b-10-bbr2": 10, "4b-10-fairtt": 10},
    "4c": {"4c-2-bbr2": 2, "4c-2-fairtt": 2},
}


def fairtt_figures(library: Library) -> list[PaperFigure]:
    """All figures of the paper, then ours."""
    claims = load_claims("fairtt").claims
    figures: list[PaperFigure] = []
    for identifier, (title, caption, names) in _FIGURES.items():
        rows = [
            row_of(claim, library, _reading(claim.arm)) for claim in claims if claim.figure in names
        ]
        live = [live_run(_LIVE[identifier])] if identifier in _LIVE else []
        figures.append(
            PaperFigure(
                id=identifier,
                title=title,
                caption=caption,
                plots=_paper_plots(identifier, library),
                tables=[],
                live=live,
                rows=rows,
            )
        )
    return figures + _own_figures(library) + far_rtts_figures(library)


_AS_WRITTEN: Final[dict[str, str]] = {
    "within": "Algorithm 1 as written: yes",
    "outside": "Algorithm 1 as written: no, it is less fair",
}
_WITH_PACING: Final[dict[str, str]] = {"within": "yes", "outside": "no, it is less fair"}


def fairtt_answer(rows: list[PaperRow], library: Library) -> list[SentencePart]:
    """Whether FaiRTT is fairer than BBRv2, as the paper writes it and as the lab reads it."""
    known = {row.id: row for row in rows if row.estimate is not None}
    fairer, ratio = known.get("fairer-main"), known.get("3a-ratio-fairtt")
    if fairer is None or fairer.estimate is None or ratio is None or ratio.estimate is None:
        return []
    tally = fairer.tally
    undecided = "no significant difference"
    return _as_written(fairer, library) + sentence(
        "If the pacing rate is scaled as well, which goes beyond the text and is the lab's default "
        f"reading (BDP and pacing): {_WITH_PACING.get(fairer.verdict, undecided)}. Its distance is "
        "{times} times BBRv2's, it is nearer in {count} of {seeds} seeds, and its elephant still "
        "gets {ratio} times as much as the mouse.",
        {
            "times": estimate_text(fairer.estimate, fairer.shown),
            "count": "0" if tally is None else str(tally.count),
            "seeds": "0" if tally is None else str(tally.seed_count),
            "ratio": shown_text(ratio.estimate.mean, ratio.shown),
        },
    )


def _as_written(fairer: PaperRow, library: Library) -> list[SentencePart]:
    """The same test for the reading that cuts the window alone; empty if it was not computed."""
    claim = next(claim for claim in load_claims("fairtt").claims if claim.id == fairer.id)
    judged = judge(claim, library, reading_context(AS_WRITTEN, _MAIN_ERROR))
    if judged.estimate is None:
        return []
    undecided = "Algorithm 1 as written: no significant difference"
    return sentence(
        _AS_WRITTEN.get(judged.verdict, undecided)
        + ". Its distance from equal shares in the main case is {times} times BBRv2's. ",
        {"times": estimate_text(judged.estimate, fairer.shown)},
    )


def fairtt_summary(_rows: list[PaperRow], library: Library) -> list[SentencePart]:
    """What came out, in a few sentences."""
    parts: list[SentencePart] = []
    facts = Facts(library)
    try:
        parts += sentence(
            "With 0.15 % random loss, a rate that the paper does not state, BBRv2's elephant gets "
            "{host} as much as the mouse and FaiRTT's {own}; without loss {host_none} and "
            "{own_none}. ",
            {
                "host": _times(facts, "BBRv2", "0.15 %"),
                "own": _times(facts, "BDP and pacing", "0.15 %"),
                "host_none": _times(facts, "BBRv2", "0 %"),
                "own_none": _times(facts, "BDP and pacing", "0 %"),
            },
        )
        parts += _direction(facts)
    except NotComputedError:
        return parts
    return parts + _nearest(library) + _far_rtts(library)


def _far_rtts(library: Library) -> list[SentencePart]:
    """What the default reading does where RTTs lie far apart."""
    head = f"{DEFAULT_READING}: "
    return [
        part
        for text in far_rtts_sentences(library)
        if text.startswith(head)
        for part in sentence(
            f" With 10 and 100 ms and 0.1 % loss it is {text.removeprefix(head)}", {}
        )
    ]


def _nearest(library: Library) -> list[SentencePart]:
    """The reading whose numbers are nearest to the published ones."""
    table = reading_table("0.15 %", library)
    candidates = [] if table is None else [item for item in table.columns if not item.is_host]
    ranked = sorted(
        (column for column in candidates if column.distance is not None),
        key=lambda column: column.distance or 0,
    )
    if not ranked:
        return []
    best = ranked[0]
    counts = best.counts
    judged = counts.within + counts.mixed + counts.outside + counts.cannot_tell
    return sentence(
        f"Of all readings '{best.name}' comes nearest at that rate: "
        f"{{within}} of {{judged}} of FaiRTT {are(counts.within)} within, {{outside}} outside.",
        {
            "within": str(counts.within),
            "judged": count_of(judged, "number"),
            "outside": str(counts.outside),
        },
    )


def _direction(facts: Facts) -> list[SentencePart]:
    """The number of topologies in which FaiRTT is nearer to equal shares than BBRv2, in words."""
    titles = [choice.title for choice in topology_choices()]

    def nearer(error: str) -> str:
        count = sum(
            _log_ratio(facts, "BDP and pacing", error, title)
            < _log_ratio(facts, "BBRv2", error, title)
            for title in titles
        )
        return str(count)

    return sentence(
        "Of {all} topologies FaiRTT is nearer to equal shares than BBRv2 in "
        "{some} with that loss and in {none} without. ",
        {"all": str(len(titles)), "some": nearer("0.15 %"), "none": nearer("0 %")},
    )


def _log_ratio(facts: Facts, arm: str, error: str, topology: str) -> float:
    points = _points(arm, error, topology)
    return abs(math.log(facts.mean(CONDITIONS, "throughput_ratio", points)))


def _points(arm: str, error: str, topology: str = TOPOLOGY) -> Points:
    return {"Algorithm": [arm], "Error rate": [error], "Topology": [topology]}


def _times(facts: Facts, arm: str, error: str) -> str:
    return facts.text(CONDITIONS, "throughput_ratio", _points(arm, error)) + " times"


def _reading(arm: str) -> str:
    return READING if arm == "FaiRTT" else READING.split(", ", 1)[1]


def _paper_plots(identifier: str, library: Library) -> list[LinePlot]:
    spec = _LINES.get(identifier)
    if spec is None or spec.experiment not in library:
        return []
    marks = published_marks(load_claims("fairtt").claims, _MARKS[identifier])
    return [line_plot(spec, library[spec.experiment], marks)]


_OWN_FIGURES: Final = (
    (
        "Ratio against the error rate",
        "What the paper does not state: random loss of data packets, 35 against 25 ms.",
        LineSpec(
            "error-rate-ratio",
            "Ratio over the error rate",
            CONDITIONS,
            "throughput_ratio",
            "Error rate",
            {"Topology": [TOPOLOGY]},
        ),
    ),
    (
        "Ratio over the topology",
        "What the paper's RTTs may mean, with 0.15 % random loss.",
        LineSpec(
            "topology-ratio",
            "Ratio over the topology",
            CONDITIONS,
            "throughput_ratio",
            "Topology",
            {"Error rate": ["0.15 %"]},
        ),
    ),
    (
        "Figure 3b without random loss",
        "The sweep of the buffer with an error rate of 0.",
        LineSpec(
            "buffer-lossless-ratio",
            "Ratio over the buffer, no loss",
            BUFFER_EXPERIMENT,
            "throughput_ratio",
            "Buffer",
            {
                "Error rate": ["0 %"],
                "Algorithm": ["BBRv2", "Letter", "BDP and pacing", "Shared threshold"],
            },
        ),
    ),
)


def _own_figures(library: Library) -> list[PaperFigure]:
    return [
        PaperFigure(
            id=spec.id.removesuffix("-ratio"),
            title=title,
            caption=caption,
            plots=[line_plot(spec, library[spec.experiment], [])],
            tables=[],
            live=[],
            rows=[],
        )
        for title, caption, spec in _OWN_FIGURES
        if spec.experiment in library
    ]
