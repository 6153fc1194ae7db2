"""The figures of the buffer-sizing paper, re-made on reduced grids, and what it leaves open."""

from dataclasses import dataclass
from typing import Final

from lab_model.papers.claims import Claim, load_claims
from lab_model.papers.measured import Library
from lab_model.papers.plots import LineSpec, LiveSpec, MapSpec, line_plot, live_run, map_plot
from lab_model.papers.quantities import NotComputedError
from lab_model.papers.schemas.figures import FactTable, LinePlot, MapPlot, PaperFigure
from lab_model.papers.sizing_tables import averages_table, best_table
from lab_model.papers.verdicts import row_of

TWO: Final = "sizing-two-flows"
TEN: Final = "sizing-ten-flows"
FUTURE: Final = "sizing-future"
RTT_TWO: Final = "RTT of flow 2"
RTT_TEN: Final = "RTT of group 2"
SPLIT: Final = "Flows of 20 ms"
CUBIC: Final = "CUBIC"
BBR: Final = "BBRv1"
MIXTURES: Final = ("BBRv2", "FaiRTT", "CUBIC against BBRv1", "CUBIC against BBRv2")

# Buffers that the paper shows of its small, medium and large ones.
_SHOWN_BUFFERS: Final = ("0.1 BDP", "1 BDP", "5 BDP")


@dataclass(frozen=True)
class FigureSpec:
    """A figure: what it shows, which claims belong to it."""

    id: str
    title: str
    caption: str
    claim_figures: tuple[str, ...]
    prefix: str
    """The prefix of the claims' ids: A for two flows, B for ten."""
    maps: tuple[MapSpec, ...] = ()
    lines: tuple[LineSpec, ...] = ()
    live: tuple[LiveSpec, ...] = ()

    def has(self, claim: Claim) -> bool:
        """Whether a claim belongs here."""
        return claim.figure in self.claim_figures and claim.id.startswith(self.prefix)


def _two_maps(metric: str, title: str, arms: tuple[str, ...] = (CUBIC, BBR)) -> tuple[MapSpec, ...]:
    experiment = TWO if arms == (CUBIC, BBR) else FUTURE
    return tuple(
        MapSpec(
            id=f"{metric}-{arm.lower().replace(' ', '-')}",
            title=f"{title}: {arm}",
            group=arm,
            experiment=experiment,
            metric=metric,
            x_axis="Buffer",
            y_axis=RTT_TWO,
            fixed={"Algorithm": [arm]},
        )
        for arm in arms
    )


def _ten_maps(arm: str, metrics: tuple[tuple[str, str], ...]) -> tuple[MapSpec, ...]:
    return tuple(
        MapSpec(
            id=f"{metric}-{arm.lower()}-{buffer.split()[0]}",
            title=f"{title}, {buffer}",
            group=buffer,
            experiment=TEN,
            metric=metric,
            x_axis=RTT_TEN,
            y_axis=SPLIT,
            fixed={"Algorithm": [arm], "Buffer": [buffer]},
        )
        for metric, title in metrics
        for buffer in _SHOWN_BUFFERS
    )


_FAIRNESS: Final = (
    ("jain_index", "Jain index"),
    ("throughput_stdr", "STDR"),
    ("short_relative_share_ratio", "RTS of the short"),
    ("long_relative_share_ratio", "RTS of the long"),
)

_QUEUES: Final = tuple(
    MapSpec(
        id=f"ten-queue-{arm.lower()}",
        title=f"Mean queue, 5 and 5 flows: {arm}",
        group=arm,
        experiment=TEN,
        metric="mean_queue_bdp",
        x_axis="Buffer",
        y_axis=RTT_TEN,
        fixed={"Algorithm": [arm], SPLIT: ["5 of 10"]},
    )
    for arm in (CUBIC, BBR)
)


def _even_lines(metric: str, title: str) -> tuple[LineSpec, ...]:
    return tuple(
        LineSpec(
            id=f"{metric}-even-{rtt.split()[0]}",
            title=f"{title}, 20 against {rtt}",
            experiment=TEN,
            metric=metric,
            x_axis="Buffer",
            fixed={RTT_TEN: [rtt], SPLIT: ["5 of 10"]},
        )
        for rtt in ("2 ms", "200 ms")
    )


