"""The end-to-end stage: a real `./lab up` on a free port, driven in headless Chromium."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from tools.bootstrap.frontend import FRONTEND_DIR, ensure_frontend, ensure_node_modules
from tools.bootstrap.page_python import ensure_page_python
from tools.bootstrap.python_packages import sudo
from tools.errors import LabError
from tools.paths import PROJECT_ROOT, venv_bin
from tools.testing.running_lab import running_lab
from tools.testing.stage import StageRun

CONFIG = PROJECT_ROOT / "tests" / "e2e" / "playwright.config.mjs"
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def end_to_end(run: StageRun) -> None:
    """Start a lab in a folder of its own, run the browser tests against it, stop it."""
    _drive(run, {})


def full_end_to_end(run: StageRun) -> None:
    """`end_to_end` with the tests tagged @full, and every page in both schemes at both widths."""
    _drive(run, {"LAB_FULL": "1"})


def _drive(run: StageRun, settings: dict[str, str]) -> None:
    chromium = ensure_chromium(run)
    with (
        tempfile.TemporaryDirectory(prefix="lab-e2e-") as folder,
        running_lab(_open_to_all(Path(folder))) as lab,
    ):
        node = ensure_node_modules()
        environment = node.environment()
        environment |= {"LAB_URL": lab.address, "LAB_CHROMIUM": chromium} | settings
        environment["LAB_DATA_DIR"] = str(lab.data_dir)
        environment |= _site(run, Path(folder) / "site")
        cli = FRONTEND_DIR / "node_modules" / "@playwright" / "test" / "cli.js"
        run.command(node.node, cli, "test", "--config", CONFIG, environment=environment)


def _site(run: StageRun, folder: Path) -> dict[str, str]:
    """The folder of a lab without a server, or why there is none: its Python cannot be had."""
    try:
        python = ensure_page_python()
    except LabError as error:
        return {"LAB_NO_SITE": f"Python for a site cannot be had: {error}"}
    arguments: list[str | Path] = ["--interface", ensure_frontend(), "--python", python]
    run.command(venv_bin("python"), "-m", "lab.site", folder, *arguments)
    return {"LAB_SITE": str(folder)}


def _open_to_all(folder: Path) -> Path:
    """Make a data folder that others may read, as a user might: the lab must restrict it."""
    folder.chmod(0o755)
    (folder / "data").mkdir(mode=0o755)
    return folder


def ensure_chromium(run: StageRun) -> str:
    """`LAB_CHROMIUM`, or the system's; root gets Debian's, others get instructions."""
    found = _find_chromium()
    if found is None and os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(["apt-get", "update", "-qq"], check=False)
        packages = ["chromium", "fonts-dejavu-core"]
        run.command("apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages)
    return find_chromium()


def find_chromium() -> str:
    """`LAB_CHROMIUM`, or the system's. Raises LabError with the way to one if there is none."""
    found = _find_chromium()
    if found is None:
        raise LabError(
            "The browser tests and measurements need Chromium: "
            f"{sudo()}apt-get install -y --no-install-recommends chromium"
        )
    return found


def _find_chromium() -> str | None:
    configured = os.environ.get("LAB_CHROMIUM")
    return configured or next(
        (path for name in CHROMIUM_NAMES if (path := shutil.which(name))), None
    )
