"""Workers of other machines come in by TLS with a password, as a role that is not the master."""

import os
import shlex
import socket
import ssl
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg
import pytest
import redis

from tools.commands.worker_host import addresses_of
from tools.errors import LabError
from tools.servers import PostgresServer, ValkeyServer
from tools.supervisor import services
from tools.supervisor.port import take_worker_port
from tools.supervisor.worker_access import FOLDER, ROLE, WorkerAccess, parse_address

HOST = "127.0.0.1"
OVERDUE = timedelta(days=1)


@dataclass
class Servers:
    """The servers of a lab, and the gate before them."""

    access: WorkerAccess
    postgres: PostgresServer
    valkey: ValkeyServer

    def settings(self) -> dict[str, str]:
        """As a shell of the other machine reads them."""
        lines = self.access.settings.read_text().splitlines()
        return {name: shlex.split(value)[0] for name, value in (x.split("=", 1) for x in lines)}

    def addresses(self) -> services.Addresses:
        """As the other machine's workers get them."""
        return addresses_of(self.settings(), self.access.certificate, without_tls=False)


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    folder = tmp_path_factory.mktemp("access")
    listener = take_worker_port(HOST, 0)
    access = WorkerAccess(folder / FOLDER, HOST, listener.getsockname()[1])
    access.prepare()
    postgres = PostgresServer(folder, durable=False, network_role=ROLE)
    valkey = ValkeyServer(folder, password=access.password)
    gate = services.gate(listener, access, postgres, valkey, folder)
    with postgres, valkey:
        postgres.admit_role(access.password)
        postgres.admit_role(access.password)  # as at the next start
        gate.spawn()
        try:
            gate.wait_ready(services.beat_path("gate", folder).exists, 30.0)
            yield Servers(access, postgres, valkey)
        finally:
            gate.stop()
            listener.close()


def test_both_servers_let_a_worker_in(servers: Servers) -> None:
    addresses = servers.addresses()
    servers.postgres.query("lab", "CREATE TABLE kept (number integer PRIMARY KEY)")
    with psycopg.connect(addresses.database_url) as connection:
        connection.execute("INSERT INTO kept VALUES (47)")
        assert connection.execute("SELECT number FROM kept").fetchall() == [(47,)]
        assert connection.pgconn.ssl_in_use
    with redis.Redis.from_url(addresses.redis_url) as client:
        client.set("kept", "x" * 1_000_000)
        assert len(client.get("kept") or b"") == 1_000_000
    with redis.Redis.from_url(servers.valkey.url) as client:
        assert client.exists("kept") == 1


def test_a_worker_is_not_the_master_of_the_server(servers: Servers, tmp_path: Path) -> None:
    with psycopg.connect(servers.addresses().database_url) as connection:
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute(f"COPY pg_class TO PROGRAM 'touch {tmp_path}/owned'")
        connection.rollback()
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("CREATE TABLE other (number integer)")
    assert list(tmp_path.iterdir()) == []
    as_master = servers.addresses().database_url.replace(f"{ROLE}:", "lab:")
    with pytest.raises(psycopg.OperationalError, match=r"no pg_hba\.conf entry"):
        psycopg.connect(as_master)


def test_who_has_no_password_is_refused(servers: Servers) -> None:
    addresses = servers.addresses()
    password = servers.access.password
    with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
        psycopg.connect(addresses.database_url.replace(password, "guessed"))
    for url in (
        addresses.redis_url.replace(password, "guessed"),
        addresses.redis_url.replace(f":{password}@", ""),
        f"unix://{servers.valkey.socket_path}",
    ):
        with redis.Redis.from_url(url) as client, pytest.raises(redis.AuthenticationError):
            client.ping()


def test_a_foreign_server_does_not_get_the_password(servers: Servers) -> None:
    settings = servers.settings()
    with pytest.raises(psycopg.OperationalError, match="certificate"):
        psycopg.connect(settings["LAB_DATABASE_URL"], sslrootcert="system")
    with (
        redis.Redis.from_url(settings["LAB_REDIS_URL"]) as client,
        pytest.raises(redis.ConnectionError, match="CERTIFICATE_VERIFY_FAILED"),
    ):
        client.ping()


