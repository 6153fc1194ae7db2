"""What the Python client needs on top of the lab: data frames, plots, notebooks.

`./lab up` does without. `./lab test`, `./lab generate` and `./lab python` install it once.
"""

from pathlib import Path

from tools.bootstrap.index_settings import uv_environment
from tools.bootstrap.lock_inputs import CLIENT_LOCK_PATH
from tools.bootstrap.once import build_once
from tools.bootstrap.python_packages import CLIENT_STAMP, ensure_python_packages
from tools.bootstrap.run import run_logged
from tools.bootstrap.stamp import digest_of
from tools.console import step
from tools.paths import venv_bin


def ensure_client_packages() -> None:
    """Install the client's lock into the environment, which is made if there is none."""
    ensure_python_packages()
    build_once(CLIENT_STAMP, lambda: digest_of([CLIENT_LOCK_PATH]), _install)


def _install() -> None:
    python = venv_bin("python")
    command: list[str | Path] = [python, "-m", "pip", "install"]
    if venv_bin("uv").exists():
        command = [venv_bin("uv"), "pip", "install", "--python", python]
    with step("packages of the Python client"):
        run_logged(
            "client packages",
            [*command, "--require-hashes", "-r", CLIENT_LOCK_PATH],
            environment=uv_environment(python),
        )
