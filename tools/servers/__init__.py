"""The bundled PostgreSQL and Valkey: start one in a folder, get its address, stop it.

`./lab up` and the test fixtures use the same two classes, so that tests meet the real servers.
"""

from tools.servers.postgres import PostgresServer
from tools.servers.valkey import ValkeyServer

__all__ = ["PostgresServer", "ValkeyServer"]
