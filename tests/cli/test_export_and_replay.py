"""`./lab export` and `./lab replay`: what is written computes again to the same digests."""

import io
import json
import zipfile
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pyarrow.parquet
import pytest

from lab_cli.main import main

Captured = pytest.CaptureFixture[str]
TOKEN = "Abcdefghijklmnopqrst_-"

Answer = tuple[int, dict[str, str], bytes]
"""Status, headers and body."""

NOT_FOUND = b'{"type": "/problems/not-found", "detail": "Shows nothing."}'
BAD_ANSWERS: list[tuple[Answer, int, str]] = [
    ((302, {"Location": "/api/shared"}, b""), 2, "redirects more than 10 times"),
    ((302, {"Location": "file:///etc/passwd"}, b""), 2, "does not redirect to an http address"),
    ((302, {"Location": "http://[::1/"}, b""), 2, "does not redirect to an http address"),
    ((302, {}, b""), 2, "not a lab that knows this request: 302"),
    ((404, {}, b"<html>"), 2, "not a lab that knows this request: 404"),
    ((503, {}, b'{"detail": "Later.", "type": "x"}'), 2, "says: Later."),
    ((200, {}, b"[" * 100_000), 2, "is not a FaiRTT Lab"),
    # The connection ends before all that was announced has come.
    ((200, {"Content-Length": "99"}, b"{}"), 1, "does not answer: IncompleteRead"),
    ((200, {"Transfer-Encoding": "chunked"}, b"9\r\n{"), 1, "does not answer: IncompleteRead"),
]


@pytest.fixture
def archive(scenario_file: Path, tmp_path: Path) -> Path:
    path = tmp_path / "run.zip"
    assert main(["export", str(scenario_file), "zip", str(path), "--seed", "7"]) == 0
    return path


@pytest.fixture
def document(archive: Path, tmp_path: Path) -> Path:
    path = tmp_path / "run.json"
    assert main(["export", str(archive), "result", str(path)]) == 0
    return path


def _replayed(source: Path | str, capsys: Captured, *options: str) -> tuple[int, str]:
    capsys.readouterr()
    code = main(["replay", str(source), *options])
    captured = capsys.readouterr()
    return code, captured.out + captured.err


def _changed(archive: Path, name: str, change: Callable[[bytes], bytes]) -> Path:
    """A copy of the archive in which one file is another one."""
    path = archive.with_name(f"{archive.stem}-changed.zip")
    with zipfile.ZipFile(archive) as old, zipfile.ZipFile(path, "w") as new:
        for entry in old.namelist():
            data = old.read(entry)
            new.writestr(entry, change(data) if entry == name else data)
    return path


def _with(key: str, value: Any) -> Callable[[bytes], bytes]:
    return lambda data: json.dumps({**json.loads(data), key: value}).encode()


