"""Asks `./lab read` why runs were as fast as they were, whose causes the core knows.

    .venv/bin/python -m tests.validation.file_causes

Each run is exported as qlog without and with packets, and as a capture at the sender. Prints the
limit of most of the time, by the file and by the core (research/files.md).
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from lab_cli.kit.computed_run import compute_run
from lab_exec import PacketWindow
from lab_exec.computed_run import ComputedRun
from lab_model.exports.formats import pcapng, qlog
from lab_model.scenarios import Scenario

ROOT: Final = Path(__file__).parents[2]
SEED: Final = 1
DURATION_S: Final = 20.0
MOST_EVENTS: Final = 1_000_000
LIMITS: Final = {
    "cwnd": "limited_cwnd_ratio",
    "pacing": "limited_pacing_ratio",
    "recovery": "limited_recovery_ratio",
    "receiver": "limited_receive_window_ratio",
    "application": "limited_application_ratio",
}
"""Names of `./lab read` to those of the core."""
SLOW_READER: Final = {"receiver": {"window_bytes": 60000, "read_rate_bps": 3_000_000}}
CASES: Final[dict[str, tuple[str, dict[str, Any], dict[str, Any]]]] = {
    "CUBIC, full buffer": ("cubic", {}, {}),
    "NewReno, full buffer": ("newreno", {}, {}),
    "CUBIC, 1% random loss": ("cubic", {"loss": {"kind": "bernoulli", "probability": 0.01}}, {}),
    "CUBIC, policer": (
        "cubic",
        {"queue": {"kind": "policer", "token_rate_ratio": 0.5, "bucket_s": 0.05}},
        {},
    ),
    "BBRv1": ("bbr1", {}, {}),
    "BBRv3": ("bbr3", {}, {}),
    "CUBIC, application of 2 Mbit/s": (
        "cubic", {}, {"traffic": {"kind": "rate_limited", "rate_bps": 2_000_000}},
    ),
    "BBRv1, application of 2 Mbit/s": (
        "bbr1", {}, {"traffic": {"kind": "rate_limited", "rate_bps": 2_000_000}},
    ),
    "CUBIC, receiver's window of 20 kB": ("cubic", {}, {"receiver": {"window_bytes": 20000}}),
    "BBRv1, receiver's window of 20 kB": ("bbr1", {}, {"receiver": {"window_bytes": 20000}}),
    "CUBIC, receiver that reads 3 Mbit/s": ("cubic", {}, SLOW_READER),
    "CUBIC, short transfers": (
        "cubic", {}, {"traffic": {"kind": "on_off", "on_s": 1.0, "off_s": 1.0}},
    ),
}  # fmt: skip


class Answer(NamedTuple):
    """What the core and a file say of the largest share of time."""

    case: str
    file: str
    truth: str
    truth_ratio: float
    named: tuple[str, ...]
    """By the file; several: one of them. None: it cannot be told."""
    ratio: float
    links: tuple[str, ...]

    @property
    def verdict(self) -> str:
        """`same`, `among`, `untold` or `WRONG`."""
        if not self.named:
            return "untold"
        if self.truth not in self.named:
            return "WRONG"
        return "same" if len(self.named) == 1 else "among"


def computed(case: str) -> ComputedRun:
    """A run of 20 s of one flow through 10 Mbit/s and 40 ms, its first half with packets."""
    algorithm, link, flow = CASES[case]
    scenario = Scenario.model_validate(
        {
            "duration_s": DURATION_S,
            "warmup_s": 0,
            "bottleneck": {"rate_bps": 10_000_000, **link},
            "flows": [{"rtt_s": 0.04, "algorithm": {"name": algorithm}, **flow}],
        }
    )
    return compute_run(scenario, SEED, PacketWindow(0, DURATION_S, MOST_EVENTS))


def files_of(run: ComputedRun) -> Iterator[tuple[str, bytes]]:
    """The exports, by the name of their format and with their content."""
    part = run.packets()
    assert part is not None
    pieces, timeline = run.flow_pieces, run.timeline()
    for name, columns in (("qlog", None), ("qlog with packets", part.columns)):
        yield name, "".join(qlog.qlog_parts(run.run, pieces(), timeline, columns)).encode()
    yield "capture", b"".join(pcapng.pcapng_parts(run.run, part.columns, is_truncated=False))


def read(content: bytes, folder: Path) -> dict[str, Any]:
    """`./lab read`: the causes of the first flow."""
    path = folder / "file"
    path.write_bytes(content)
    command = [str(ROOT / "lab"), "read", str(path), "--json", "-"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    causes: dict[str, Any] = json.loads(done.stdout)["causes"][0]
    return causes


def answers(cases: Iterable[str]) -> Iterator[Answer]:
    """Of each case and file."""
    with tempfile.TemporaryDirectory() as folder:
        for case in cases:
            run = computed(case)
            flow = run.run.result["flows"][0]
            truth = max(LIMITS, key=lambda name: flow[LIMITS[name]] or 0)
            for name, content in files_of(run):
                causes = read(content, Path(folder))
                main = causes["limits"][0] if causes["limits"] else {"limits": [], "ratio": 0}
                yield Answer(
                    case, name, truth, flow[LIMITS[truth]], tuple(main["limits"]), main["ratio"],
                    tuple(f"{each['certainty']}: {each['sentence']}" for each in causes["links"]),
                )  # fmt: skip


def main() -> None:
    """The table, and how often file and core agree."""
    rows = []
    for row in answers(CASES):
        rows.append(row)
        named = "/".join(row.named) or "-"
        sys.stdout.write(
            f"{row.case:36} {row.file:18} {row.truth:12}{row.truth_ratio:5.0%}  "
            f"{named:28}{row.ratio:5.0%}  {row.verdict}\n"
        )
        if "--links" in sys.argv:
            sys.stdout.write("".join(f"      {link}\n" for link in row.links))
    for verdict in ("same", "among", "untold", "WRONG"):
        sys.stdout.write(f"{verdict}: {sum(row.verdict == verdict for row in rows)}\n")


if __name__ == "__main__":
    main()
