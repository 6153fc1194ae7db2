"""`python -m lab_worker.cli COMMAND ...`."""

import sys

from lab_worker.cli.main import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
