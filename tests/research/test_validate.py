"""`validate`: its rows, its verdicts and what it says about changed ones."""

import csv
import json
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lab_cli.main import main
from lab_exec import run_scenario
from lab_model.experiments.statistics import Estimate, estimate
from lab_model.scenarios import validate_scenario
from lab_research.validate import verdicts as validate_verdicts
from lab_research.validate.expectations import (
    KnownDifferences,
    Row,
    load_expectations,
    load_known_differences,
)
from lab_research.validate.linux import host_rows, linux_rows, uml_rows
from lab_research.validate.metrics import (
    METRICS,
    PHASE_METRICS,
    phase_metrics,
    reference_bdp_bytes,
)
from lab_research.validate.report import BEGIN, END, bounds_text, write_rows
from lab_research.validate.verdicts import Outcome, changes, judge, load_verdicts

EXPECTATIONS = load_expectations()
UML_ROWS = uml_rows(EXPECTATIONS.linux)
HOST_ROWS = host_rows(EXPECTATIONS.linux)
ROWS = [*EXPECTATIONS.to_rows(), *linux_rows(EXPECTATIONS.linux), *HOST_ROWS, *UML_ROWS]
NONE_KNOWN = KnownDifferences(rows={})


def row_between(minimum: float | None, maximum: float | None) -> Row:
    return replace(ROWS[0], kind="check", minimum=minimum, maximum=maximum)


def of(mean: float) -> Estimate:
    return estimate([mean, mean])


def test_every_row_has_its_own_id_a_known_metric_and_a_source() -> None:
    assert len({row.id for row in ROWS}) == len(ROWS)
    for row in ROWS:
        assert row.metric in METRICS or row.metric in PHASE_METRICS
        assert row.source
        assert row.seed_count >= 3


def test_a_kernel_in_real_time_judges_nothing_and_takes_no_time_of_ci() -> None:
    assert {row.kind for row in UML_ROWS} == {"information"}
    assert not any(row.is_quick for row in UML_ROWS)
    marked = next(row for row in UML_ROWS if row.id.startswith("uml-dctcp_80_k30000"))
    assert marked.scenario.bottleneck.queue.kind == "step"
    assert marked.scenario.bottleneck.queue.threshold_packets == 20
    assert {flow.stop_s for row in UML_ROWS for flow in row.scenario.flows} == {39}


def test_cases_of_our_own_judge_but_take_no_time_of_ci() -> None:
    assert {row.kind for row in HOST_ROWS} == {"check"}
    assert not any(row.is_quick for row in HOST_ROWS)
    late = next(row for row in HOST_ROWS if row.id.startswith("host-bbr_late_20-60_b4"))
    # When the programs connect; the handshake is the core's.
    assert [flow.start_s for flow in late.scenario.flows] == [10.0, 0.0]
    lossy = next(row for row in HOST_ROWS if row.id.startswith("host-loss15_bbr"))
    assert lossy.scenario.bottleneck.loss.kind == "bernoulli"
    assert lossy.scenario.bottleneck.loss.position == "before_queue"


def test_every_check_can_fail() -> None:
    for row in ROWS:
        if row.kind == "check":
            assert (row.minimum, row.maximum) != (None, None)
            if row.minimum is not None and row.maximum is not None:
                assert row.minimum <= row.maximum


def test_explanations_and_verdicts_belong_to_rows() -> None:
    ids = {row.id for row in ROWS}
    assert set(load_known_differences().rows) <= ids
    committed = load_verdicts()
    assert set(committed.full) == ids
    assert set(committed.quick) == {row.id for row in ROWS if row.is_quick}


@pytest.mark.parametrize(
    ("minimum", "maximum", "mean", "verdict"),
    [
        (1.0, 2.0, 1.0, "pass"),
        (1.0, 2.0, 2.0, "pass"),
        (1.0, 2.0, 2.001, "fail"),
        (1.0, 2.0, 0.999, "fail"),
        (None, 2.0, -5.0, "pass"),
        (1.0, None, 1e9, "pass"),
        (None, None, math.nan, "fail"),
        (1.0, 2.0, math.nan, "fail"),
    ],
)
def test_a_check_passes_within_its_bounds_only(
    minimum: float | None, maximum: float | None, mean: float, verdict: str
) -> None:
    assert judge(row_between(minimum, maximum), of(mean), NONE_KNOWN) == verdict


def test_an_explanation_changes_a_miss_and_nothing_else() -> None:
    row = row_between(1, 2)
    known = KnownDifferences(rows={row.id: "because"})
    assert judge(row, of(3), known) == "known difference"
    assert judge(row, of(1.5), known) == "pass"
    assert judge(replace(row, kind="information"), of(3), known) == "information"


def test_changed_and_new_verdicts_are_named() -> None:
    row = row_between(1, 2)
    outcome = Outcome(row, of(3), "fail")
    assert changes([outcome], {row.id: "fail"}) == []
    assert changes([outcome], {row.id: "pass"}) == [f"{row.id}: fail, committed is pass"]
    assert changes([outcome], {}) == [f"{row.id}: fail, committed is nothing"]


SHARED: dict[str, Any] = {
    "duration_s": 10,
    "bottleneck": {"rate_bps": 10_000_000, "buffer": {"amount": 2, "unit": "bdp", "rtt_s": 0.03}},
    "flows": [
        {"rtt_s": 0.04, "count": 2, "algorithm": {"name": "newreno"}},
        {"rtt_s": 0.02, "algorithm": {"name": "bbr1"}},
    ],
}


