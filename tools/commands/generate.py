"""`./lab generate`: write the files again that are made from other parts of the repository."""

import subprocess
from pathlib import Path

from tools.bootstrap.api_types import ensure_client_models, ensure_interface_types
from tools.bootstrap.core import ensure_core
from tools.bootstrap.frontend import FRONTEND_DIR
from tools.bootstrap.python_packages import ensure_python_packages
from tools.console import step
from tools.errors import LabError
from tools.paths import PROJECT_ROOT, venv_bin

# Modules that print a file, and the file that the service or the interface reads.
PRINTED = (
    (["ccsim.registry"], PROJECT_ROOT / "backend/lab_model/algorithms/registry.json"),
    (["ccsim.metrics_file"], PROJECT_ROOT / "backend/lab_model/metrics/metrics.json"),
    (["lab_research.behaviour.changes"], PROJECT_ROOT / "backend/lab_model/behaviour_changes.json"),
    (["lab_model.scenarios.reference.page"], PROJECT_ROOT / "docs/scenario.md"),
    (["lab_model.scenarios.reference.kind_titles"], FRONTEND_DIR / "src/generated/kindTitles.ts"),
    (["lab_model.scenarios.reference.kind_series"], FRONTEND_DIR / "src/generated/kindSeries.ts"),
    (["lab_model.exports.listing", "python"], PROJECT_ROOT / "backend/lab_model/exports/names.py"),
    (["lab_model.exports.listing", "typescript"], FRONTEND_DIR / "src/generated/exportFiles.ts"),
    (["lab_model.metrics.reference"], PROJECT_ROOT / "docs/metrics.md"),
    (["lab_model.traces.typescript"], FRONTEND_DIR / "src/generated/traces.ts"),
    (["lab_model.metrics.typescript", "results"], FRONTEND_DIR / "src/generated/metrics.ts"),
    (["lab_model.metrics.typescript", "series"], FRONTEND_DIR / "src/generated/seriesMetrics.ts"),
    (["lab_model.metrics.typescript", "rtt"], FRONTEND_DIR / "src/generated/rttMetrics.ts"),
    (["lab_research.witness.page"], FRONTEND_DIR / "src/generated/witness.json"),
    (["lab_research.witness.bbr3_page"], FRONTEND_DIR / "src/generated/witnessBbr3.json"),
    (["lab.api_pages", "problems"], PROJECT_ROOT / "docs/problems.md"),
    (["lab.api_pages", "listing"], PROJECT_ROOT / "docs/api.md"),
)


def generate() -> int:
    """What the core declares, pages and modules made of it, and the types of the API."""
    ensure_python_packages()
    ensure_core()
    for module, path in PRINTED:
        with step(path.relative_to(PROJECT_ROOT).as_posix()):
            _write(path, [str(venv_bin("python")), "-P", "-m", *module])
    # Not committed: made from the description of the API, which follows from what is above.
    ensure_client_models()
    ensure_interface_types()
    return 0


def _write(path: Path, command: list[str]) -> None:
    """Replace the file only by a complete one."""
    result = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    if result.returncode != 0 or not result.stdout:
        raise LabError(f"{' '.join(command[2:])} failed; {path.name} is as it was.")
    partial = path.with_name(path.name + ".partial")
    partial.write_bytes(result.stdout)
    partial.replace(path)
