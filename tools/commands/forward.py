"""`./lab sim`, `sweep`, `presets` and others: the worker's command line, no server."""

import os
import sys

from tools.bootstrap.client_packages import ensure_client_packages
from tools.bootstrap.core import ensure_core
from tools.bootstrap.python_packages import ensure_python_packages
from tools.bytecode import keep_bytecode
from tools.paths import venv_bin

CLI_MODULE = "lab_cli"
# Drawn with matplotlib, which is among the client's packages.
REPORT = "--report"


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
    os.execv(python, [python, "-P", "-m", CLI_MODULE, *arguments])
