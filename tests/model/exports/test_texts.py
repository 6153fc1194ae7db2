"""The methods paragraph, BibTeX, the definitions and the notebook."""

import ast
import json
import re
from dataclasses import replace
from typing import Any

import pytest

from lab_model.exports.definitions import definitions
from lab_model.exports.formats.citation import (
    AUTHORS,
    LICENCE,
    PUBLISHED,
    TITLE,
    YEAR,
    run_bibtex,
)
from lab_model.exports.formats.methods import run_methods
from lab_model.exports.formats.notebook import run_notebook
from lab_model.exports.run import ExportedRun, SeriesPiece
from lab_model.exports.table import RUN_FILES, run_file_name
from lab_model.scenarios import validate_scenario
from tests.model.exports.conftest import SCENARIO
from tools.paths import PROJECT_ROOT


class TestMethods:
    @pytest.mark.parametrize(
        "fact",
        [
            "3 TCP flows",
            "10 Mbit/s",
            "10 ms of one-way propagation delay",
            "1.5 bandwidth-delay products at an RTT of 40 ms",
            "each with a probability of 0.15 %",
            "1,500 bytes on the wire, 52 of them headers",
            "1 flow 'far' with a base RTT of 60 ms ran BBRv2 (exact: Google's Linux module",
            "with default parameters from 0 s to the end",
            "2 flows 'near' with a base RTT of 30 ms ran CUBIC (exact: Linux cubic) with",
            "with hystart = off from 0 s to the end",
            "seed 7",
            "from 1 s to 4 s",
            "intervals of 100 ms",
        ],
    )
    def test_says_every_setting(self, run: ExportedRun, fact: str) -> None:
        assert fact in run_methods(run)

    def test_names_core_and_digests(self, run: ExportedRun) -> None:
        text = run_methods(run)
        for name in ("core_version", "scenario_digest", "summary_digest", "series_digest"):
            assert run.result[name] in text

    def test_gives_the_outcome_of_each_group(self, run: ExportedRun) -> None:
        far = run.result["flows"][0]["throughput_bps"]
        near = [flow["throughput_bps"] for flow in run.result["flows"][1:]]
        text = run_methods(run)
        assert f"The flow 'far' had a mean throughput of {far / 1e6:.4g} Mbit/s" in text
        assert f"The flows 'near' had a mean throughput of {sum(near) / 2e6:.4g} Mbit/s" in text

    @pytest.mark.parametrize(
        ("change", "fact"),
        [
            ({"loss": {"kind": "none"}}, "No packets were lost except by the queue."),
            (
                {"loss": {"kind": "gilbert_elliott", "good_to_bad_probability": 0.01,
                          "bad_to_good_probability": 0.25, "direction": "ack"}},
                "by a Gilbert-Elliott model (good to bad probability 0.01, bad to good probability",
            ),
            ({}, "Its queue discipline was drop-tail, with room for"),
            (
                {"queue": {"kind": "red", "min_threshold_packets": 20, "is_adaptive": True}},
                (
                    "Its queue discipline was RED (min threshold 20 packets, max threshold ratio "
                    "3, max probability 0.1, weight ratio 0.002, gentle, adaptive, no ECN), with"
                ),
            ),
            (
                {"queue": {"kind": "fq_codel", "ecn": True}},
                (
                    "was FQ-CoDel (target 5 ms, interval 100 ms, quantum 1,514 bytes, queue count "
                    "1,024, drop batch 64 packets, ECN, CE threshold 0 s), with room for"
                ),
            ),
            ({"queue": {"kind": "pie"}}, "burst allowance 150 ms, "),
            ({"buffer": {"amount": 0.02, "unit": "seconds"}}, "(20 ms at the link's rate)"),
            ({"buffer": {"amount": 40, "unit": "packets"}}, "(set as 40 packets)"),
        ],
    )  # fmt: skip
    def test_words_every_kind_of_link(
        self, run: ExportedRun, change: dict[str, Any], fact: str
    ) -> None:
        data = {**SCENARIO, "bottleneck": {**SCENARIO["bottleneck"], **change}}
        scenario = validate_scenario(data).model_dump(mode="json")
        assert fact in run_methods(replace(run, scenario=scenario))

    def test_udp_runs_no_algorithm_and_has_no_receiver_that_acknowledges(
        self, run: ExportedRun
    ) -> None:
        flow = {"rtt_s": 0.03, "traffic": {"kind": "udp", "rate_bps": 2_500_000}}
        scenario = validate_scenario({**SCENARIO, "flows": [flow]}).model_dump(mode="json")
        text = run_methods(replace(run, scenario=scenario))
        assert (
            "1 flow with a base RTT of 30 ms sent UDP packets at 2.5 Mbit/s on the wire from 0 s "
            "to the end, whatever was lost."
        ) in text
        assert "acknowledged" not in text

    def test_a_number_that_does_not_exist_is_called_so(self, run: ExportedRun) -> None:
        summary = {**run.result["summary"], "jain_index": None}
        text = run_methods(replace(run, result={**run.result, "summary": summary}))
        assert "throughput was undefined." in text


