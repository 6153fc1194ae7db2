"""`python -m lab_cli COMMAND ...`."""

import sys

from lab_cli.main import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