class TestReplay:
    def test_of_an_archive_gives_the_same_digests(self, archive: Path, capsys: Captured) -> None:
        code, out = _replayed(archive, capsys)
        result = json.loads(zipfile.ZipFile(archive).read("result.json"))
        assert code == 0
        for digest in ("summary_digest", "series_digest", "scenario_digest"):
            assert out.count(result[digest][:16]) >= 2
        assert "The same, bit for bit." in out
        assert "different" not in out

    def test_of_a_run_in_one_document(self, document: Path, capsys: Captured) -> None:
        assert _replayed(document, capsys)[0] == 0

    def test_of_a_bare_result_needs_its_scenario(
        self, scenario_file: Path, tmp_path: Path, capsys: Captured
    ) -> None:
        capsys.readouterr()
        assert main(["sim", str(scenario_file)]) == 0
        bare = tmp_path / "bare.json"
        bare.write_text(capsys.readouterr().out)
        code, out = _replayed(bare, capsys)
        assert (code, "name that one with --scenario" in out) == (2, True)
        assert _replayed(bare, capsys, "--scenario", str(scenario_file))[0] == 0

    @pytest.mark.parametrize("digest", ["summary_digest", "series_digest", "scenario_digest"])
    def test_another_digest_is_named(self, archive: Path, capsys: Captured, digest: str) -> None:
        path = _changed(archive, "result.json", _with(digest, "0" * 64))
        code, out = _replayed(path, capsys)
        assert code == 1
        assert digest.replace("_", " ") in out.split("Not the same: ")[1]
        assert "The core behaves the same" in out

    def test_a_changed_number_is_found(self, archive: Path, capsys: Captured) -> None:
        path = _changed(archive, "result.json", _with("summary", {"jain_index": 1.0}))
        code, out = _replayed(path, capsys)
        assert code == 1
        assert "Not the same: numbers of the result." in out

    def test_changed_series_are_found(self, archive: Path, capsys: Captured) -> None:
        path = _changed(archive, "series.csv", lambda data: data + b"flow,0,rtt_s,9.0,1.0\n")
        code, out = _replayed(path, capsys)
        assert (code, "Not the same: series.csv." in out) == (1, True)

    def test_another_core_is_said(self, archive: Path, capsys: Captured) -> None:
        path = _changed(archive, "result.json", _with("core_version", "0.0.9+aaaaaaaaaaaa"))
        code, out = _replayed(path, capsys)
        assert (code, "The same, by another core as well." in out) == (0, True)
        twice = _changed(path, "result.json", _with("summary_digest", "0" * 64))
        code, out = _replayed(twice, capsys)
        assert (code, "The core behaves the same" in out) == (1, True)

    @pytest.mark.parametrize("behaviour", [0, None])
    def test_another_behaviour_explains_other_numbers(
        self, archive: Path, capsys: Captured, behaviour: int | None
    ) -> None:
        path = _changed(archive, "result.json", _with("core_version", "0.0.9+aaaaaaaaaaaa"))
        path = _changed(path, "result.json", _with("behaviour_version", behaviour))
        assert _replayed(path, capsys)[0] == 0
        path = _changed(path, "result.json", _with("summary_digest", "0" * 64))
        code, out = _replayed(path, capsys)
        assert (code, "It was computed by another core." in out) == (1, True)

    @pytest.mark.parametrize(("behaviour", "code"), [(8, 0), (9, 1)])
    def test_a_handshake_by_its_old_name_is_what_it_was(
        self, archive: Path, capsys: Captured, behaviour: int, code: int
    ) -> None:
        def old_name(data: bytes) -> bytes:
            scenario = json.loads(data)
            assert scenario["transport"]["handshake"] == "none"
            scenario["transport"]["handshake"] = "tcp"
            return json.dumps(scenario).encode()

        path = _changed(archive, "scenario.json", old_name)
        path = _changed(path, "result.json", _with("behaviour_version", behaviour))
        assert _replayed(path, capsys)[0] == code

    @pytest.mark.parametrize(
        ("content", "sentence"),
        [
            (b"{}", "is a scenario without a result"),
            (b'{"scenario": {}, "result": {}}', "holds no result of a run"),
            (b"not json", "JSON"),
        ],
    )
    def test_what_is_no_run_is_bad_input(
        self, tmp_path: Path, capsys: Captured, content: bytes, sentence: str
    ) -> None:
        path = tmp_path / "other.json"
        path.write_bytes(content)
        code, out = _replayed(path, capsys)
        assert (code, sentence in out) == (2, True), out

    def test_an_archive_of_something_else_is_bad_input(
        self, tmp_path: Path, capsys: Captured
    ) -> None:
        path = tmp_path / "other.zip"
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("a.txt", "a")
        code, out = _replayed(path, capsys)
        assert (code, "is not an export of a run" in out) == (2, True)


class TestLink:
    @pytest.fixture
    def site(self, document: Path) -> Any:
        """A server that answers as the lab does, what it was asked, and other answers by path."""
        run = json.loads(document.read_text())
        # It may be more than the 16 MB that other answers have.
        shown = json.dumps({"runs": [run, run], "note": "x" * 17_000_000}).encode()
        asked: list[tuple[str, str | None]] = []
        others: dict[str, Answer] = {}

        class Answers(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                token = self.headers.get("X-Lab-Share")
                asked.append((self.path, token))
                is_known = self.path in ("/api/shared", "/new/shared") and token == TOKEN
                usual = (200, {}, shown) if is_known else (404, {}, NOT_FOUND)
                status, headers, body = others.get(self.path, usual)
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *args: Any) -> None:
                pass

        server = HTTPServer(("127.0.0.1", 0), Answers)
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", asked, others
        server.shutdown()
        server.server_close()

    def test_computes_every_run_and_tells_the_token_in_a_header_only(
        self, site: Any, capsys: Captured
    ) -> None:
        address, asked, _ = site
        code, out = _replayed(f"{address}/s/{TOKEN}", capsys)
        assert (code, out.count("bit for bit")) == (0, 2)
        assert asked == [("/api/shared", TOKEN)]

    def test_that_shows_nothing_is_bad_input(self, site: Any, capsys: Captured) -> None:
        code, out = _replayed(f"{site[0]}/s/{'x' * 22}", capsys)
        assert (code, "Shows nothing." in out) == (2, True)

    def test_to_something_else_is_bad_input(self, site: Any, capsys: Captured) -> None:
        for link, said in (
            (f"{site[0]}/papers", "must be one of a result"),
            (f"http://127.0.0.1:port/s/{TOKEN}", "no address of a lab"),
            (f"http://[::1/s/{TOKEN}", "no address of a lab"),
        ):
            code, out = _replayed(link, capsys)
            assert (code, said in out) == (2, True), out
        assert site[1] == []

    def test_follows_a_lab_that_has_moved(self, site: Any, capsys: Captured) -> None:
        address, asked, others = site
        others["/api/shared"] = (301, {"Location": f"{address}/new/shared"}, b"")
        code, out = _replayed(f"{address}/s/{TOKEN}", capsys)
        assert (code, out.count("bit for bit")) == (0, 2)
        assert asked == [("/api/shared", TOKEN), ("/new/shared", TOKEN)]

    def test_that_is_answered_badly_says_so(self, site: Any, capsys: Captured) -> None:
        for answer, expected, said in BAD_ANSWERS:
            site[2]["/api/shared"] = answer
            code, out = _replayed(f"{site[0]}/s/{TOKEN}", capsys)
            assert (code, said in out) == (expected, True), (answer[:2], out)

    def test_without_a_server_behind_it_fails(self, capsys: Captured) -> None:
        code, out = _replayed(f"http://127.0.0.1:9/s/{TOKEN}", capsys)
        assert (code, "does not answer" in out) == (1, True)
        assert TOKEN not in out


