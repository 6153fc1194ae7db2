"""What holds for every answer: headers, compression, the interface's files."""

import gzip
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from lab.settings import Settings
from lab.static_files import COMPRESSED
from tests.support.server import connected

PAGE = "<!doctype html><title>Lab</title>" + "<!-- long enough to be compressed -->" * 40
SCRIPT = "export const answer = 42;\n" * 100


FORMS = {"br": b"as brotli", "gzip": gzip.compress(SCRIPT.encode()), None: SCRIPT.encode()}
"""By content coding. The server looks into none of them."""


@pytest.fixture
def interface(settings: Settings, tmp_path: Path) -> Iterator[httpx.Client]:
    """An API that serves a built interface."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text(PAGE)
    (tmp_path / "favicon.svg").write_text("<svg/>")
    (tmp_path / "assets" / "index-abc123.js").write_text(SCRIPT)
    with connected(settings.model_copy(update={"static_dir": tmp_path})) as client:
        yield client


@pytest.fixture
def compressed(interface: httpx.Client, tmp_path: Path) -> httpx.Client:
    """The same, with what the build puts beside its files."""
    for coding, suffix in COMPRESSED.items():
        (tmp_path / "assets" / f"index-abc123.js{suffix}").write_bytes(FORMS[coding])
    return interface


class TestHeaders:
    @pytest.mark.parametrize(
        "path", ["/api/health", "/api/nothing", "/", "/assets/index-abc123.js"]
    )
    def test_policy_allows_own_scripts_only(self, interface: httpx.Client, path: str) -> None:
        headers = interface.get(path).headers
        policy = dict(
            directive.split(" ", 1) for directive in headers["Content-Security-Policy"].split("; ")
        )
        for kind in ("default-src", "style-src", "worker-src", "connect-src"):
            assert policy[kind] == "'self'", kind
        # WebAssembly may be compiled; text may not be evaluated.
        assert policy["script-src"] == "'self' 'wasm-unsafe-eval'"
        # What is allowed there is data that no browser runs.
        assert policy["img-src"] == "'self' data: blob:"
        assert policy["base-uri"] == "'none'"
        assert policy["object-src"] == policy["frame-ancestors"] == "'none'"
        assert headers["Content-Security-Policy"].count("unsafe") == 1
        assert headers["X-Content-Type-Options"] == "nosniff"

    def test_every_answer_has_its_own_request_id(self, client: httpx.Client) -> None:
        ids = {client.get("/api/health").headers["X-Request-ID"] for _ in range(3)}
        assert len(ids) == 3

    def test_malformed_request_id_is_replaced(self, client: httpx.Client) -> None:
        answer = client.get("/api/health", headers={"X-Request-ID": 'x"; drop'})
        assert answer.headers["X-Request-ID"] != 'x"; drop'


class TestCompression:
    """httpx unpacks what it gets; a body that is no gzip would raise."""

    def test_an_answer_is_compressed_for_who_takes_it(self, client: httpx.Client) -> None:
        plain = client.get("/api/openapi.json", headers={"Accept-Encoding": "identity"})
        packed = client.get("/api/openapi.json", headers={"Accept-Encoding": "gzip"})
        assert "Content-Encoding" not in plain.headers
        assert packed.headers["Content-Encoding"] == "gzip"
        assert packed.headers["Vary"] == "Accept-Encoding"
        assert packed.content == plain.content
        assert int(packed.headers["Content-Length"]) < len(plain.content) / 4


class TestInterface:
    def test_files_with_a_hash_are_cached_for_ever(self, interface: httpx.Client) -> None:
        answer = interface.get("/assets/index-abc123.js")
        assert answer.text == SCRIPT
        assert "immutable" in answer.headers["Cache-Control"]
        assert answer.headers["Content-Encoding"] == "gzip"

    @pytest.mark.parametrize(
        ("accepted", "coding"),
        [
            ("gzip, deflate, br, zstd", "br"),
            ("gzip;q=1.0, br;q=0", "gzip"),
            ("gzip", "gzip"),
            ("identity", None),
        ],
    )
    def test_what_the_build_compressed_is_sent_as_it_is(
        self, compressed: httpx.Client, accepted: str, coding: str | None
    ) -> None:
        headers = {"Accept-Encoding": accepted}
        with compressed.stream("GET", "/assets/index-abc123.js", headers=headers) as answer:
            sent = b"".join(answer.iter_raw())
        assert answer.headers.get("Content-Encoding") == coding
        assert sent == FORMS[coding]
        assert answer.headers["Content-Type"].startswith("text/javascript")
        assert "Accept-Encoding" in answer.headers["Vary"]
        assert "immutable" in answer.headers["Cache-Control"]
        again = compressed.get(
            "/assets/index-abc123.js", headers={**headers, "If-None-Match": answer.headers["ETag"]}
        )
        assert again.status_code == 304

    @pytest.mark.parametrize(
        ("path", "cache"),
        [("/", "no-cache"), ("/index.html", "no-cache"), ("/favicon.svg", "public, max-age=86400")],
    )
    def test_other_files_are_checked_again(
        self, interface: httpx.Client, path: str, cache: str
    ) -> None:
        answer = interface.get(path)
        assert answer.headers["Cache-Control"] == cache
        again = interface.get(path, headers={"If-None-Match": answer.headers["ETag"]})
        assert again.status_code == 304

    @pytest.mark.parametrize("path", ["/runs/17", "/presets/elephant-and-mouse?seed=1.5"])
    def test_pages_of_the_interface_are_its_index(self, interface: httpx.Client, path: str) -> None:
        assert interface.get(path).text == PAGE

    @pytest.mark.parametrize(
        "path",
        ["/assets/index-old.js", "/nothing.png", "/api/nothing", "/api", "/%2e%2e/secret.txt"],
    )
    def test_what_is_not_there_is_not_the_index(self, interface: httpx.Client, path: str) -> None:
        answer = interface.get(path)
        assert answer.status_code == 404
        assert answer.headers["Content-Type"] == "application/problem+json"
