"""`./lab bench --page`: how soon the first page is there, in Chromium, against a lab of its own."""

import subprocess
import tempfile
from pathlib import Path

from tools.bootstrap.frontend import ensure_node_modules
from tools.console import say
from tools.paths import PROJECT_ROOT
from tools.testing.browser import find_chromium
from tools.testing.running_lab import running_lab

OPTION = "--page"
SCRIPT = PROJECT_ROOT / "tests" / "e2e" / "measure_page.mjs"


def bench_page(arguments: list[str]) -> int:
    """Start a lab in a temporary folder and visit its first page under each stated throttle.

    `--count N` visits and `--json FILE` are passed on to the measurement.
    """
    rest = [item for item in arguments[1:] if item != OPTION]
    chromium = find_chromium()
    node = ensure_node_modules()
    with (
        tempfile.TemporaryDirectory(prefix="lab-bench-") as folder,
        running_lab(Path(folder)) as lab,
    ):
        say(f"  Visiting {lab.address} in {chromium} …")
        environment = node.environment() | {"LAB_CHROMIUM": chromium}
        command = [str(node.node), str(SCRIPT), "--base-url", lab.address, *rest]
        return subprocess.run(command, env=environment, check=False).returncode
