"""Run one build command quietly: its output goes to a log, and is shown when it fails."""

import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from tools.errors import LabError
from tools.paths import BUILD_DIR

SHOWN_LINES = 40


def run_logged(
    label: str,
    command: Sequence[str | Path] | Sequence[str],
    *,
    cwd: Path | None = None,
    environment: Mapping[str, str] | None = None,
    help_text: str = "",
) -> None:
    """Run `command`; on failure raise with the end of its output and what may help."""
    log_path = BUILD_DIR / "logs" / f"{label.replace(' ', '-')}.log"
    log_path.parent.mkdir(parents=True, exist_ok=True)
    with log_path.open("wb") as log:
        result = subprocess.run(
            [str(part) for part in command],
            cwd=cwd,
            env=dict(environment) if environment is not None else None,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
            check=False,
        )
    if result.returncode == 0:
        return
    lines = log_path.read_text(errors="replace").splitlines()[-SHOWN_LINES:]
    shown = "\n".join("  | " + line for line in lines)
    raise LabError(
        f"{label} failed (exit code {result.returncode}).\n{shown}\n{help_text}".rstrip()
    )
