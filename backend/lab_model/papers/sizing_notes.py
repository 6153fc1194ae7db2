"""What the buffer-sizing paper's numbers say about one another, and what came out."""

from collections.abc import Callable
from functools import partial
from typing import Final

from lab_model.english.numbers import are, count_of
from lab_model.papers.facts import Facts, known, note
from lab_model.papers.measured import Library
from lab_model.papers.plots import axis_of
from lab_model.papers.quantities import Points
from lab_model.papers.schemas.numbers import PaperRow
from lab_model.papers.schemas.page import Note
from lab_model.papers.sentences import sentence
from lab_model.papers.sizing_page import BBR, CUBIC, FUTURE, RTT_TEN, RTT_TWO, SPLIT, TEN, TWO
from lab_model.papers.verdicts import shown_text
from lab_model.presets.sentences import SentencePart

UNEQUAL_S: Final = (0.002, 0.01, 0.06, 0.2)
SHALLOW: Final = (0.1, 0.3)
"""Buffers in BDP: below 0.5, and large enough for BBR to fill the link."""
DEEP: Final = 20
FAIR: Final = 0.9
"""A mean Jain index from which on shares count as fair: what ./lab validate calls very high."""


def sizing_answer(rows: list[PaperRow], library: Library) -> list[SentencePart]:
    """Whether the size of a buffer alone makes unequal RTTs share fairly."""
    known = {row.id: row for row in rows}
    buffer, rtt = known.get("main-bbr-buffer"), known.get("main-bbr-rtt")
    if buffer is None or buffer.estimate is None or rtt is None or rtt.estimate is None:
        return []
    facts = Facts(library)

    def index(arm: str, amount: float) -> float:
        points: Points = {"Algorithm": [arm], RTT_TWO: list(UNEQUAL_S), "Buffer": [amount]}
        return facts.mean(TWO, "jain_index", points)

    amounts = [point.values[0] for point in axis_of(library[TWO], "Buffer").points]
    numbers = [float(amount) for amount in amounts if isinstance(amount, int | float)]
    shallow = min(index(BBR, amount) for amount in numbers if SHALLOW[0] <= amount <= SHALLOW[1])
    best = max(numbers, key=lambda amount: index(CUBIC, amount))
    return sentence(
        f"For BBRv1 {_yes(shallow)}, for CUBIC {_yes(index(CUBIC, best))}: under BBRv1 the buffer "
        "explains {buffer} of the variance of who gets more and the RTT {rtt}, and two flows of "
        "unequal RTTs have a mean Jain index of {shallow} in 0.1 to 0.3 BDP and of {deep} in 20; "
        "CUBIC's best buffer, {best} BDP, reaches {cubic}.",
        {
            "buffer": shown_text(buffer.estimate.mean, buffer.shown),
            "rtt": shown_text(rtt.estimate.mean, rtt.shown),
            "shallow": f"{shallow:.3f}",
            "deep": f"{index(BBR, DEEP):.2f}",
            "best": f"{best:g}",
            "cubic": f"{index(CUBIC, best):.2f}",
        },
    )


def _yes(jain_index: float) -> str:
    return "yes" if jain_index >= FAIR else "no"


def sizing_summary(rows: list[PaperRow], _library: Library) -> list[SentencePart]:
    """What came out, by controller."""
    parts: list[SentencePart] = []
    for arm in (CUBIC, BBR):
        verdicts = [row.verdict for row in rows if row.arm == arm and row.estimate is not None]
        if verdicts:
            within = verdicts.count("within")
            parts += sentence(
                f"{arm}: {{within}} of {{total}} {are(within)} within the tolerance in every "
                "condition, {mixed} in some. ",
                {
                    "total": count_of(len(verdicts), "test"),
                    "within": str(within),
                    "mixed": str(verdicts.count("mixed")),
                },
            )
    return parts


def sizing_notes(library: Library) -> list[Note]:
    """Remarks with our numbers."""
    facts = Facts(library)
    makers: list[Callable[[], Note]] = [
        partial(_share_of_nine, facts),
        partial(_minimum_or_peak, facts),
        partial(_shallow_buffers, facts),
        partial(_long_path, facts),
        partial(_mixtures, facts),
    ]
    fixed = [
        Note(
            title="A round trip of 2 ms over a link of 2 ms one way",
            text=sentence(
                "The ten flows cross a link of 2 ms one way, which alone makes a round trip of "
                "4 ms, and have RTTs from 2 ms on. Our link has 1 ms; in this lab it is only where "
                "the delay lies, not how long it is.",
                {},
            ),
        ),
        Note(
            title="Retransmissions by timeout",
            text=sentence(
                "The paper says that BBR retransmits upon timeout only. Linux finds losses by "
                "RACK within a round trip and retransmits them at once, and so do our flows.",
                {},
            ),
        ),
    ]
    return known(makers) + fixed


