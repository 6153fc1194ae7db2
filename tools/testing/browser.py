"""The end-to-end stage: a real `./lab up` on a free port, driven in headless Chromium."""

import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tools.bootstrap.node import find_node
from tools.bootstrap.python_packages import sudo
from tools.errors import LabError
from tools.paths import PROJECT_ROOT, venv_bin
from tools.testing.stage import StageRun

CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
UP_TIMEOUT_S = 180.0
STOP_TIMEOUT_S = 60.0
POLL_INTERVAL_S = 0.1
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+")


def end_to_end(run: StageRun) -> None:
    """Start a lab in a folder of its own, run the browser tests against it, stop it."""
    chromium = ensure_chromium(run)
    with (
        tempfile.TemporaryDirectory(prefix="lab-e2e-") as folder,
        running_lab(Path(folder)) as address,
    ):
        environment = find_node().environment()
        environment |= {"LAB_URL": address, "LAB_CHROMIUM": chromium}
        command = [venv_bin("pytest"), "-q", "-m", "e2e", "tests"]
        run.command(command, environment=environment)


def ensure_chromium(run: StageRun) -> str:
    """`LAB_CHROMIUM`, or the system's; root gets Debian's, others are told how."""
    configured = os.environ.get("LAB_CHROMIUM")
    if configured:
        return configured
    found = _find_chromium()
    if found is None and os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(["apt-get", "update", "-qq"], check=False)
        packages = ["chromium", "fonts-dejavu-core"]
        run.command(["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages])
        found = _find_chromium()
    if found is None:
        raise LabError(
            "The browser tests need Chromium: "
            f"{sudo()}apt-get install -y --no-install-recommends chromium"
        )
    return found


@contextmanager
def running_lab(data_dir: Path) -> Iterator[str]:
    """A lab as a person starts it, on any free port; yields its address."""
    log_path = data_dir / "up.log"
    command = [str(PROJECT_ROOT / "lab"), "up", "--no-open", "--port", "0"]
    command += ["--data-dir", str(data_dir / "data")]
    with log_path.open("wb") as log:
        child = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT
        )
    try:
        yield _wait_for_address(child, log_path)
    finally:
        child.send_signal(signal.SIGINT)
        try:
            exit_code = child.wait(STOP_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            child.kill()
            raise LabError("./lab up did not end after Ctrl-C") from None
    if exit_code != 0:
        raise LabError(f"./lab up ended with exit code {exit_code}:\n{log_path.read_text()}")


def _wait_for_address(child: subprocess.Popen[bytes], log_path: Path) -> str:
    deadline_s = time.monotonic() + UP_TIMEOUT_S
    while time.monotonic() < deadline_s:
        found = ADDRESS.search(log_path.read_text(errors="replace"))
        if found:
            return found[0]
        if child.poll() is not None:
            break
        time.sleep(POLL_INTERVAL_S)
    raise LabError(f"./lab up printed no address:\n{log_path.read_text(errors='replace')}")


def _find_chromium() -> str | None:
    return next((path for name in CHROMIUM_NAMES if (path := shutil.which(name))), None)
