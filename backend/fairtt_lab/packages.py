"""Packages that only some calls need. They are large, so they are loaded by the first such call."""

import importlib
from types import ModuleType
from typing import Any

from fairtt_lab.errors import NotInstalledError

CLIENT = "pip install './backend[client]' in a copy of FaiRTT Lab installs it; ./lab python has it."
CORE = (
    "Without a server the simulator's core must be installed: ./lab python has it. With a server "
    "use Lab(url)."
)


def load(name: str, purpose: str, advice: str = CLIENT) -> Any:
    """A module by its name. Raises `NotInstalledError` saying what needs it and how to get it."""
    try:
        module: ModuleType = importlib.import_module(name)
    except ImportError as error:
        missing = error.name or name
        raise NotInstalledError(f"{purpose} needs the package '{missing}'. {advice}") from error
    return module
