"""Data files of the repository, for commands that may not import the core: how they are written,
and the core's registries in backend/lab_model/algorithms/registry.json.
"""

from pathlib import Path

from ccsim.entry_lines import entry_lines
from ccsim.registry import registry_text

__all__ = ["entry_lines", "registry_text", "write_registry"]


def write_registry(path: Path) -> bool:
    """Writes the file if it is not what the core says. Returns whether it was written."""
    text = registry_text()
    if path.exists() and path.read_text(encoding="utf-8") == text:
        return False
    path.write_text(text, encoding="utf-8")
    return True
