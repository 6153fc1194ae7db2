"""Take the port of the page: the lab holds it, whichever of its processes come and go."""

import socket

from tools.errors import LabError

DEFAULT_PORT = 8000
TRIED_PORTS = 20
HIGHEST_PORT = 65535


def take_port(requested: int | None, host: str) -> socket.socket:
    """A socket bound to the port asked for (0: any), or to the first free one from 8000 on. It does
    not listen yet.

    A port asked for that is taken is an error: the person may have a link to it.
    """
    any_port = _bind(host, 0)
    if any_port is None:
        raise LabError(f"--host is {host}: this computer has no such address", exit_code=2)
    any_port.close()
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
        found = _bind(host, port)
        if found is not None:
            return found
    raise LabError(
        f"The ports {DEFAULT_PORT} to {DEFAULT_PORT + TRIED_PORTS - 1} are all taken. "
        "Name a free one with --port.",
        exit_code=2,
    )


def take_worker_port(host: str, port: int) -> socket.socket:
    """As `take_port`, for the workers of other machines."""
    found = _bind(host, port)
    if found is None:
        raise LabError(
            f"--worker-address is {host}:{port}: this computer has no such address, or something "
            "else listens there",
            exit_code=2,
        )
    return found


def _bind(host: str, port: int) -> socket.socket | None:
    """None if it is taken."""
    bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    # As servers do: a port in TIME_WAIT after a restart is free.
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((host, port))
    except OSError:
        bound.close()
        return None
    return bound
