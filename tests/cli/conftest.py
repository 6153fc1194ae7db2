"""Scenario files for the commands."""

import json
from pathlib import Path
from typing import Any

import pytest

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
