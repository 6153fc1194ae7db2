"""The core's registries as the text of backend/lab_model/algorithms/registry.json."""

import json
from pathlib import Path

import ccsim


def registry_text() -> str:
    """The whole file. Says nothing of the core's version: it changes only if a list does."""
    return json.dumps(ccsim.components(), indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def write_registry(path: Path) -> bool:
    """Writes the file if it is not what the core says. Returns whether it was written."""
    text = registry_text()
    if path.exists() and path.read_text(encoding="utf-8") == text:
        return False
    path.write_text(text, encoding="utf-8")
    return True
