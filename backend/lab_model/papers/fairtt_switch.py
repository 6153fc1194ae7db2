"""The main case of the FaiRTT paper under every combination of the settings that it leaves open."""

from itertools import product
from typing import Final

from lab_model.papers.claims import Claim, load_claims
from lab_model.papers.experiments import expansion_of
from lab_model.papers.measured import Library
from lab_model.papers.quantities import Context, evaluate
from lab_model.papers.schemas.numbers import PaperEstimate, Verdict
from lab_model.papers.schemas.questions import Choice, Switch, SwitchRow
from lab_model.papers.verdicts import (
    Judged,
    judge,
    published_number,
    tally_of,
    tested_tolerance,
)

EXPERIMENT: Final = "fairtt-conditions"
MAIN_FIGURES: Final = ("main", "3a", "4a", "5")
MAIN_EXPERIMENT: Final = "fairtt-main"

READINGS: Final = (
    Choice(
        id="bdp_and_pacing",
        title="BDP and pacing",
        meaning="Every use of the BDP in ProbeBW and the pacing rate are cut",
        is_default=True,
    ),
    Choice(
        id="algorithm1_letter",
        title="Letter",
        meaning="Algorithm 1 as written: the window alone is cut",
        is_default=False,
    ),
    Choice(
        id="shared_threshold",
        title="Shared threshold",
        meaning="One threshold made of all flows' minima, which no real sender knows",
        is_default=False,
    ),
)
RATES: Final = (
    Choice(id="wire", title="With headers", meaning="Bits on the wire", is_default=True),
    Choice(
        id="payload",
        title="Without headers",
        meaning="Payload: 948 of 1,000 bytes",
        is_default=False,
    ),
)
_DEFAULT_TOPOLOGY: Final = "T2"
_DEFAULT_ERROR: Final = "0.15 %"

PAYLOAD_METRICS: Final = {
    "throughput_ratio": "goodput_ratio",
    "throughput_bps": "goodput_bps",
    "mean_1s_jain_index": "mean_1s_goodput_jain_index",
    "min_1s_jain_index": "min_1s_goodput_jain_index",
    "throughput_utilisation_ratio": "goodput_utilisation_ratio",
}

TOPOLOGY_MEANINGS: Final = {
    "T1": "What is quoted is end to end, the link's 10 ms are not part of it",
    "T6": "10 ms is a round trip's part, the rest is access",
    "T2": "10 ms one way, the quoted number is the access RTT: 20 ms and a",
    "T3": "The quoted number is the access delay one way, on one side: 20 ms and 2 a",
    "T4": "As T3 with 1 ms on the other side",
    "T5": "The access delay one way lies on both sides: 20 ms and 4 a",
}


def topology_choices() -> list[Choice]:
    """The topologies of the experiment."""
    return [
        Choice(
            id=text.split(":")[0],
            title=text,
            meaning=TOPOLOGY_MEANINGS[text.split(":")[0]],
            is_default=text.startswith(_DEFAULT_TOPOLOGY),
        )
        for text in _points("Topology")
    ]


def error_choices() -> list[Choice]:
    """The error rates of the experiment."""
    return [
        Choice(
            id=text,
            title=text,
            meaning="No random loss" if text == "0 %" else "Of data packets, independent",
            is_default=text == _DEFAULT_ERROR,
        )
        for text in _points("Error rate")
    ]


def main_claims() -> list[Claim]:
    """What is published of the main case."""
    return [
        claim
        for claim in load_claims("fairtt").claims
        if claim.figure in MAIN_FIGURES
        and claim.quantity is not None
        and all(part.experiment == MAIN_EXPERIMENT for part in claim.quantity.parts)
    ]


def build_switch(library: Library) -> Switch | None:
    """Every combination; None if not all of the experiment was computed."""
    measured = library.get(EXPERIMENT)
    if measured is None or not measured.is_known.all():
        return None
    choices = [topology_choices(), error_choices(), list(READINGS), list(RATES)]
    contexts = [_context(*combination) for combination in product(*choices)]
    default = [next(i for i, c in enumerate(column) if c.is_default) for column in choices]
    default_index = 0
    for index, column in zip(default, choices, strict=True):
        default_index = default_index * len(column) + index
    return Switch(
        question_ids=["topology", "error-rate", "reading", "rates"],
        choice_counts=[len(column) for column in choices],
        default_index=default_index,
        seed_counts=[_seed_count(context, library) for context in contexts],
        rows=[_row(claim, contexts, library) for claim in main_claims()],
        experiment_key=EXPERIMENT,
    )


def _seed_count(context: Context, library: Library) -> int:
    found = [judge(claim, library, context).found for claim in main_claims()[:1]]
    return max((len(item.values) for item in found if item is not None), default=0)


def _points(label: str) -> list[str]:
    axes = expansion_of(EXPERIMENT).axes
    return [point.text for axis in axes if axis.label == label for point in axis.points]


def _context(topology: Choice, error: Choice, reading: Choice, rates: Choice) -> Context:
    points: dict[str, list[str | float]] = {
        "Topology": [topology.title],
        "Error rate": [error.title],
    }
    return Context(
        experiments={MAIN_EXPERIMENT: (EXPERIMENT, points)},
        arms={"FaiRTT": reading.title},
        metrics=PAYLOAD_METRICS if rates.id == "payload" else {},
    )


def _row(claim: Claim, contexts: list[Context], library: Library) -> SwitchRow:
    if claim.quantity is None:
        raise AssertionError("only claims with a quantity have a row")
    judged = [judge(claim, library, context) for context in contexts]
    estimates: list[PaperEstimate | None] = [item.estimate for item in judged]
    shown = evaluate(claim.quantity, library, contexts[0]).shown
    verdicts: list[Verdict] = [item.verdict for item in judged]
    return SwitchRow(
        claim_id=claim.id,
        figure=claim.figure,
        what=claim.what,
        arm=claim.arm,
        published=published_number(claim),
        tolerance=tested_tolerance(claim, shown),
        shown=shown,
        mean=[None if item is None else _rounded(item.mean) for item in estimates],
        low=[None if item is None else _rounded(item.low) for item in estimates],
        high=[None if item is None else _rounded(item.high) for item in estimates],
        verdicts=verdicts,
        tally_counts=_tally_counts(claim, judged),
        tally_what=None if claim.tally is None else claim.tally.what,
    )


def _tally_counts(claim: Claim, judged: list[Judged]) -> list[int | None] | None:
    if claim.tally is None:
        return None
    tallies = [None if item.found is None else tally_of(claim, item.found) for item in judged]
    return [None if tally is None else tally.count for tally in tallies]


def _rounded(value: float | None) -> float | None:
    """Six digits: an answer with a thousand numbers needs no more."""
    return None if value is None else float(f"{value:.6g}")
