"""Numbers read off the phases and series of a run, which no experiment keeps.

The worker computes them (lab_research.reproduce.timeline). The experiments have two groups of
one flow each: flow 0 is the elephant, or the flow of 20 ms.
"""

from typing import Final

from lab_model.papers.metrics import COUNT, INDEX, SECONDS, SHARE, Metric, plain
from lab_model.papers.schemas.numbers import Shown


def _per_flow(
    name: str, label: str, definition: str, shown: Shown, *, is_part: bool = False
) -> dict[str, Metric]:
    return {
        f"flow_{index}_{name}": Metric(
            f"{label}, {owner}",
            definition,
            shown,
            plain(f"flow_{index}_{name}"),
            is_part=is_part,
        )
        for index, owner in enumerate(("first flow", "second flow"))
    }


TIMELINE_METRICS: Final[dict[str, Metric]] = {
    **_per_flow("probe_rtt_count", "ProbeRTT entries", "How often in the whole run", COUNT),
    **_per_flow(
        "coefficient_ratio",
        "FaiRTT's coefficient",
        "Mean over the samples of the run, one every 0.1 s; 1 where nothing is cut",
        INDEX,
        is_part=True,
    ),
    **_per_flow(
        "cut_ratio",
        "Time with a cut BDP",
        "Part of the samples with a coefficient below 1",
        SHARE,
        is_part=True,
    ),
    **_per_flow(
        "down_ratio",
        "Time in Down",
        "Part of the connection's time in ProbeBW Down, where BBRv2 paces at 0.75 of its estimate",
        SHARE,
        is_part=True,
    ),
    "probe_rtt_overlap_ratio": Metric(
        "Common ProbeRTT",
        "Part of the first flow's time in ProbeRTT in which the second is in it too",
        SHARE,
        plain("probe_rtt_overlap_ratio"),
        is_part=True,
    ),
    "short_leaves_first_ratio": Metric(
        "First flow leaves first",
        "Part of the ProbeRTTs with a common time in which the first flow ends before the second",
        SHARE,
        plain("short_leaves_first_ratio"),
        is_part=True,
    ),
    "startup_difference_s": Metric(
        "Startup, second minus first flow",
        "Length of the second flow's Startup minus that of the first flow's",
        SECONDS,
        plain("startup_difference_s"),
    ),
}

TIMELINE_NAMES: Final = tuple(TIMELINE_METRICS)
