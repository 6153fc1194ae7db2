"""Workers on other machines: cut off, halted, with a wrong clock, with an older core."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tools.paths import PROJECT_ROOT

# All that it starts ends with it, however it ends.
NAMESPACES: Final = ("--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc")


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("fault", ["cut", "halted", "clock", "upgrade"])
def test_machines_that_fail_cost_no_run_and_no_unit(tmp_path: Path, fault: str) -> None:
    _require_namespaces()
    program = [sys.executable, "-m", "tests.faults.worker_hosts", str(tmp_path), fault]
    tried = subprocess.run(
        ["unshare", *NAMESPACES, *program],
        cwd=PROJECT_ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    sys.stdout.write(tried.stdout)
    assert tried.returncode == 0, tried.stdout[-8000:]


def _require_namespaces() -> None:
    missing = [name for name in ("ip", "nsenter", "unshare") if shutil.which(name) is None]
    if missing:
        pytest.skip(f"{missing[0]} is not installed (Debian: iproute2, util-linux)")
    if os.geteuid() != 0:
        pytest.skip("only root may make networks and cables")
    bridge = ["unshare", "--net", "ip", "link", "add", "hub", "type", "bridge"]
    made = subprocess.run(bridge, capture_output=True, text=True, check=False)
    if made.returncode != 0:
        pytest.skip(f"this machine makes no networks: {made.stderr.strip()}")
