"""Choose the port of the page."""

import socket

from tools.errors import LabError

DEFAULT_PORT = 8000
TRIED_PORTS = 20
HIGHEST_PORT = 65535


def choose_port(requested: int | None, host: str) -> int:
    """The port asked for (0: any), or the first free one from 8000 on.

    A port asked for that is taken is an error: the person may have a link to it.
    """
    if _bind(host, 0) is None:
        raise LabError(f"--host is {host}: this computer has no such address", exit_code=2)
    if requested is not None:
        if not 0 <= requested <= HIGHEST_PORT:
            raise LabError(f"--port is {requested}: must be 0 to {HIGHEST_PORT}", exit_code=2)
        found = _bind(host, requested)
        if found is None:
            raise LabError(
                f"--port is {requested}: something else listens there. Choose another, or leave "
                "--port out.",
                exit_code=2,
            )
        return found
    for port in range(DEFAULT_PORT, DEFAULT_PORT + TRIED_PORTS):
        if _bind(host, port) is not None:
            return port
    raise LabError(
        f"The ports {DEFAULT_PORT} to {DEFAULT_PORT + TRIED_PORTS - 1} are all taken. "
        "Name a free one with --port.",
        exit_code=2,
    )


def _bind(host: str, port: int) -> int | None:
    """Bind for a moment; the number that the system gave, or None if it is taken."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        # As uvicorn does: a port in TIME_WAIT after a restart is free.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return None
        number: int = probe.getsockname()[1]
        return number
