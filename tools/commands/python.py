"""`./lab python`: an interpreter with the Python client, data frames, plots and the core."""

import os
import sys

from tools.bootstrap.api_types import ensure_client_models
from tools.bootstrap.core import ensure_core
from tools.bytecode import keep_bytecode
from tools.paths import venv_bin


def python(arguments: list[str]) -> int:
    """Install missing packages, then become the interpreter with the arguments behind `python`."""
    ensure_client_models()
    ensure_core()
    sys.stdout.flush()
    keep_bytecode(os.environ)
    interpreter = str(venv_bin("python"))
    os.execv(interpreter, [interpreter, *arguments[1:]])
