"""What the FaiRTT paper leaves open, and what each answer gives; its own consistency."""

import math
from collections.abc import Callable
from functools import partial
from typing import Final

from lab_model.experiments.numbers import jain_index
from lab_model.papers.claims import load_claims
from lab_model.papers.facts import Facts, note
from lab_model.papers.fairtt_mechanism import (
    CONDITIONS,
    DEFAULT_READING,
    ERROR_RATES,
    TOPOLOGY,
    condition_points,
)
from lab_model.papers.fairtt_readings import BUFFER_EXPERIMENT, MEANINGS
from lab_model.papers.fairtt_switch import RATES, READINGS, error_choices, topology_choices
from lab_model.papers.measured import Library
from lab_model.papers.quantities import NotComputedError, Points
from lab_model.papers.schemas.page import Note
from lab_model.papers.schemas.questions import Choice, OpenQuestion
from lab_model.papers.sentences import sentence
from lab_model.presets.sentences import SentencePart

_WHOSE: Final = (
    "BDP and pacing",
    "Recent minimum",
    "Shared threshold",
    "Shared threshold and minimum",
    "Shared minimum, always",
)
_WHERE: Final = (
    "Letter",
    "Letter, every BDP",
    "BDP and pacing",
    "Shared threshold",
    "Shared threshold, pacing",
)
_AVERAGES: Final = (
    Choice(
        id="geometric",
        title="Of mean throughputs, geometric",
        meaning="Ratio of the run's mean throughputs; over seeds by logarithms, so that 1/2 and 2 "
        "make 1",
        is_default=True,
    ),
    Choice(
        id="arithmetic",
        title="Of mean throughputs, arithmetic",
        meaning="The same ratios, their plain mean over the seeds",
        is_default=False,
    ),
    Choice(
        id="seconds",
        title="Of seconds",
        meaning="The ratio in each second, averaged over the run",
        is_default=False,
    ),
)
_QUANTUM: Final = ("BBRv2", "BBRv2, ns-3", "BDP and pacing", "BDP and pacing, ns-3")


def open_questions(library: Library) -> list[OpenQuestion]:
    """The questions, those of the switch first."""
    facts = Facts(library)
    return [
        OpenQuestion(
            id="topology",
            question="What are RTTs of 15 and 5 ms over a link with a delay of 10 ms?",
            paper_says="A link of 10 ms one way alone makes 20 ms; how the 15 and 5 ms add to it "
            "is not said.",
            choices=topology_choices(),
            finding=_finding(partial(_over_topologies, facts)),
            switch_position=0,
        ),
        OpenQuestion(
            id="error-rate",
            question="How many packets are lost at random?",
            paper_says="'Repeated 5 times with different random seeds for the error rate in packet "
            "delivery': there is one, its value is not given.",
            choices=error_choices(),
            finding=_finding(partial(_over_errors, facts)),
            switch_position=1,
        ),
        OpenQuestion(
            id="reading",
            question="Which reading of Algorithm 1?",
            paper_says="Algorithm 1 returns an inflight; the minimum, the count and uses of the "
            "BDP are open. Three readings have names here; more are in the table below.",
            choices=list(READINGS),
            finding=_finding(partial(_over_readings, facts)),
            switch_position=2,
        ),
        OpenQuestion(
            id="rates",
            question="Do rates count headers?",
            paper_says="Not said. A use of 98.78 % is more than the payload of 1,000-byte packets "
            "with TCP headers can make.",
            choices=list(RATES),
            finding=_finding(partial(_headers, facts)),
            switch_position=3,
        ),
        _of_readings(
            facts,
            "whose-minimum",
            "Whose minimum RTT is in the coefficient and the threshold?",
            "'Minimum value of RTT at time window t'; the number of flows is counted from distinct "
            "minima, which a single flow does not have.",
            _WHOSE,
        ),
        _of_readings(
            facts,
            "where-it-acts",
            "Which uses of the BDP does the coefficient cut?",
            "Algorithm 1 multiplies the BDP and returns the inflight; BBRv2 uses the BDP in other "
            "places too, and the paper sets itself apart from work that changes pacing.",
            _WHERE,
        ),
        _of_averages(facts),
        _of_readings(
            facts,
            "send-quantum",
            "Does the sender burst and round as Linux or as ns-3?",
            "The simulations ran in ns-3; which BBRv2 is not said.",
            _QUANTUM,
        ),
    ]