def test_nothing_is_said_without_tls(servers: Servers) -> None:
    place = (HOST, servers.access.port)
    for request in (b"PING\r\n", b"\x00\x00\x00\x08\x04\xd2\x16\x2f"):
        with socket.create_connection(place, timeout=20) as client:
            client.sendall(request)
            try:
                said = client.recv(64)
            except ConnectionResetError:
                said = b""
        # At most an alert of TLS.
        assert said[:1] in {b"", b"\x15"}


def test_a_machine_whose_clock_is_behind_accepts_the_certificate(servers: Servers) -> None:
    shown = ["openssl", "x509", "-noout", "-startdate", "-in", str(servers.access.certificate)]
    said = subprocess.run(shown, capture_output=True, text=True, check=True).stdout
    begins = datetime.fromtimestamp(ssl.cert_time_to_seconds(said.strip().split("=")[1]), UTC)
    assert begins < datetime.now(UTC) - OVERDUE


def test_secrets_are_for_the_owner_and_stay(servers: Servers) -> None:
    access = servers.access
    for path in (access.key, access.settings, access.folder / "password"):
        assert path.stat().st_mode & 0o077 == 0, path
    for pid in (servers.postgres.pid, servers.valkey.pid):
        assert access.password not in Path(f"/proc/{pid}/cmdline").read_text()
    before = (access.password, access.certificate.read_bytes(), access.key.read_bytes())
    access.prepare()
    assert (access.password, access.certificate.read_bytes(), access.key.read_bytes()) == before


def test_another_address_gets_another_certificate(tmp_path: Path) -> None:
    access = WorkerAccess(tmp_path / FOLDER, HOST, 7443)
    access.prepare()
    before = access.certificate.read_bytes()
    moved = WorkerAccess(tmp_path / FOLDER, "10.0.0.7", 7443)
    moved.prepare()
    assert moved.certificate.read_bytes() != before
    shown = ["openssl", "x509", "-noout", "-ext", "subjectAltName", "-in", str(moved.certificate)]
    assert "10.0.0.7" in subprocess.run(shown, capture_output=True, text=True, check=True).stdout
    assert moved.password in moved.settings.read_text()


@pytest.mark.parametrize("text", ["", "10.0.0.1", "lab:7443", "0.0.0.0:7443", "10.0.0.1:70000"])
def test_an_address_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(LabError, match="--worker-address is"):
        parse_address(text)


def test_settings_that_encrypt_nothing_are_refused() -> None:
    plain = {"LAB_DATABASE_URL": "postgresql://lab@db/lab", "LAB_REDIS_URL": "redis://:x@db"}
    with pytest.raises(LabError, match="LAB_DATABASE_URL has no TLS"):
        addresses_of(plain, None, without_tls=False)
    half = {**plain, "LAB_DATABASE_URL": "postgresql://lab@db/lab?sslmode=verify-full"}
    with pytest.raises(LabError, match="LAB_REDIS_URL has no TLS"):
        addresses_of(half, None, without_tls=False)
    assert addresses_of(plain, None, without_tls=True).redis_url == plain["LAB_REDIS_URL"]
    with pytest.raises(LabError, match="LAB_REDIS_URL is not set"):
        addresses_of({"LAB_DATABASE_URL": "x"}, None, without_tls=True)
    with pytest.raises(LabError, match="no such file"):
        addresses_of(plain, Path("nowhere.pem"), without_tls=True)


def test_a_lab_with_servers_of_its_own_offers_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    from tools.commands.up import worker_address_of

    assert "LAB_DATABASE_URL" not in os.environ
    assert worker_address_of("10.0.0.1:7443") == ("10.0.0.1", 7443)
    monkeypatch.setenv("LAB_REDIS_URL", "redis://elsewhere")
    with pytest.raises(LabError, match="LAB_REDIS_URL names"):
        worker_address_of("10.0.0.1:7443")
