"""Where compiled modules go, for whoever wants none beside the sources."""

import os
import subprocess
import sys

from tools.bytecode import keep_bytecode
from tools.paths import BUILD_DIR, PROJECT_ROOT


def test_who_forbids_it_beside_the_sources_finds_it_in_the_build_folder() -> None:
    environment = {"PYTHONDONTWRITEBYTECODE": "1", "HOME": "/"}
    keep_bytecode(environment)
    assert environment == {"HOME": "/", "PYTHONPYCACHEPREFIX": str(BUILD_DIR / "pycache")}


def test_who_forbids_nothing_has_it_as_ever() -> None:
    environment = {"HOME": "/"}
    keep_bytecode(environment)
    assert environment == {"HOME": "/"}


def test_the_entry_door_keeps_its_own() -> None:
    program = (
        "import sys; sys.path.insert(0, sys.argv[1]); from tools.bytecode import keep_own_bytecode;"
        " keep_own_bytecode(); print(sys.dont_write_bytecode, sys.pycache_prefix)"
    )
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    environment.pop("PYTHONPYCACHEPREFIX", None)
    command = [sys.executable, "-P", "-c", program, str(PROJECT_ROOT)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", str(BUILD_DIR / "pycache")]
