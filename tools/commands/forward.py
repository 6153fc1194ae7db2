"""`./lab sim`, `sweep`, `presets` and others: the worker's command line, no server."""

import os
import sys
from typing import Final

from tools.bootstrap.client_packages import ensure_client_packages
from tools.bootstrap.core import ensure_core
from tools.bootstrap.python_packages import ensure_python_packages
from tools.bytecode import keep_bytecode
from tools.paths import venv_bin

CLI_MODULE = "lab_cli"
# Drawn with matplotlib, which is among the client's packages.
REPORT = "--report"

# A fifth of the processor time of a short command: NumPy's linear algebra starts a thread for each
# processor, and no command multiplies matrices; Pydantic looks for plugins among all packages.
QUICK_START: Final = {"OPENBLAS_NUM_THREADS": "1", "PYDANTIC_DISABLE_PLUGINS": "__all__"}


def forward(arguments: list[str]) -> int:
    """Build Python packages and core if needed, then become the worker's command line.

    Everything said until then goes to stderr: stdout carries nothing but the result.
    """
    if any(word.partition("=")[0] == REPORT for word in arguments):
        ensure_client_packages()
    ensure_python_packages()
    ensure_core()
    sys.stdout.flush()
    python = str(venv_bin("python"))
    # -P: the current folder is the person's, and nothing in it is a module of ours.
    keep_bytecode(os.environ)
    for name, value in QUICK_START.items():
        os.environ.setdefault(name, value)
    os.execv(python, [python, "-P", "-m", CLI_MODULE, *arguments])
