"""`./lab bench --page`: how long a user waits for a picture, in Chromium."""

import argparse
import json
import os
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tools.bootstrap.frontend import ensure_node_modules
from tools.commands.bench_api import LIMITS
from tools.commands.page_budget import budget_document, budget_of, budget_text
from tools.console import say
from tools.errors import LabError
from tools.paths import PROJECT_ROOT
from tools.testing.browser import find_chromium
from tools.testing.running_lab import running_lab

OPTION: Final = "--page"
SCRIPTS: Final = PROJECT_ROOT / "tests" / "e2e"
DEFAULT_COUNT: Final = 20
DEFAULT_VISITS: Final = 5
LONGEST_PRESS_MS: Final = 1000
WORKER_LOG: Final = "worker-interactive.log"


@dataclass(frozen=True)
class _Lab:
    address: str
    worker_log: Path | None
    """None: a lab that this command has not started."""


def bench_page(arguments: list[str]) -> int:
    """Visit a lab in a temporary folder, or the one at `--url`, and print the waiting times.

    Raises LabError without Chromium, or if the measurement fails.
    """
    parsed = _parser().parse_args(arguments[1:])
    chromium = find_chromium()
    node = ensure_node_modules()
    with _lab(parsed.url) as lab:
        say(f"  Visiting {lab.address} in {chromium} …")
        environment = node.environment() | {"LAB_CHROMIUM": chromium}

        def run(script: str, *options: str) -> int:
            command = [str(node.node), str(SCRIPTS / script), "--base-url", lab.address, *options]
            return subprocess.run(command, env=environment, check=False).returncode

        if parsed.throttled:
            written = () if parsed.json is None else ("--json", str(parsed.json))
            visits = parsed.count or DEFAULT_VISITS
            return run("page.mjs", "--count", str(visits), *written)
        with tempfile.TemporaryDirectory(prefix="lab-bench-") as folder:
            out = Path(folder) / "samples.json"
            options = ["--out", str(out), "--count", str(parsed.count or DEFAULT_COUNT)]
            if parsed.presets is not None:
                options += ["--presets", parsed.presets]
            options += ["--press-ms", str(parsed.press_ms)]
            if run("budget.mjs", *options) != 0:
                raise LabError("The measurement failed; what Chromium or the lab said is above.")
            samples = json.loads(out.read_text())
        log = [] if lab.worker_log is None else lab.worker_log.read_text().splitlines()
    budget = budget_of(samples, log)
    load = os.getloadavg()[0]
    note = f"{os.cpu_count()} processors, load {load:.1f}; pressed for {parsed.press_ms} ms."
    say(f"\n{budget_text(budget, note)}\n")
    if parsed.json is not None:
        document = budget_document(budget, load, samples)
        parsed.json.write_text(json.dumps(document, indent=1) + "\n")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="lab bench --page")
    parser.add_argument(OPTION, action="store_true", help="this measurement")
    parser.add_argument(
        "--count",
        type=_whole(1),
        metavar="N",
        help=f"times each (default: {DEFAULT_COUNT}, throttled {DEFAULT_VISITS})",
    )
    parser.add_argument(
        "--presets", metavar="A,B", help="which presets are run, in turn (default: all)"
    )
    parser.add_argument(
        "--press-ms",
        type=_whole(0, LONGEST_PRESS_MS),
        default=0,
        metavar="N",
        help="how long the button of the mouse is held down (default: 0; a hand takes 87 and more)",
    )
    parser.add_argument(
        "--url", metavar="ADDRESS", help="a lab on this machine (default: one of its own)"
    )
    parser.add_argument(
        "--throttled",
        action="store_true",
        help="the first page only, with a slower processor and network",
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write every number")
    return parser


def _whole(low: int, high: int | None = None) -> Callable[[str], int]:
    bounds = f"from {low}" if high is None else f"from {low} to {high}"

    def parse(text: str) -> int:
        if not text.isdigit() or int(text) < low or (high is not None and int(text) > high):
            raise argparse.ArgumentTypeError(f"{text!r} must be a whole number {bounds}")
        return int(text)

    return parse


@contextmanager
def _lab(url: str | None) -> Iterator[_Lab]:
    if url is not None:
        yield _Lab(url.rstrip("/"), None)
        return
    # One browser after the other asks for more than a person may.
    os.environ |= dict.fromkeys(LIMITS, "1000000")
    with (
        tempfile.TemporaryDirectory(prefix="lab-bench-") as folder,
        running_lab(Path(folder)) as lab,
    ):
        yield _Lab(lab.address, lab.data_dir / "logs" / WORKER_LOG)
