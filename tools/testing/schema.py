"""The stage of made-up requests: schemathesis over the whole OpenAPI of a lab of its own."""

import json
import math
import os
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tools.bootstrap.api_types import DESCRIPTION_PATH
from tools.bootstrap.index_settings import uv_environment
from tools.bootstrap.lock_inputs import SCHEMA_LOCK_PATH
from tools.bootstrap.once import build_once
from tools.bootstrap.run import run_logged
from tools.bootstrap.stamp import Stamp, digest_of
from tools.console import step
from tools.paths import BUILD_DIR, PROJECT_ROOT, venv_bin
from tools.testing.running_lab import running_lab
from tools.testing.settings import whole_setting
from tools.testing.stage import StageRun

VENV = BUILD_DIR / "schemathesis"
DEFAULT_EXAMPLES = 10_000
CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
)
# They end when the reader goes away, which schemathesis never does. tests/backend/events and
# tests/worker/classes read them.
STREAMS = "/events$"
# A thousand times what a person needs: one address asks for everything here, and a refusal for too
# many requests tests nothing. Experiments stay small, so that workers keep up.
SETTINGS = {
    **dict.fromkeys(
        (
            "LAB_RUNS_PER_MINUTE_PER_OWNER",
            "LAB_RUNS_PER_MINUTE_PER_ADDRESS",
            "LAB_RUNS_PER_MINUTE_PER_CLASS",
            "LAB_CLASS_JOINS_PER_MINUTE_PER_ADDRESS",
            "LAB_CLASS_WRONG_CODES_PER_MINUTE_PER_ADDRESS",
            "LAB_CLASSES_PER_MINUTE_PER_ADDRESS",
            "LAB_SCENARIO_CHECKS_PER_MINUTE_PER_ADDRESS",
            "LAB_EXPERIMENTS_PER_MINUTE_PER_OWNER",
            "LAB_EXPERIMENTS_PER_MINUTE_PER_ADDRESS",
            "LAB_EXPERIMENT_CHECKS_PER_MINUTE_PER_ADDRESS",
            "LAB_DRAFT_WRITES_PER_MINUTE_PER_ADDRESS",
            "LAB_COMPARISONS_PER_MINUTE_PER_ADDRESS",
            "LAB_EXPORTS_PER_MINUTE_PER_ADDRESS",
            "LAB_SHARES_PER_MINUTE_PER_ADDRESS",
        ),
        "1000000",
    ),
    "LAB_EXPERIMENT_MAX_PACKETS": "1000000",
}

# schemathesis's words for answers to requests that keep to the description.
RATES = {
    "accepted": "  valid and taken",
    "unreachable": "  valid, of something that is not there",
    "conflicts": "  valid and in the wrong moment",
    "rejected": "  valid and refused",
}


def schema(run: StageRun) -> None:
    """LAB_SCHEMA_EXAMPLES (10,000) requests from LAB_SCHEMA_SEED (any), over all operations."""
    example_count = whole_setting("LAB_SCHEMA_EXAMPLES", DEFAULT_EXAMPLES, 10_000_000)
    seed = whole_setting("LAB_SCHEMA_SEED", secrets.randbelow(2**32) + 1, 2**32)
    _ensure_schemathesis()
    with (
        tempfile.TemporaryDirectory(prefix="lab-schema-") as name,
        running_lab(Path(name), settings=SETTINGS) as lab,
    ):
        folder = Path(name)
        objects = folder / "objects.json"
        python = venv_bin("python")
        run.command(python, "-m", "tests.hostile.objects", lab.address, objects)
        report = folder / "report.json"
        try:
            run.command(
                *_command(lab.address, example_count, seed, report),
                # It keeps what failed in the folder that it runs in.
                cwd=folder,
                environment=_environment(objects),
            )
        finally:
            # This log has the tracebacks, under the ids of the requests.
            log = lab.data_dir / "logs" / "api.log"
            if log.exists():
                kept = BUILD_DIR / "test-logs" / "schema-api.log"
                kept.parent.mkdir(parents=True, exist_ok=True)
                kept.write_bytes(log.read_bytes())
            if report.exists():
                run.passed_tests += print_table(json.loads(report.read_text()), seed)


def print_table(report: Mapping[str, Any], seed: int) -> int:
    """Print the requests sent and the problems found, and how many operations have none."""
    tested = report["operations"]["tested"]
    print(f"\n{'operations':<44} {tested:>7}")
    print(f"{'  left out: event streams, which do not end':<44} ", end="")
    print(f"{report['operations']['total'] - report['operations']['selected']:>7}")
    print(f"{'examples':<44} {report['test_cases']['generated']:>7}")
    for kind, title in RATES.items():
        print(f"{title:<44} {_rate(report, kind):>7}")
    failing: set[str] = set()
    for failure in report["failures"]:
        failing.update(failure["operations"])
        print(f"{'  ' + failure['title']:<44} {failure['count']:>7}")
    for error in report["errors"]:
        print(f"{'  ' + error['title']:<44} {error['count']:>7}")
    print(f"{'operations that failed':<44} {len(failing):>7}")
    print(f"{'time':<44} {report['running_time']:>6.0f}s")
    print(f"The same requests again: LAB_SCHEMA_SEED={seed} ./lab test --only schema", flush=True)
    return int(tested) - len(failing)


def _rate(report: Mapping[str, Any], kind: str) -> int:
    """How many requests that keep to the description were answered in this way."""
    phases = [phase for each in report["valid_rates"].values() for phase in each.values()]
    return sum(phase[kind] for phase in phases)


def _command(address: str, example_count: int, seed: int, report: Path) -> list[str | Path]:
    url = f"{address}/api/openapi.json"
    per_operation = math.ceil(example_count / _operation_count())
    return [
        VENV / "bin" / "schemathesis",
        *("run", url, "--no-color", "--warnings", "off", "--continue-on-failure"),
        *("--exclude-path-regex", STREAMS),
        *("--checks", ",".join(CHECKS)),
        # Made-up requests, valid and invalid; the fixed lists of the other phases are sent in
        # addition.
        *("--phases", "coverage,fuzzing", "--max-examples", str(per_operation)),
        *("--seed", str(seed), "--generation-database", "none", "--request-timeout", "60"),
        *("--suppress-health-check", "all"),
        *("--report", "json", "--report-json-path", report),
    ]


def _operation_count() -> int:
    paths = json.loads(DESCRIPTION_PATH.read_text())["paths"]
    return sum(len(operations) for operations in paths.values())


def _environment(objects: Path) -> dict[str, str]:
    return {
        **os.environ,
        "PYTHONPATH": str(PROJECT_ROOT),
        "SCHEMATHESIS_HOOKS": "tests.hostile.hooks",
        "LAB_SCHEMA_OBJECTS": str(objects),
    }


def _ensure_schemathesis() -> None:
    """An environment of its own, exactly as the lock says."""
    build_once(Stamp(VENV / "stamp"), lambda: digest_of([SCHEMA_LOCK_PATH], sys.version), _install)


def _install() -> None:
    with step("schemathesis"):
        subprocess.run([sys.executable, "-m", "venv", "--clear", str(VENV)], check=True)
        python = VENV / "bin" / "python"
        command: list[str | Path] = [python, "-m", "pip", "install"]
        if venv_bin("uv").exists():
            command = [venv_bin("uv"), "pip", "install", "--python", python]
        run_logged(
            "schemathesis",
            [*command, "--require-hashes", "-r", SCHEMA_LOCK_PATH],
            environment=uv_environment(python),
        )
