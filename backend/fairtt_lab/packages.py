"""Packages that only some calls need. They are large, so they are loaded by the first such call."""

import importlib
from types import ModuleType
from typing import Any

from fairtt_lab.errors import NotInstalledError

FIGURES = "pip install 'fairtt-lab[figures]' installs it; ./lab python has it."
POLARS = "pip install 'fairtt-lab[polars]' installs it; ./lab python has it."
XARRAY = "pip install xarray installs it; grid() gives the same numbers without it."
MODULES = "The extra 'local' of fairtt-lab has it (docs/python.md), and ./lab python."
WHOLE_LAB = (
    "It is not part of the package of the client; ./lab python has it, and Lab(url) of a server."
)
CORE = (
    "What computes on this machine is the extra 'local' of fairtt-lab (docs/python.md); ./lab "
    "python has it. With a server use Lab(url)."
)


def load(name: str, purpose: str, advice: str) -> Any:
    """A module by its name. Raises `NotInstalledError` saying what needs it and how to get it."""
    try:
        module: ModuleType = importlib.import_module(name)
    except ImportError as error:
        missing = error.name or name
        raise NotInstalledError(f"{purpose} needs the package '{missing}'. {advice}") from error
    return module
