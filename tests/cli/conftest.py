"""Scenario files for the commands."""

import json
from pathlib import Path
from typing import Any

import pytest
import wasmtime

from lab_cli.main import main
from tests.cli.wat import RunWat

SMALL: dict[str, Any] = {
    "duration_s": 5,
    "bottleneck": {"rate_bps": 1e7, "delay_s": 0.01},
    "flows": [
        {"label": "far", "rtt_s": 0.06, "algorithm": {"name": "bbr2"}},
        {"label": "near", "rtt_s": 0.03, "algorithm": {"name": "newreno"}},
    ],
}


@pytest.fixture
def scenario_file(tmp_path: Path) -> Path:
    path = tmp_path / "small.json"
    path.write_text(json.dumps(SMALL))
    return path


@pytest.fixture
def run_wat(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> RunWat:
    """Runs a small scenario with a module instead of its algorithms."""

    def run(text: str | bytes) -> tuple[int, str, str]:
        path, module = tmp_path / "scenario.json", tmp_path / "hostile.wasm"
        path.write_text(json.dumps(SMALL))
        module.write_bytes(wasmtime.wat2wasm(text) if isinstance(text, str) else text)
        code = main(["sim", str(path), "--algorithm", str(module)])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run
