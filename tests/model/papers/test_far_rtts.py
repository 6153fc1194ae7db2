"""What the page says of 10 and 100 ms follows from the shipped numbers."""

from dataclasses import replace

import numpy as np
from scipy import stats

from lab_model.papers.fairtt_far_rtts import EXPERIMENT, far_rtts_figures, far_rtts_sentences
from lab_model.papers.fairtt_page import fairtt_summary
from lab_model.papers.measured import Measured, shipped_library
from lab_model.papers.sentences import plain_text
from tools.paths import PROJECT_ROOT

BUFFERS = ("0.5", "1", "2", "4", "8", "16", "32", "64")
NEARER, FURTHER = "nearer to equal shares than BBRv2 at ", "further from equal shares at "


def shipped() -> Measured:
    return shipped_library()[EXPERIMENT]


def with_ratios(change: dict[int, float]) -> Measured:
    """The shipped numbers with the throughput ratios of some cells multiplied."""
    measured = shipped()
    values = measured.values.copy()
    for cell, factor in change.items():
        values[cell, :, measured.names.index("throughput_ratio")] *= factor
    return replace(measured, values=values)


def places(sentence: str, words: str) -> set[str]:
    """`2`, `4` and `8` of `nearer ... at 2, 4 and 8 BDP; ...`."""
    if words not in sentence:
        return set()
    text = sentence.split(words, 1)[1].split(" BDP", 1)[0]
    return set(text.replace(" and ", ", ").split(", "))


def test_sentences_agree_with_scipy() -> None:
    ratios = np.stack([shipped().number("throughput_ratio", cell) for cell in range(32)])
    # 64 BDP gives the runs of 32 BDP.
    distances = np.abs(np.log(ratios)).reshape(4, 8, -1)[:, :7]
    assert np.array_equal(ratios[7::8], ratios[6::8])
    changes = (distances[1:] - distances[0]).reshape(21, -1)
    moved = [index for index in range(21) if changes[index].any()]
    p_values = np.ones(21)
    p_values[moved] = stats.ttest_1samp(changes[moved], 0, axis=1).pvalue
    adjusted = stats.false_discovery_control(p_values)
    found = far_rtts_sentences({EXPERIMENT: shipped()})
    for reading in range(3):
        rows = range(7 * reading, 7 * reading + 7)
        for words, sign in ((NEARER, -1), (FURTHER, 1)):
            expected = {
                BUFFERS[row % 7]
                for row in rows
                if adjusted[row] <= 0.05 and sign * changes[row].mean() > 0
            }
            assert places(found[reading], words) == expected


def test_equal_runs_are_counted_once_and_said_to_be_equal() -> None:
    *_, equal, method = far_rtts_sentences({EXPERIMENT: shipped()})
    assert equal.startswith("64 BDP gave the runs of a smaller buffer")
    assert "21 in all" in method
    # One number of one arm differs, and all eight buffers are tested.
    assert "24 in all" in far_rtts_sentences({EXPERIMENT: with_ratios({7: 1.01})})[-1]


def test_sentence_follows_the_numbers() -> None:
    before = far_rtts_sentences({EXPERIMENT: shipped()})[2]
    after = far_rtts_sentences({EXPERIMENT: with_ratios({26: 0.3, 27: 0.3})})[2]
    assert {"2", "4"} <= places(before, FURTHER)
    assert {"2", "4"} <= places(after, NEARER)


def test_page_says_it_in_its_summary_and_draws_it() -> None:
    library = shipped_library()
    [figure] = far_rtts_figures(library)
    default = far_rtts_sentences(library)[2].removeprefix("BDP and pacing: ")
    assert default in figure.caption
    assert default in plain_text(fairtt_summary([], library))
    assert len(figure.plots) == 1


def test_document_says_what_the_page_says() -> None:
    document = (PROJECT_ROOT / "docs" / "papers.md").read_text(encoding="utf-8")
    default = far_rtts_sentences({EXPERIMENT: shipped()})[2].removeprefix("BDP and pacing: ")
    assert f"With 10 and 100 ms and 0.1 % loss it is {default}" in " ".join(document.split())


def test_nothing_is_said_of_runs_that_are_not_all_there() -> None:
    measured = shipped()
    known = measured.is_known.copy()
    known[3, 5] = False
    assert far_rtts_figures({EXPERIMENT: replace(measured, is_known=known)}) == []
    assert far_rtts_figures({}) == []
