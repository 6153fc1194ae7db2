"""The picture of docs/validation.md: how far from the kernel the core is, by the buffer."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from lab_research.places import ROOT
from lab_research.validate.linux_cases import CASES_PATH, PACED, LinuxCase, Measured, load_cases
from lab_research.validate.verdicts import Outcome

PICTURE_PATH: Final = ROOT / "docs" / "images" / "validation-buffers.svg"

_PACKET_BYTES: Final = 1500
_PANELS: Final = {
    "utilisation_ratio": "Link use: core minus kernel (points)",
    "share_of_group_0_ratio": "Share of first flow: core minus kernel (points)",
}
_LOOKS: Final[dict[str, dict[str, Any]]] = {
    "window-based, not paced (CUBIC, NewReno)": {"marker": "o", "color": "#c2410c"},
    "paced (BBRv1)": {"marker": "s", "color": "#1d4ed8"},
}


@dataclass(frozen=True)
class _Point:
    packets: int
    """How many packets can wait."""
    error_points: float
    """The core's mean over its seeds minus the kernel's over its repetitions."""
    interval_points: float
    """Half of the core's 95 % interval over seeds."""
    kernel_points: tuple[float, float]
    """How far the kernel's lowest and highest repetitions lie from its mean."""


def write_picture(path: Path, outcomes: list[Outcome]) -> None:
    """Draws the measured Linux cases among `outcomes` as SVG, the same bytes each time."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    mpl.rcParams.update({"svg.hashsalt": "validation", "svg.fonttype": "none", "font.size": 10})
    figure = Figure(figsize=(8.4, 6.4), layout="constrained")
    for axes, (metric, title) in zip(
        figure.subplots(2, 1, sharex=True), _PANELS.items(), strict=True
    ):
        _draw(axes, outcomes, metric)
        axes.set(ylabel=title, xscale="log")
        axes.axhline(0, color="black", linewidth=0.8, label="as the kernel")
        axes.grid(visible=True, color="#ddd", linewidth=0.6)
    axes.set_xlabel("Buffer (packets of 1500 bytes that can wait)")
    axes.set_xticks([2, 5, 10, 20, 50, 100], ["2", "5", "10", "20", "50", "100"])
    figure.axes[0].legend(loc="best", fontsize=9)
    figure.savefig(path, format="svg", metadata={"Date": None, "Creator": None})


def _draw(axes: Any, outcomes: list[Outcome], metric: str) -> None:
    for name, look in _LOOKS.items():
        is_paced = name.startswith("paced")
        points = [point for paced, point in _points(outcomes, metric) if paced == is_paced]
        at = [point.packets for point in points]
        errors = [point.error_points for point in points]
        axes.vlines(
            at,
            [error + point.kernel_points[0] for error, point in zip(errors, points, strict=True)],
            [error + point.kernel_points[1] for error, point in zip(errors, points, strict=True)],
            color=look["color"],
            alpha=0.25,
            linewidth=6,
        )
        axes.errorbar(
            at,
            errors,
            yerr=[point.interval_points for point in points],
            linestyle="none",
            capsize=3,
            label=name,
            **look,
        )


def _points(outcomes: list[Outcome], metric: str) -> Iterator[tuple[bool, _Point]]:
    measured = {item.row.id: item.measured for item in outcomes}
    for case in load_cases(CASES_PATH).cases:
        found = measured.get(f"linux-{case.id}-{metric}")
        kernel = _kernel(case, metric)
        if found is None or kernel is None:
            continue
        yield (
            all(flow.algorithm in PACED for flow in case.flows),
            _Point(
                packets=case.buffer_bytes // _PACKET_BYTES,
                error_points=100 * (found.mean - kernel.mean),
                interval_points=100 * found.half_width,
                kernel_points=(
                    100 * (kernel.minimum - kernel.mean),
                    100 * (kernel.maximum - kernel.mean),
                ),
            ),
        )


def _kernel(case: LinuxCase, metric: str) -> Measured | None:
    return case.utilisation_ratio if metric == "utilisation_ratio" else case.share_of_flow_0_ratio