def consistency_notes(library: Library) -> list[Note]:
    """What the paper's numbers say about one another."""
    values = {claim.id: claim.published.value for claim in load_claims("fairtt").claims}

    def value(claim_id: str) -> float:
        found = values[claim_id]
        if found is None:
            raise AssertionError(f"{claim_id} has a published number")
        return found

    def index_text(claim_id: str) -> str:
        return f"{jain_index([1, value(claim_id)]):.3f}"

    means = [value(name) for name in ("3a-ratio-fairtt", "3b-mean-fairtt", "3c-mean-fairtt")]
    notes = [
        note(
            "Ratio and Jain index",
            "Two flows with ratio r have a Jain index of (1 + r)^2 / (2 (1 + r^2)). BBRv2's "
            "published {ratio} gives {index}, but {published} is published: the paper averages "
            "indices of short windows. Both are computed here.",
            lambda: {
                "ratio": f"{value('3a-ratio-bbr2'):.2f}",
                "index": index_text("3a-ratio-bbr2"),
                "published": f"{value('4a-mean-bbr2'):.2f}",
            },
        ),
        note(
            "Highest ratio and lowest index of the sweep",
            "The highest ratio of BBRv2's sweep, {ratio}, gives {index}, published at 30 ms is "
            "{published}; FaiRTT's {own_ratio} gives {own_index}, published {own_published}.",
            lambda: {
                "ratio": f"{value('3c-max-bbr2'):.2f}",
                "index": index_text("3c-max-bbr2"),
                "published": f"{value('4b-30-bbr2'):.2f}",
                "own_ratio": f"{value('3c-max-fairtt'):.2f}",
                "own_index": index_text("3c-max-fairtt"),
                "own_published": f"{value('4b-30-fairtt'):.2f}",
            },
        ),
        note(
            "Where the sweep starts",
            "'From 5 to 30 ms' with a lowest ratio of {lowest} cannot have a point at 5 ms, where "
            "both flows are alike; the index's highest value is quoted at 10 ms. We count the "
            "sweep from 10 ms and draw 5 ms beside it.",
            lambda: {"lowest": f"{value('3c-min-bbr2'):.2f}"},
        ),
        note(
            "The abstract's mean",
            "The three mean ratios of FaiRTT average to {mean}; the abstract says {abstract}.",
            lambda: {
                "mean": f"{math.fsum(means) / len(means):.2f}",
                "abstract": f"{value('abstract-ratio'):.2f}",
            },
        ),
    ]
    return notes + _against_itself(value) + _own_jain(library)


def _against_itself(value: Callable[[str], float]) -> list[Note]:
    """Notes where the paper's text and conclusion state one quantity twice."""
    return [
        note(
            "Total throughput and use of the link",
            "The paper's text has the total throughput grow by {gain} %; its use of the link, "
            "{own} % against {host} %, is {use} % more. Both are the same quantity.",
            lambda: {
                "gain": f"{100 * value('3a-total'):.0f}",
                "own": f"{100 * value('5-use-fairtt'):.2f}",
                "host": f"{100 * value('5-use-bbr2'):.2f}",
                "use": f"{100 * (value('5-use-fairtt') / value('5-use-bbr2') - 1):.1f}",
            },
        ),
        note(
            "The conclusion's index",
            "The conclusion has an average index of 'up to' {conclusion}; in the text the averages "
            "are {main} in the main case, {buffers} over the buffers and {rtts} over the RTTs.",
            lambda: {
                "conclusion": f"{value('abstract-jain'):.2f}",
                "main": f"{value('4a-mean-fairtt'):.2f}",
                "buffers": f"{value('4c-mean-fairtt'):.2f}",
                "rtts": f"{value('4b-mean-fairtt'):.2f}",
            },
        ),
    ]


def _own_jain(library: Library) -> list[Note]:
    facts = Facts(library)

    def text(metric: str) -> str:
        return facts.text(CONDITIONS, metric, condition_points("BBRv2", ERROR_RATES[0]))

    try:
        return [
            note(
                "The same in our runs",
                "BBRv2 at 0.15 % has a Jain index of {whole} over the whole run and of {seconds} "
                "over seconds: shares wander, and short windows see it.",
                lambda: {"whole": text("jain_index"), "seconds": text("mean_1s_jain_index")},
            )
        ]
    except NotComputedError:
        return []


def _finding(make: Callable[[], list[SentencePart]]) -> list[SentencePart]:
    try:
        return make()
    except NotComputedError:
        return []


def _ratio(facts: Facts, arm: str, error: str, topology: str = TOPOLOGY) -> str:
    points = condition_points(arm, error, topology)
    return facts.text(CONDITIONS, "throughput_ratio", points)


