"""`python -m lab.site DIR --interface DIST --python PARTS`: what `./lab site` starts."""

import argparse
import sys
from pathlib import Path

from lab.site.folder import FolderRefusedError, write_site

INPUT_WRONG = 2


def main(arguments: list[str]) -> int:
    """Writes the folder; 2 if it may not be written."""
    parser = argparse.ArgumentParser(prog="./lab site")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--interface", type=Path, required=True)
    parser.add_argument("--python", type=Path, required=True)
    parser.add_argument("--keep", type=Path)
    parsed = parser.parse_args(arguments)
    try:
        write_site(parsed.folder, parsed.interface, parsed.python, parsed.keep)
    except FolderRefusedError as refused:
        sys.stderr.write(f"{refused}\n")
        return INPUT_WRONG
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
