"""The load of an idle lab on its database."""

import re
import time
from collections import Counter
from pathlib import Path

import pytest

from tools.console import say
from tools.servers import PostgresServer
from tools.testing.running_lab import running_lab

SETTLED_S = 20.0
WATCHED_S = 30.0
MOST_PER_S = 5.0
# Everything that a client has asked for, BEGIN and COMMIT among it, and who asked. A statement may
# go on over lines that are indented.
STATEMENT = re.compile(
    r"^\[(?P<who>[^]]*)\] LOG:  (?:statement|execute [^:]*): (?P<what>.*(?:\n\t.*)*)", re.M
)
MOST_SHOWN = 160


@pytest.mark.slow
def test_idle_lab_asks_its_database_little(tmp_path: Path) -> None:
    """Two processes of the API, two workers for each queue, and no page that is open."""
    tmp_path.chmod(0o755)
    with running_lab(tmp_path, "--workers", "2", "--api-processes", "2") as lab:
        time.sleep(SETTLED_S)
        server = PostgresServer(lab.data_dir)
        server.query("lab", "ALTER SYSTEM SET log_line_prefix = '[%a] '")
        server.query("lab", "ALTER SYSTEM SET log_statement = 'all'")
        server.query("lab", "SELECT pg_reload_conf()")
        time.sleep(1.0)
        begin = server.log_path.stat().st_size
        time.sleep(WATCHED_S)
        with server.log_path.open("rb") as log:
            log.seek(begin)
            asked = [_in_short(found) for found in STATEMENT.finditer(log.read().decode())]
    per_s = len(asked) / WATCHED_S
    table = "\n".join(
        f"{count / WATCHED_S:7.3f}/s  {statement}"
        for statement, count in Counter(asked).most_common()
    )
    say(f"{per_s:.2f} statements/s\n{table}")
    assert asked, "there are no sweeps, and no worker reports its core"
    assert per_s < MOST_PER_S, table


def _in_short(found: re.Match[str]) -> str:
    who = found["who"].partition(" ")[0]
    return f"{who}: {' '.join(found['what'].split())[:MOST_SHOWN]}"
