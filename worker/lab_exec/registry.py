"""The core's list of algorithms as the text of backend/lab_model/algorithms/registry.json."""

import json
from pathlib import Path
from typing import Any

import ccsim


def core_algorithms() -> list[dict[str, Any]]:
    """All algorithms of the core that is installed here."""
    return ccsim.algorithms()


def registry_text() -> str:
    """The whole file. Says nothing of the core's version: it changes only if the list does."""
    content = {"algorithms": core_algorithms()}
    return json.dumps(content, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def write_registry(path: Path) -> bool:
    """Writes the file if it is not what the core says. Returns whether it was written."""
    text = registry_text()
    if path.exists() and path.read_text(encoding="utf-8") == text:
        return False
    path.write_text(text, encoding="utf-8")
    return True
