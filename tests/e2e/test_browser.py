"""The whole lab through a browser: tests/e2e/run.mjs against the lab at LAB_URL."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("run.mjs")
TIMEOUT_S = 280


@pytest.mark.e2e
def test_run_both_algorithms_see_their_curves_and_find_them_again_after_a_reload() -> None:
    """`./lab test` starts a lab, puts node on PATH and says where the lab and Chromium are."""
    node = shutil.which("node")
    assert node is not None, "node is not on PATH"
    assert "LAB_URL" in os.environ, "LAB_URL must say where the lab is"
    done = subprocess.run(
        [node, str(SCRIPT)], capture_output=True, text=True, timeout=TIMEOUT_S, check=False
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