class TestBibtex:
    def test_cites_as_the_citation_file_does(self) -> None:
        citation = (PROJECT_ROOT / "CITATION.cff").read_text()
        assert f'title: "{TITLE}"' in citation
        assert f'name: "{AUTHORS}"' in citation
        assert f"date-released: {YEAR}-" in citation
        assert f"license: {LICENCE}\n" in citation
        for field, name in (("repository-code", "url"), ("doi", "doi")):
            found = re.search(rf"^{field}: (.+)$", citation, re.MULTILINE)
            assert (found[1].strip('"') if found else None) == PUBLISHED.get(name)

    def test_names_where_it_is_published(
        self, run: ExportedRun, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(PUBLISHED, "url", "https://lab.test/")
        monkeypatch.setitem(PUBLISHED, "doi", "10.5281/zenodo.1")
        program, work = run_bibtex(run).split("@misc")[1:]
        for line in ("  url = {https://lab.test/},\n", "  doi = {10.5281/zenodo.1},\n"):
            assert line in program
            assert line not in work

    def test_names_the_address_of_the_lab_that_wrote_it(
        self, run: ExportedRun, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(PUBLISHED, "url", "https://lab.test/")
        of_mine = run_bibtex(replace(run, program_url="https://mine.test"))
        assert "  url = {https://mine.test},\n" in of_mine
        assert "https://lab.test/" not in of_mine
        assert "  url = {https://lab.test/},\n" in run_bibtex(run)  # no other file is touched

    def test_digests_may_be_broken(self, run: ExportedRun) -> None:
        digest = run.result["summary_digest"]
        broken = r"\allowbreak ".join(digest[start : start + 8] for start in range(0, 64, 8))
        assert f"summary {broken}" in run_bibtex(run)

    def test_is_balanced_and_escapes_names(self, run: ExportedRun) -> None:
        text = run_bibtex(replace(run, name="50% {of} a_b & ^~\\"))
        unescaped = re.sub(r"\\[{}]", "", text)
        assert unescaped.count("{") == unescaped.count("}")
        assert r"50\% \{of\} a\_b \& \textasciicircum{}\textasciitilde{}\textbackslash{}" in text
        assert re.findall(r"^@(\w+)\{([\w-]+),$", text, re.MULTILINE) == [
            ("misc", "fairtt-lab"),
            ("misc", f"fairtt-lab-run-{run.result['summary_digest'][:12]}"),
        ]

    def test_says_what_repeats_the_run(self, run: ExportedRun) -> None:
        assert "Seed 7, core version " + run.result["core_version"] in run_bibtex(run)


class TestDefinitions:
    def test_define_every_number_of_the_result(self, run: ExportedRun) -> None:
        found = definitions(run)
        assert set(found["summary"]) == set(run.result["summary"])
        identity = {"label", "algorithm", "parameters", "group_index", "flow_index"}
        assert set(found["flows"]) == set(run.result["flows"][0]) - identity

    def test_define_every_series(self, run: ExportedRun, pieces: list[SeriesPiece]) -> None:
        series = definitions(run)["series"]
        for piece in pieces:
            if piece.subject == "link":
                assert set(piece.columns) <= set(series["link"])
            else:
                algorithm = run.result["flows"][piece.index]["algorithm"]
                known = set(series["flow"]["every"]) | set(series["flow"][algorithm])
                assert set(piece.columns) <= known

    def test_units_are_those_of_the_names(self, run: ExportedRun) -> None:
        summary = definitions(run)["summary"]
        assert summary["throughput_bps"]["unit"] == "bit/s"
        assert summary["jain_index"]["unit"] == "1"
        assert summary["p99_queue_bytes"]["unit"] == "bytes"


class TestNotebook:
    def test_is_nbformat_4_5(self, run: ExportedRun) -> None:
        document = json.loads(run_notebook(run))
        assert set(document) == {"cells", "metadata", "nbformat", "nbformat_minor"}
        assert (document["nbformat"], document["nbformat_minor"]) == (4, 5)
        ids = [cell["id"] for cell in document["cells"]]
        assert len(set(ids)) == len(ids)
        assert all(re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", each) for each in ids)
        for cell in document["cells"]:
            needed = {"cell_type", "id", "metadata", "source"}
            code = {"execution_count", "outputs"} if cell["cell_type"] == "code" else set()
            assert set(cell) == needed | code

    def test_code_compiles_and_names_what_it_uses(self, run: ExportedRun) -> None:
        cells = json.loads(run_notebook(run))["cells"]
        code = "\n".join("".join(c["source"]) for c in cells if c["cell_type"] == "code")
        imported = {
            alias.name
            for node in ast.walk(ast.parse(code))
            if isinstance(node, ast.Import)
            for alias in node.names
        }
        # tests/client/test_notebook.py executes it.
        assert imported == {"json", "matplotlib.pyplot", "pandas"}

    def test_draws_series_that_exist(self, run: ExportedRun, pieces: list[SeriesPiece]) -> None:
        text = run_notebook(run)
        drawn = set(re.findall(r'draw\(\\"(\w+)\\"', text))
        assert drawn == {"throughput_bps", "rtt_s", "cwnd_bytes", "queue_bytes"}
        assert drawn <= {metric for piece in pieces for metric in piece.columns}


def test_file_names_are_plain_and_tell_runs_apart(run: ExportedRun) -> None:
    digest = run.result["summary_digest"][:8]
    assert run_file_name(run, "zip") == f"far-near-1-seed7-{digest}.zip"
    assert run_file_name(replace(run, name="../日本/x"), "csv") == f"x-seed7-{digest}.csv"
    names = {run_file_name(run, wanted) for wanted in RUN_FILES}
    assert len(names) == len(RUN_FILES)
