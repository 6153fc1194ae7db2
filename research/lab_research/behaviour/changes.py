"""Prints which behaviours left runs with which traits alone: `lab_model/behaviour_changes.json`.

The service reads it: it has neither the core nor its fingerprints.
"""

import json

from lab_cli.kit.behaviour_history import HISTORY_PATH, read_history


def changes_text() -> str:
    """What `lab_model.behaviour.holds_under` needs of sim-core/behaviour.json."""
    history = read_history(HISTORY_PATH)
    content = {
        "behaviour_version": history.version,
        "only_with": {str(version): names for version, names in history.only_with.items()},
    }
    return json.dumps(content, indent=1) + "\n"


if __name__ == "__main__":
    print(changes_text(), end="")