_FIGURES: Final = (
    FigureSpec(
        "main",
        "The main claim: the buffer, not the ratio of RTTs; table 3",
        "How much of the variance of STDR over the cells of a grid each axis explains.",
        ("main",),
        "main",
    ),
    FigureSpec(
        "3",
        "Figure 3: link utilisation, two flows",
        "20 ms against another RTT, over the buffer.",
        ("3",),
        "A",
        _two_maps("utilisation_ratio", "Link utilisation"),
    ),
    FigureSpec(
        "4",
        "Figure 4: STDR, two flows",
        "1 where the flow of 20 ms has everything, -1 where the other has.",
        ("4",),
        "A",
        _two_maps("throughput_stdr", "STDR"),
    ),
    FigureSpec(
        "5",
        "Figure 5: Jain index, two flows",
        "Of the mean throughputs over the whole run.",
        ("5",),
        "A",
        _two_maps("jain_index", "Jain index"),
    ),
    FigureSpec(
        "6",
        "Figure 6: retransmissions, two flows",
        "Retransmitted packets, of all sent.",
        ("6",),
        "A",
        _two_maps("retransmit_ratio", "Retransmitted"),
    ),
    FigureSpec(
        "7",
        "Figure 7: queue, two flows",
        "Mean queue in BDP of 20 ms.",
        ("7",),
        "A",
        _two_maps("mean_queue_bdp", "Mean queue"),
        live=(
            LiveSpec(
                "7-live",
                "CUBIC over time, 20 and 60 ms, 0.3 and 8 BDP",
                "Whether the queue swings between empty and full: lowest and highest per sample.",
                ("queue_bytes", "cwnd_bytes"),
                TWO,
                {"Algorithm": [CUBIC], RTT_TWO: ["60 ms"], "Buffer": ["0.3 BDP", "8 BDP"]},
            ),
        ),
    ),
    FigureSpec(
        "8",
        "Figure 8: BBR over time, 20 and 60 ms",
        "Bandwidth estimate, queue and RTT in a shallow and in a deep buffer.",
        ("8",),
        "A",
        live=(
            LiveSpec(
                "8-live",
                "0.3 and 8 BDP over time",
                "Estimates, queue and RTT; ProbeRTT and Startup are drawn as bands.",
                ("bandwidth_estimate_bps", "queue_bytes", "rtt_s"),
                "sizing-timeline",
                {},
            ),
        ),
    ),
    FigureSpec(
        "two-text",
        "Two flows: findings in the text",
        "What the paper says of RTTs without a figure.",
        ("text",),
        "A",
    ),
    FigureSpec(
        "9",
        "Figure 9: throughput of CUBIC, ten flows",
        "Link utilisation over the RTT of group 2 and the split.",
        ("9",),
        "B",
        _ten_maps(CUBIC, (("utilisation_ratio", "Link utilisation"),)),
    ),
    FigureSpec(
        "10",
        "Figure 10 and table 1: fairness of CUBIC, ten flows",
        "Jain index, STDR and relative shares.",
        ("10", "T1"),
        "B",
        _ten_maps(CUBIC, _FAIRNESS),
    ),
    FigureSpec(
        "11",
        "Figure 11 and table 2: fairness of BBR, ten flows",
        "Jain index, STDR and relative shares.",
        ("11", "T2", "T2, 11"),
        "B",
        _ten_maps(BBR, _FAIRNESS),
    ),
    FigureSpec(
        "12",
        "Figure 12: retransmissions of BBR, ten flows",
        "Retransmitted packets, of all sent.",
        ("12",),
        "B",
        _ten_maps(BBR, (("retransmit_ratio", "Retransmitted"),)),
    ),
    FigureSpec(
        "13",
        "Figure 13: queue, 5 and 5 flows",
        "Mean queue in BDP of 20 ms.",
        ("13",),
        "B",
        _QUEUES,
    ),
    FigureSpec(
        "14",
        "Figure 14: throughput, 5 and 5 flows",
        "Mean throughput of a flow over the buffer.",
        ("14",),
        "B",
        lines=_even_lines("mean_flow_throughput_bps", "Throughput of a flow"),
    ),
    FigureSpec(
        "15",
        "Figure 15: Jain index, 5 and 5 flows",
        "Over the buffer.",
        ("15",),
        "B",
        lines=_even_lines("jain_index", "Jain index"),
    ),
    FigureSpec(
        "ten-text",
        "Ten flows: findings in the text",
        "What the paper says without a figure.",
        ("text",),
        "B",
    ),
    FigureSpec(
        "future",
        "What the paper leaves to the future: BBRv2, FaiRTT and mixtures",
        "The two-flow maps for other controllers. In mixtures CUBIC has 20 ms and the BBR the "
        "other RTT. One seed: a first look, without intervals. BBRv3 is not among them.",
        (),
        "A",
        tuple(
            item
            for metric, title in (
                ("utilisation_ratio", "Link utilisation"),
                ("throughput_stdr", "STDR"),
                ("jain_index", "Jain index"),
                ("retransmit_ratio", "Retransmitted"),
                ("mean_queue_bdp", "Mean queue"),
            )
            for item in _two_maps(metric, title, MIXTURES)
        ),
    ),
)


def sizing_figures(library: Library) -> list[PaperFigure]:
    """All figures: what was measured of them, and the verdicts."""
    return [_figure(spec, library) for spec in _FIGURES]


def _tables(figure: str, library: Library) -> list[FactTable]:
    try:
        match figure:
            case "main":
                return best_table(library)
            case "10":
                return averages_table(1, CUBIC, library)
            case "11":
                return averages_table(2, BBR, library)
            case _:
                return []
    except NotComputedError:
        return []


def _figure(spec: FigureSpec, library: Library) -> PaperFigure:
    claims = [claim for claim in load_claims("buffer-sizing").claims if spec.has(claim)]
    plots: list[LinePlot | MapPlot] = [
        map_plot(item, library[item.experiment]) for item in spec.maps if item.experiment in library
    ]
    plots += [
        line_plot(item, library[item.experiment], [])
        for item in spec.lines
        if item.experiment in library
    ]
    return PaperFigure(
        id=spec.id,
        title=spec.title,
        caption=spec.caption,
        tables=_tables(spec.id, library),
        plots=plots,
        live=[live_run(item) for item in spec.live],
        rows=[row_of(claim, library) for claim in claims],
    )
