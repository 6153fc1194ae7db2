"""The test cases of the IETF's BBRv3 draft hold, and their checks can fail."""

import json
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from lab_cli.kit.algorithm_input import read_tested
from lab_cli.main import main
from lab_cli.report.bbr3.catalogue import Case, load_cases
from lab_cli.report.bbr3.checks import CHECKS
from lab_cli.report.bbr3.judged import judge, judged_cases
from lab_cli.report.bbr3.observed import observe
from lab_exec.errors import RunFailedError
from lab_model.scenarios import scenario_digest
from lab_model.scenarios.link import unpack_link
from lab_model.scenarios.text import read_scenario
from lab_research.cases.command import DIGEST_DIGITS, PAGE_PATH

CASES = load_cases()
MODULES = Path(__file__).parents[2] / "sim-core" / "modules"


def case(number: int) -> Case:
    return CASES[number - 1]


def test_there_are_22_and_each_has_a_check() -> None:
    assert [each.number for each in CASES] == list(range(1, 23))
    assert [each.id for each in CASES] == list(CHECKS)


@pytest.mark.parametrize("each", CASES, ids=lambda each: each.id)
def test_holds(each: Case) -> None:
    outcome = judge(each)
    assert outcome.verdict == "holds", outcome.measured
    # Aimed at BBRv3's own phases the events come when the file says.
    assert outcome.scenario is not None
    assert scenario_digest(outcome.scenario) == scenario_digest(each.valid_scenario)
    # The page shows what is computed, and its link leads to that scenario.
    page = PAGE_PATH.read_text(encoding="utf-8")
    (row,) = (
        line for line in page.splitlines() if line.startswith(f"| {each.number} | {each.title} |")
    )
    assert outcome.measured in row
    assert row.endswith(f"| `{outcome.digest[:DIGEST_DIGITS]}` |")
    assert f"\n[case-{each.number}]: {each.link}\n" in page


@pytest.mark.parametrize(
    ("number", "of_other"),
    # A path that has lost a tenth or nothing drains in time; without losses nothing is undone, and
    # without a pause ProbeRTT comes.
    [(4, 3), (2, 20), (9, 8), (18, 5), (11, 10), (21, 5), (7, 5), (20, 10)],
)
def test_fails_on_a_run_that_is_not_the_case(number: int, of_other: int) -> None:
    run = observe(case(of_other).valid_scenario)
    try:
        holds, _ = CHECKS[case(number).id](run)
    except (RunFailedError, KeyError):  # what the check looks for is not there
        holds = False
    assert not holds


def test_a_check_concludes_something_of_any_run() -> None:
    """What it looks for may be missing in the run of another algorithm; that is said."""
    for each in CASES:
        run = observe(each.valid_scenario)
        # A case has its own kind of queue, traffic and schedule: the rest looks at the flow alone.
        for name in CHECKS.keys() - {"policer", "probe_rtt_skipped", "rate_up", "rate_down"}:
            with suppress(RunFailedError):
                _, measured = CHECKS[name](run)
                assert measured
    empty = replace(observe(case(1).valid_scenario), phases=[], events=[])
    others = {"policer", "probe_rtt_skipped", "rate_up", "rate_down", "loss_in_up"}
    for name in CHECKS.keys() - others:
        with pytest.raises(RunFailedError):
            CHECKS[name](empty)


def test_a_maximum_that_never_falls_fails() -> None:
    run = observe(case(16).valid_scenario)
    series = {**run.series, "bandwidth_max_bps": [1e8 for _ in run.series["bandwidth_max_bps"]]}
    assert CHECKS["rate_down"](replace(run, series=series)) == (
        False,
        "max_bw never falls to the new rate",
    )


def test_a_module_is_judged_as_what_it_is() -> None:
    """BBRv2 as a module has the runs of the core's own, and lists what it can end a phase for."""
    judged = {}
    for name in ("bbr2", str(MODULES / "bbr2.wasm")):
        judged[name] = judged_cases(read_tested("ALGORITHM", name), 2, lambda: None)
    native, module = judged.values()
    unknown = {
        4: "declares no reason drain_rounds_over",
        9: "declares no parameter reno_coexistence",
        18: "declares no reason losses_were_spurious",
        19: "declares no reason losses_were_spurious",
    }
    for own, theirs in zip(native, module, strict=True):
        number = own.case.number
        if number in unknown:
            assert (theirs.verdict, theirs.measured) == ("cannot be judged", unknown[number])
        else:
            assert (theirs.verdict, theirs.measured) == (own.verdict, own.measured)
            assert theirs.scenario is not None
    # BBRv2 ends Startup elsewhere, so the change of the path comes elsewhere.
    fifteen = module[14].scenario
    assert fifteen is not None
    (step,) = fifteen.bottleneck.rate_schedule
    assert step.at_s != case(15).valid_scenario.bottleneck.rate_schedule[0].at_s
    assert {each.verdict for each in module} == {"holds", "fails", "cannot be judged"}


def test_a_module_without_the_phases_cannot_be_judged() -> None:
    tested = read_tested("ALGORITHM", str(MODULES / "newreno.wasm"))
    outcomes = judged_cases(tested, 2, lambda: None)
    assert {each.verdict for each in outcomes} == {"cannot be judged"}
    assert outcomes[0].measured == "declares no phase startup"


@pytest.mark.parametrize("bucket_s", [0.1, 60])
def test_a_bucket_must_run_empty_and_not_before_probing(bucket_s: float) -> None:
    each = case(17)
    each.scenario["bottleneck"]["queue"]["bucket_s"] = bucket_s
    assert judge(each).verdict == "fails"


def test_links_hold_the_scenario() -> None:
    for each in CASES:
        assert read_scenario(unpack_link(each.link)) == each.valid_scenario


def test_writes_a_qlog_of_a_case_with_the_digest_of_its_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["cases", "bbr3", "--case", "20", "--qlog", str(tmp_path)]) == 0
    (file,) = tmp_path.iterdir()
    assert file.name == "bbr3-case-20-probe-rtt-in-startup.qlog"
    (trace,) = json.loads(file.read_text(encoding="utf-8"))["traces"]
    digest = trace["events"][0]["data"]["details"]["summary_digest"]
    assert f"summary_digest {digest}\n" in capsys.readouterr().out
