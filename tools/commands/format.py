"""`./lab format`: lay out all code as the checks want it."""

import subprocess
from pathlib import Path

from tools.bootstrap.frontend import FRONTEND_DIR, ensure_node_modules
from tools.bootstrap.python_packages import ensure_python_packages
from tools.checks import hand_written, words
from tools.checks.files import files_with
from tools.paths import PROJECT_ROOT, venv_bin


def format_code() -> int:
    """Ruff, clang-format and Prettier over every file of the repository; data written by hand.

    Counts of private words that have fallen are lowered.
    """
    hand_written.lay_out()
    words.lower_counts()
    ensure_python_packages()
    node = ensure_node_modules()
    commands: list[tuple[list[str], Path]] = [
        ([str(venv_bin("ruff")), "format", *files_with(".py")], PROJECT_ROOT),
        ([str(venv_bin("clang-format")), "-i", *files_with(".cpp", ".h")], PROJECT_ROOT),
        ([*node.npm, "run", "--silent", "format"], FRONTEND_DIR),
    ]
    for command, folder in commands:
        subprocess.run(command, cwd=folder, env=node.environment(), check=True)
    return 0
