"""`mcp`: the lab as tools for agents, by the Model Context Protocol."""

import argparse

from lab_cli.agents.tools import build_server
from lab_exec.parallel import whole_number


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares options and arguments."""
    parser.add_argument(
        "--http",
        metavar="PORT",
        help="serve http://127.0.0.1:PORT/mcp instead of standard input and output",
    )


def run(arguments: argparse.Namespace) -> int:
    """Serves until its client leaves, or until Ctrl-C."""
    server = build_server()
    if arguments.http is None:
        server.run("stdio")
    else:
        port = whole_number("--http", arguments.http, 1, 65535)
        server.run("streamable-http", host="127.0.0.1", port=port)
    return 0