def test_metrics_are_what_their_names_say() -> None:
    scenario = validate_scenario(SHARED)
    result = run_scenario(scenario, 1, series=False)
    assert reference_bdp_bytes(scenario) == pytest.approx(37_500)
    bits = [flow["goodput_bps"] * flow["active_s"] for flow in result["flows"]]
    share = METRICS["share_of_group_0_ratio"](scenario, result)
    assert share == pytest.approx(sum(bits[:2]) / sum(bits))
    queue = METRICS["mean_queue_bdp"](scenario, result)
    assert queue == pytest.approx(result["summary"]["mean_queue_bytes"] / 37_500)
    filled = METRICS["mean_queue_buffer_ratio"](scenario, result)
    assert filled == pytest.approx(result["summary"]["mean_queue_bytes"] / 75_000)
    possible = METRICS["goodput_of_possible_ratio"](scenario, result)
    assert possible == pytest.approx(result["summary"]["goodput_bps"] / (1e7 * 1448 / 1500))


def test_probe_rtt_is_read_from_the_phases_of_the_first_flow() -> None:
    alone = {**SHARED, "duration_s": 35, "flows": [SHARED["flows"][1]]}
    found = phase_metrics(validate_scenario(alone), 1)
    assert found["probe_rtt_interval_s"] == pytest.approx(10.3, abs=0.3)
    assert found["probe_rtt_length_s"] == pytest.approx(0.25, abs=0.05)
    without = phase_metrics(validate_scenario({**SHARED, "duration_s": 2}), 1)
    names = ("startup_length_s", "drain_length_s", "probe_rtt_interval_s", "probe_rtt_length_s")
    assert without == dict.fromkeys(names)


def test_a_missing_number_has_no_bounds_to_show() -> None:
    assert bounds_text(row_between(None, None)) == "-"
    assert bounds_text(row_between(None, 0.5)) == "at most 0.5"
    assert bounds_text(row_between(0.5, None)) == "at least 0.5"


def test_the_page_keeps_what_is_written_by_hand(tmp_path: Path) -> None:
    path = tmp_path / "page.md"
    path.write_text(f"Above.\n{BEGIN}old\n{END}Below.\n")
    row = row_between(1, 2)
    known = KnownDifferences(rows={row.id: "For a reason."})
    table = tmp_path / "rows.csv"
    outcomes = [
        Outcome(row, of(3), "known difference"),
        Outcome(replace(row, id="linux-1", what="A, B"), of(4), "fail"),
        Outcome(replace(row, id="linux-2"), of(1), "pass"),
    ]
    write_rows(path, table, outcomes, known)
    [first, *others] = csv.DictReader(table.read_text().splitlines())
    assert (first["measured"], first["reason"]) == ("3 ± 0", "For a reason.")
    assert [(each["row"], each["verdict"]) for each in others] == [
        ("linux-1", "fail"),
        ("linux-2", "pass"),
    ]
    text = path.read_text()
    assert "| real kernels, measured | 1 | - | 1 | - |" in text
    assert "| `linux-1` | A, B |" in text
    assert "linux-2" not in text
    assert text.startswith("Above.\n")
    assert text.endswith("Below.\n")
    assert "old" not in text
    assert f"- `{row.id}` (1 to 2; measured 3 ± 0): For a reason." in text


def test_validate_writes_all_numbers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "validate.json"
    arguments = ["validate", "--seeds", "2", "--jobs", "1", "--row", "linux-single_bbr_40_b1"]
    assert main([*arguments, "--json", str(path)]) == 0
    assert "linux-single_bbr_40_b1-mean_queue_bdp" in capsys.readouterr().out
    rows = json.loads(path.read_text())["rows"]
    assert [row["metric"] for row in rows] == [
        "utilisation_ratio",
        "mean_queue_bdp",
        "flow_0_retransmit_ratio",
    ]
    for row in rows:
        assert row["seed_count"] == 2
        assert row["measured"]["minimum"] <= row["measured"]["mean"] <= row["measured"]["maximum"]


def test_a_changed_verdict_ends_with_exit_code_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "verdicts.json"
    committed = load_verdicts().model_dump()
    arguments = ["validate", "--quick", "--jobs", "1"]
    arguments += ["--row", "single-bbr1-deep-utilisation"]
    monkeypatch.setattr(validate_verdicts, "VERDICTS_PATH", path)
    path.write_text(json.dumps(committed))
    assert main(arguments) == 0
    committed["quick"]["single-bbr1-deep-utilisation"] = "fail"
    path.write_text(json.dumps(committed))
    assert main(arguments) == 1
    assert "Changed verdict: single-bbr1-deep-utilisation: pass" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--row", "x-y"], "--row is 'x-y'; no row of this form has it in its id"),
        (["--seeds", "0"], "--seeds is '0'; it must be from 1 to 10000"),
        (["--write", "--seeds", "2"], "--write goes with neither --seeds nor --row"),
    ],
)
def test_validate_refuses_what_makes_no_sense(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["validate", *arguments]) == 2
    assert capsys.readouterr().err.startswith(message)


def test_an_installation_without_the_sources_says_where_the_command_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    assert main(["validate", "--quick"]) == 2
    assert "runs from the sources of the lab only" in capsys.readouterr().err