class TestExport:
    def test_series_are_those_of_sim(self, scenario_file: Path, tmp_path: Path) -> None:
        ours, theirs = tmp_path / "ours.csv", tmp_path / "theirs.csv"
        assert main(["export", str(scenario_file), "csv", str(ours)]) == 0
        assert main(["sim", str(scenario_file), "--series", str(theirs)]) == 0
        assert ours.read_bytes() == theirs.read_bytes()

    def test_of_a_run_is_that_of_its_scenario_and_seed(
        self, archive: Path, scenario_file: Path, tmp_path: Path
    ) -> None:
        again = tmp_path / "again.zip"
        assert main(["export", str(archive), "zip", str(again)]) == 0
        assert again.read_bytes() == archive.read_bytes()

    def test_parquet_holds_the_same_rows(self, archive: Path, tmp_path: Path) -> None:
        path = tmp_path / "series.parquet"
        assert main(["export", str(archive), "parquet", str(path)]) == 0
        table = pyarrow.parquet.read_table(path)
        csv_text = zipfile.ZipFile(archive).read("series.csv").decode()
        assert table.num_rows == len(csv_text.splitlines()) - 1

    def test_a_dash_is_stdout(self, archive: Path, capfdbinary: Any) -> None:
        assert main(["export", str(archive), "bibtex", "-"]) == 0
        assert capfdbinary.readouterr().out.startswith(b"@misc{fairtt-lab,")

    def test_of_a_run_of_another_core_never_mixes_two_runs(
        self, archive: Path, tmp_path: Path, capsys: Captured
    ) -> None:
        path = _changed(archive, "result.json", _with("series_digest", "0" * 64))
        target = tmp_path / "mixed.csv"
        assert main(["export", str(path), "csv", str(target)]) == 1
        assert "its series would not belong to the stored result" in capsys.readouterr().err
        assert not target.exists()

    def test_wrong_words_are_bad_input(
        self, archive: Path, tmp_path: Path, capsys: Captured
    ) -> None:
        assert main(["export", str(archive), "csv", str(tmp_path / "x"), "--seed", "3"]) == 2
        assert main(["export", str(archive), "csv", str(tmp_path / "no" / "x")]) == 2
        assert main(["export", str(archive), "pcapng", str(tmp_path / "x")]) == 2
        packets = ["--packets", "1", "2"]
        assert main(["export", str(archive), "csv", str(tmp_path / "x"), *packets]) == 2
        assert (
            main(["export", str(archive), "qlog", str(tmp_path / "x"), "--packets", "6", "7"]) == 2
        )
        assert len(capsys.readouterr().err.splitlines()) == 5


def test_an_archive_of_before_is_compared_without_what_came_since(
    archive: Path, capsys: Captured
) -> None:
    def without(kept: Callable[[bytes], bool]) -> Callable[[bytes], bytes]:
        return lambda text: b"".join(filter(kept, text.splitlines(keepends=True)))

    before = _changed(archive, "series.csv", without(lambda row: b",rtt_host_s," not in row))
    assert before.read_bytes() != archive.read_bytes()
    assert _replayed(before, capsys)[0] == 0
    # A metric that digests cover has been there all the time.
    damaged = _changed(archive, "series.csv", without(lambda row: b",cwnd_bytes," not in row))
    code, said = _replayed(damaged, capsys)
    assert code == 1
    assert "series.csv" in said


def test_archives_are_read_as_streams_write_them(archive: Path) -> None:
    """The sizes stand behind the data: every reader must cope, also Python's own."""
    with zipfile.ZipFile(io.BytesIO(archive.read_bytes())) as found:
        assert found.testzip() is None
