"""FaiRTT's readings where RTTs lie ten times apart: our own question, over eight buffers.

Each buffer of each reading is tested against BBRv2 as the map of differences does it
(`lab_model.experiments.verdicts`): by its distance from equal shares, seed by seed, with p
adjusted over all tests. Buffers that are never full give the same runs, and count once.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from lab_model.comparisons.judged import CellVerdict
from lab_model.english.names import listed
from lab_model.experiments.metrics import find_metric
from lab_model.experiments.verdicts import judge_cells
from lab_model.papers.fairtt_readings import HOST
from lab_model.papers.measured import Library, Measured
from lab_model.papers.plots import LineSpec, axis_of, line_plot
from lab_model.papers.quantities import cells_of
from lab_model.papers.schemas.figures import PaperFigure

EXPERIMENT: Final = "fairtt-far-rtts"
METRIC: Final = "throughput_ratio"

_LINE: Final = LineSpec(
    "far-rtts-ratio", "Ratio over the buffer, 10 and 100 ms", EXPERIMENT, METRIC, "Buffer", {}
)
_SETTING: Final = (
    "A question of ours, not of the paper: how far from equal shares are two flows with 10 and "
    "100 ms on 10 Mbit/s with 0.1 % random loss? "
)
_WORDS: Final[tuple[tuple[CellVerdict, str], ...]] = (
    ("better", "nearer to equal shares than BBRv2"),
    ("worse", "further from equal shares"),
    ("unclear", "not significantly different"),
)
_SAME: Final = "the same run as BBRv2"


def far_rtts_figures(library: Library) -> list[PaperFigure]:
    """The figure, with what its numbers say; none where they are not all there."""
    sentences = far_rtts_sentences(library)
    if not sentences:
        return []
    return [
        PaperFigure(
            id="far-rtts",
            title="10 and 100 ms: FaiRTT's readings beside BBRv2",
            caption=_SETTING + " ".join(sentences),
            plots=[line_plot(_LINE, library[EXPERIMENT], [])],
            tables=[],
            live=[],
            rows=[],
        )
    ]


def far_rtts_sentences(library: Library) -> list[str]:
    """One for each reading, then which runs are equal and how it was tested."""
    measured = library.get(EXPERIMENT)
    if measured is None or not measured.is_known.all():
        return []
    buffers = [point.text for point in axis_of(measured, "Buffer").points]
    arms = [point.text for point in axis_of(measured, "Algorithm").points]
    rows = {
        arm: [measured.values[cell] for cell in cells_of(measured, {"Algorithm": [arm]})]
        for arm in arms
    }
    kept = _kept(list(rows.values()))
    readings = [arm for arm in arms if arm != HOST]
    verdicts = _verdicts(measured, rows, readings, kept)
    sentences = [
        f"{reading}: {_places(rows, reading, buffers, kept, verdicts[reading])}."
        for reading in readings
    ]
    return [*sentences, *_equal(buffers, kept), _method(len(readings) * len(kept), measured)]


def _kept(arms: list[list[NDArray[np.float64]]]) -> list[int]:
    """Buffers whose runs are not, in every arm, those of a smaller one."""
    kept: list[int] = []
    for buffer in range(len(arms[0])):
        if not any(all(_is_same(arm[buffer], arm[known]) for arm in arms) for known in kept):
            kept.append(buffer)
    return kept


def _is_same(one: NDArray[np.float64], other: NDArray[np.float64]) -> bool:
    return np.array_equal(one, other, equal_nan=True)


def _verdicts(
    measured: Measured,
    rows: dict[str, list[NDArray[np.float64]]],
    readings: list[str],
    kept: list[int],
) -> dict[str, list[CellVerdict | None]]:
    """Verdicts of each reading at each kept buffer; all tests are one family."""
    column = measured.names.index(METRIC)

    def ratios(arm: str) -> NDArray[np.float64]:
        return np.stack([rows[arm][buffer][:, column] for buffer in kept])

    ours = np.concatenate([ratios(reading) for reading in readings])
    theirs = np.concatenate([ratios(HOST) for _ in readings])
    found = list(judge_cells(ours, theirs, find_metric(METRIC)).verdict)
    return {
        reading: found[index * len(kept) : (index + 1) * len(kept)]
        for index, reading in enumerate(readings)
    }


def _places(
    rows: dict[str, list[NDArray[np.float64]]],
    reading: str,
    buffers: list[str],
    kept: list[int],
    verdicts: list[CellVerdict | None],
) -> str:
    same = [buffer for buffer in kept if _is_same(rows[reading][buffer], rows[HOST][buffer])]
    parts = [
        (words, [at for at, found in zip(kept, verdicts, strict=True) if found == verdict])
        for verdict, words in _WORDS
    ]
    described = [(words, [at for at in places if at not in same]) for words, places in parts]
    described.append((_SAME, same))
    return "; ".join(
        f"{words} at {_amounts([buffers[at] for at in places])}"
        for words, places in described
        if places
    )


def _amounts(texts: list[str]) -> str:
    """`1, 2 and 4 BDP` of `1 BDP`, `2 BDP`, `4 BDP`."""
    numbers = [text.removesuffix(" BDP") for text in texts]
    return listed(numbers) + " BDP"


def _equal(buffers: list[str], kept: list[int]) -> list[str]:
    left_out = [text for at, text in enumerate(buffers) if at not in kept]
    if not left_out:
        return []
    text = f"{_amounts(left_out)} gave the runs of a smaller buffer, as the queue never fills it"
    return [f"{text}, and is not counted again."]


def _method(count: int, measured: Measured) -> str:
    return (
        f"Paired t tests over {len(measured.seeds)} seeds, {count} in all, at 5 % after "
        "Benjamini and Hochberg; BDP is that of 10 ms."
    )
