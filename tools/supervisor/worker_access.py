"""What workers of other machines need to connect: a certificate, a password, and two settings."""

import os
import secrets
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address
from pathlib import Path
from typing import Final

from tools.errors import LabError

FOLDER: Final = "worker-access"
ROLE: Final = "lab_worker"
PASSWORD_BYTES: Final = 32
VALID_DAYS: Final = 3650
# A machine whose clock is behind would find a new certificate not yet valid.
BACKDATED: Final = timedelta(days=2)
# `openssl ca` is the one that can say from when on a certificate is valid (OpenSSL 3.0).
AUTHORITY: Final = """\
[ca]
default_ca = lab
[lab]
database = {folder}/index
serial = {folder}/serial
new_certs_dir = {folder}
default_md = sha256
policy = names
x509_extensions = extensions
unique_subject = no
[names]
commonName = supplied
[extensions]
basicConstraints = critical, CA:TRUE
subjectAltName = IP:{host}
extendedKeyUsage = serverAuth
"""


@dataclass(frozen=True)
class WorkerAccess:
    """The folder with all of it, in the data folder."""

    folder: Path
    host: str
    port: int

    @property
    def certificate(self) -> Path:
        """The certificate, for those who connect; nothing in it is secret."""
        return self.folder / "certificate.pem"

    @property
    def key(self) -> Path:
        """The private key of the certificate."""
        return self.folder / "key.pem"

    @property
    def settings(self) -> Path:
        """Two lines for a shell of the other machine, with the password."""
        return self.folder / "settings.env"

    @property
    def password(self) -> str:
        """The password of both servers."""
        return (self.folder / "password").read_text().strip()

    def prepare(self) -> None:
        """Create missing files. The password and, for the same address, the certificate are kept.

        Raises LabError.
        """
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not (self.folder / "password").exists():
            _write(self.folder / "password", secrets.token_urlsafe(PASSWORD_BYTES))
        host_file = self.folder / "host"
        if not host_file.exists() or host_file.read_text() != self.host:
            self._certify()
            _write(host_file, self.host)
        _write(self.settings, self._settings())

    def _settings(self) -> str:
        place = f"{self.password}@{self.host}:{self.port}"
        return (
            f"LAB_DATABASE_URL='postgresql://{ROLE}:{place}/lab"
            "?sslmode=verify-full&sslnegotiation=direct'\n"
            f"LAB_REDIS_URL='rediss://:{place}/0'\n"
        )

    def _certify(self) -> None:
        openssl = shutil.which("openssl")
        if openssl is None:
            raise LabError(
                "--worker-address needs openssl, to make a certificate, and it is not installed. "
                "On Debian and Ubuntu: sudo apt-get install -y openssl",
                exit_code=2,
            )
        now = datetime.now(UTC)
        with tempfile.TemporaryDirectory(dir=self.folder) as name:
            folder = Path(name)
            (folder / "index").touch()
            (folder / "serial").write_text(f"{secrets.randbits(120) | 1 << 120:032x}\n")
            (folder / "ca.cnf").write_text(AUTHORITY.format(folder=folder, host=self.host))
            request = ["req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
            request += ["-noenc", "-subj", "/CN=FaiRTT Lab", "-config", "/dev/null"]
            request += ["-keyout", str(folder / "key.pem"), "-out", str(folder / "request.pem")]
            sign = ["ca", "-batch", "-selfsign", "-notext", "-config", str(folder / "ca.cnf")]
            sign += ["-keyfile", str(folder / "key.pem"), "-in", str(folder / "request.pem")]
            sign += ["-out", str(folder / "certificate.pem")]
            sign += ["-startdate", _asn1(now - BACKDATED)]
            sign += ["-enddate", _asn1(now + timedelta(days=VALID_DAYS))]
            for arguments in (request, sign):
                made = subprocess.run(
                    [openssl, *arguments], capture_output=True, text=True, check=False
                )
                if made.returncode != 0:
                    raise LabError(f"openssl {arguments[0]} failed:\n{made.stderr.strip()}")
            (folder / "key.pem").chmod(0o600)
            (folder / "key.pem").replace(self.key)
            (folder / "certificate.pem").replace(self.certificate)


def parse_address(text: str) -> tuple[str, int]:
    """Host and port of `--worker-address`. Raises LabError."""
    host, separator, port = text.partition(":")
    try:
        address = IPv4Address(host)
        number = int(port)
    except ValueError:
        separator = ""
    if not separator or address.is_unspecified or not 0 <= number <= 65_535:
        raise LabError(
            f"--worker-address is {text!r}: must be the IPv4 address of this computer that the "
            "other ones know, and a port, such as 10.0.0.1:7443",
            exit_code=2,
        )
    return str(address), number


def _asn1(moment: datetime) -> str:
    return f"{moment:%Y%m%d%H%M%SZ}"


def _write(path: Path, text: str) -> None:
    """Write a file that only this account can read, whole or not at all."""
    partial = path.with_suffix(".partial")
    with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(text)
    partial.replace(path)