def _share_of_nine(facts: Facts) -> Note:
    points = {"Algorithm": [BBR], RTT_TEN: ["200 ms"], SPLIT: ["9 of 10"], "Buffer": ["1 BDP"]}

    def text(metric: str) -> str:
        return facts.text(TEN, metric, points)

    return note(
        "Nine short flows and a long one",
        "26 % of their share for nine flows leave 76.6 % for the tenth: the paper's 'nearly 80 %' "
        "agrees with it. Ours at 1 BDP and 200 ms: {short} of their share for the nine, {long} of "
        "the link for the tenth.",
        lambda: {"short": text("short_relative_share_ratio"), "long": text("long_share_ratio")},
    )


def _minimum_or_peak(facts: Facts) -> Note:
    def share(rtt: str, split: str) -> str:
        points = {"Algorithm": [BBR], RTT_TEN: [rtt], SPLIT: [split], "Buffer": ["1 BDP"]}
        return facts.text(TEN, "short_relative_share_ratio", points)

    return note(
        "Lowest or highest at 50/50",
        "The results say that the short group's share is lowest at 50/50, the conclusions that it "
        "peaks there; neither names the other RTT. Ours at 1 BDP with nine, five and one short "
        "flows: {nine}, {five} and {one} beside 200 ms, {near_nine}, {near_five} and {near_one} "
        "beside 60 ms. One BDP is a queue of 20 ms, the short flows' own RTT: in a fluid model the "
        "long flows begin to dominate there.",
        lambda: {
            "nine": share("200 ms", "9 of 10"),
            "five": share("200 ms", "5 of 10"),
            "one": share("200 ms", "1 of 10"),
            "near_nine": share("60 ms", "9 of 10"),
            "near_five": share("60 ms", "5 of 10"),
            "near_one": share("60 ms", "1 of 10"),
        },
    )


def _shallow_buffers(facts: Facts) -> Note:
    def use(buffer: str) -> str:
        points = {"Algorithm": [CUBIC], RTT_TWO: ["60 ms"], "Buffer": [buffer]}
        return facts.text(TWO, "utilisation_ratio", points)

    return note(
        "CUBIC in shallow buffers",
        "20 against 60 ms: {a} of the link at 0.03 BDP, {b} at 0.1 and {c} at 0.3. Where ours is "
        "higher than the paper's a possible reason is the testbed: its hosts send in bursts "
        "through NetEm and tc, our packets meet no such machinery.",
        lambda: {"a": use("0.03 BDP"), "b": use("0.1 BDP"), "c": use("0.3 BDP")},
    )


def _long_path(facts: Facts) -> Note:
    def share(buffer: str) -> str:
        points = {"Algorithm": [BBR], RTT_TWO: ["200 ms"], "Buffer": [buffer]}
        return facts.text(TWO, "short_share_ratio", points)

    return note(
        "BBR, 20 against 200 ms",
        "Share of the 20 ms flow: {a} at 0.1 BDP, {b} at 1, {c} at 3, {d} at 20. The paper has "
        "about 30 % in shallow buffers and fair shares at 2 to 5 BDP.",
        lambda: {
            "a": share("0.1 BDP"),
            "b": share("1 BDP"),
            "c": share("3 BDP"),
            "d": share("20 BDP"),
        },
    )


def _mixtures(facts: Facts) -> Note:
    def share(mixture: str, buffer: str) -> str:
        points = {"Algorithm": [mixture], RTT_TWO: ["20 ms"], "Buffer": [buffer]}
        return facts.text(FUTURE, "short_share_ratio", points)

    return note(
        "Mixtures at equal RTTs",
        "CUBIC's share beside BBRv1: {a} at 0.3 BDP, {b} at 20. Beside BBRv2: {c} and {d}.",
        lambda: {
            "a": share("CUBIC against BBRv1", "0.3 BDP"),
            "b": share("CUBIC against BBRv1", "20 BDP"),
            "c": share("CUBIC against BBRv2", "0.3 BDP"),
            "d": share("CUBIC against BBRv2", "20 BDP"),
        },
    )