def _over_topologies(facts: Facts) -> list[SentencePart]:
    titles = [choice.title for choice in topology_choices()]
    parts: list[SentencePart] = []
    for title in titles:
        parts += sentence(
            f"{title}: " + "{host} under BBRv2, {own} under FaiRTT. ",
            {
                "host": _ratio(facts, "BBRv2", ERROR_RATES[0], title),
                "own": _ratio(facts, DEFAULT_READING, ERROR_RATES[0], title),
            },
        )
    return sentence("Ratios with 0.15 % loss. ", {}) + parts


def _over_errors(facts: Facts) -> list[SentencePart]:
    return sentence(
        "At T2 BBRv2's ratio is {host_none} without loss, {host_some} at 0.15 % and {host_more} at "
        "0.5 %; FaiRTT's is {own_none}, {own_some} and {own_more}. 0.15 % was fitted by an earlier "
        "study after the fact; it is the default here because it is the lab's, not because the "
        "paper has it.",
        {
            "host_none": _ratio(facts, "BBRv2", "0 %"),
            "host_some": _ratio(facts, "BBRv2", "0.15 %"),
            "host_more": _ratio(facts, "BBRv2", "0.5 %"),
            "own_none": _ratio(facts, DEFAULT_READING, "0 %"),
            "own_some": _ratio(facts, DEFAULT_READING, "0.15 %"),
            "own_more": _ratio(facts, DEFAULT_READING, "0.5 %"),
        },
    )


def _over_readings(facts: Facts) -> list[SentencePart]:
    return sentence(
        "Ratios at T2 with 0.15 % loss: BBRv2 {host}; BDP and pacing {default}, the letter "
        "{letter}, the shared threshold {shared}.",
        {
            "host": _ratio(facts, "BBRv2", ERROR_RATES[0]),
            "default": _ratio(facts, DEFAULT_READING, ERROR_RATES[0]),
            "letter": _ratio(facts, "Letter", ERROR_RATES[0]),
            "shared": _ratio(facts, "Shared threshold", ERROR_RATES[0]),
        },
    )


def _headers(facts: Facts) -> list[SentencePart]:
    def text(metric: str) -> str:
        return facts.text(CONDITIONS, metric, condition_points("BBRv2", ERROR_RATES[0]))

    return sentence(
        "BBRv2 uses {wire} of the link with headers and {payload} without; its ratio is {ratio} "
        "with headers and {payload_ratio} without.",
        {
            "wire": text("throughput_utilisation_ratio"),
            "payload": text("goodput_utilisation_ratio"),
            "ratio": text("throughput_ratio"),
            "payload_ratio": text("goodput_ratio"),
        },
    )


def _of_averages(facts: Facts) -> OpenQuestion:
    return OpenQuestion(
        id="averages",
        question="How are ratios averaged over time and over seeds?",
        paper_says="'Average throughput ratio', without saying of what.",
        choices=list(_AVERAGES),
        finding=_finding(partial(_averages, facts)),
        switch_position=None,
    )


def _averages(facts: Facts) -> list[SentencePart]:
    parts = sentence("In the main case, in the order of the choices. ", {})
    for arm in ("BBRv2", "FaiRTT"):
        points: Points = {"Algorithm": [arm]}
        parts += sentence(
            f"{arm}: " + "{geometric}, {arithmetic}, {seconds}. ",
            {
                "geometric": facts.text("fairtt-main", "throughput_ratio", points),
                "arithmetic": facts.arithmetic_text("fairtt-main", "throughput_ratio", points),
                "seconds": facts.text("fairtt-main", "mean_1s_throughput_ratio", points),
            },
        )
    return parts + sentence(
        "Few seeds with a large ratio weigh more in the arithmetic mean.",
        {},
    )


def _of_readings(
    facts: Facts, identifier: str, question: str, paper_says: str, names: tuple[str, ...]
) -> OpenQuestion:
    def finding() -> list[SentencePart]:
        parts = sentence("Ratio in the main case, with 0.15 % loss and without. ", {})
        for name in names:
            some: Points = {"Algorithm": [name], "Error rate": ["0.15 %"], "Buffer": [10]}
            none: Points = {**some, "Error rate": ["0 %"]}
            parts += sentence(
                f"{name}: " + "{some}, {none}. ",
                {
                    "some": facts.text(BUFFER_EXPERIMENT, "throughput_ratio", some),
                    "none": facts.text(BUFFER_EXPERIMENT, "throughput_ratio", none),
                },
            )
        return parts

    return OpenQuestion(
        id=identifier,
        question=question,
        paper_says=paper_says,
        choices=[
            Choice(
                id=name,
                title=name,
                meaning=MEANINGS[name],
                is_default=name in {"BBRv2", DEFAULT_READING},
            )
            for name in names
        ],
        finding=_finding(finding),
        switch_position=None,
    )
