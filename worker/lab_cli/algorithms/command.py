"""`algorithms`: the core's list, and the generated file that the backend reads."""

import argparse
import sys
from pathlib import Path

import lab_model.algorithms
from lab_exec.data_files import registry_text, write_registry


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares options and arguments."""
    parser.add_argument(
        "--write",
        action="store_true",
        help="write the list to backend/lab_model/algorithms/registry.json instead of printing it",
    )


def run(arguments: argparse.Namespace) -> int:
    """Prints or writes the list."""
    if not arguments.write:
        sys.stdout.write(registry_text())
        return 0
    path = Path(lab_model.algorithms.__file__).with_name("registry.json")
    was_written = write_registry(path)
    print(f"{path} {'written' if was_written else 'is fresh'}", file=sys.stderr)
    return 0
