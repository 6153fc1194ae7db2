"""`./lab check`: what changed, what only chance changed, and what is too small to matter."""

import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest
import xmlschema

from lab_cli.check.command import SOMETHING_WORSE
from lab_cli.check.files import junit_report, markdown_report
from lab_cli.check.page import Links, Opened, html_page
from lab_cli.check.report import how, interval, rows, summary
from lab_cli.main import main
from lab_exec import (
    PacketEvents,
    PacketWatch,
    PacketWindow,
    behaviour_version,
    core_version,
    run_scenario,
)
from lab_exec.scenario_modules import ChosenModule, with_module
from lab_exec.wasm_module import load_module
from lab_model.evaluation import Evaluated, load_battery, load_shipped, load_situations
from lab_model.evaluation.change import Change, ChangedNumber, change_between
from lab_model.evaluation.evaluated import EvaluatedSituation
from lab_model.evaluation.hulls import load_hulls
from lab_model.scenarios import Scenario
from lab_research.adapters import page as adapters

SEEDS = list(range(1, 9))
TITLES = ("before|1", "after_2")
LINK = "http://127.0.0.1:8080/build#lab1=x"
LINKS: Links = {item.id: (Opened(LINK, ""), Opened(LINK, "")) for item in load_battery()}


def _evaluated(values: dict[str, dict[str, list[float | None]]]) -> Evaluated:
    return Evaluated(
        algorithm={"name": "cubic"},
        behaviour_version=behaviour_version(),
        core_version=core_version(),
        seeds=SEEDS,
        situations={
            name: EvaluatedSituation(scenario_digest="", numbers=numbers)
            for name, numbers in values.items()
        },
    )


def _noise(seed: int, size: float) -> list[float]:
    return list(size * np.random.default_rng(seed).standard_normal(len(SEEDS)))


def _moved(**by: float) -> Change:
    """The situation of equal RTTs, with numbers moved by so much of their value."""
    plain = {
        "jain_index": 0.8,
        "utilisation_ratio": 0.9,
        "mean_queue_s": 0.03,
        "retransmit_ratio": 0.01,
    }
    before, after = {}, {}
    for position, (name, value) in enumerate(plain.items()):
        noise = _noise(position, value / 100)
        before[name] = [value + each for each in noise]
        own = _noise(position + 10, value / 1000)
        factor = 1 + by.get(name, 0.0)
        after[name] = [
            factor * each + (more if name in by else 0.0)
            for each, more in zip(before[name], own, strict=True)
        ]
    return change_between(_evaluated({"equal-rtts": before}), _evaluated({"equal-rtts": after}))


def _number(change: Change, name: str) -> ChangedNumber:
    return next(number for number in change.numbers if number.name == name)


@pytest.mark.parametrize(
    ("name", "by", "outcome"),
    [
        ("jain_index", -0.2, "worse"),
        ("jain_index", 0.15, "better"),
        ("utilisation_ratio", -0.2, "worse"),
        ("utilisation_ratio", 0.1, "better"),
        ("mean_queue_s", 0.5, "worse"),
        ("mean_queue_s", -0.5, "better"),
        ("retransmit_ratio", 1.0, "worse"),
        ("mean_queue_s", 0.02, "small"),
        # A third more of 1% is less than half a percentage point.
        ("retransmit_ratio", 0.3, "small"),
        ("utilisation_ratio", 0.00001, "unclear"),
    ],
)
def test_direction_and_size_decide(name: str, by: float, outcome: str) -> None:
    change = _moved(**{name: by})
    assert _number(change, name).outcome == outcome
    assert {number.outcome for number in change.numbers if number.name != name} == {"same"}


def test_where_neither_way_is_better_it_differs() -> None:
    share = [0.5 + each for each in _noise(1, 0.01)]
    one = _evaluated({"beside-cubic": {"group_0_share_ratio": share}})
    two = _evaluated({"beside-cubic": {"group_0_share_ratio": [each / 2 for each in share]}})
    change = change_between(one, two)
    assert _number(change, "group_0_share_ratio").outcome == "changed"
    assert not change.having("worse", "better")
    fine = change.model_copy(update={"least_change": 0.001, "numbers": change.numbers[:1]})
    assert "counts from 0.1% of the value before on" in how(fine)
    assert summary(fine).endswith(", of 1 number")


def test_luck_alone_is_not_called_a_change() -> None:
    """Of a thousand numbers without a difference few are called one, all of them together."""
    alarms = 0
    for repetition in range(40):
        values: list[dict[str, dict[str, list[float | None]]]] = [{}, {}]
        for side in (0, 1):
            for place, situation in enumerate(load_situations()):
                values[side][situation.id] = {
                    name: [1 + each for each in _noise(1000 * repetition + 40 * place + side, 0.1)]
                    for name in situation.numbers
                }
        change = change_between(_evaluated(values[0]), _evaluated(values[1]), least_change=0)
        alarms += bool(change.having("better", "worse", "changed"))
    # At a rate of 5%, two of forty are expected; seven or more have a chance of 1 in 200.
    assert alarms < 7


def test_the_same_module_never_differs() -> None:
    shipped = load_shipped("cubic")
    change = change_between(shipped, shipped)
    assert {number.outcome for number in change.numbers} <= {"same", "untested"}


def test_two_seeds_lists_cannot_be_compared() -> None:
    one, two = load_shipped("cubic"), load_shipped("newreno")
    with pytest.raises(ValueError, match="differ"):
        change_between(one, two.model_copy(update={"seeds": two.seeds[1:]}))


@pytest.fixture(scope="module")
def change() -> Change:
    """CUBIC's shipped numbers against those of NewReno."""
    return change_between(load_shipped("cubic"), load_shipped("newreno"))


def test_every_file_has_what_the_table_has(change: Change) -> None:
    found = rows(change)
    assert found
    markdown = markdown_report(change, TITLES)
    page = html_page(change, TITLES, LINKS, [], "A note.")
    assert "before\\|1 to after\\_2" in markdown
    assert f"{summary(change)}.".lower() in markdown.lower()
    assert markdown.count("\n| ") == len(found) + 2
    for number in change.having("worse", "better", "changed"):
        assert interval(number.after, number) in markdown
        assert f"after {interval(number.after, number)}" in page
    assert "http" not in page.replace("http://127.0.0.1:8080/build#lab1=", "")


def test_the_page_is_well_formed(change: Change) -> None:
    opened: list[str] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            if tag != "meta":
                opened.append(tag)
            assert not {"src", "onload", "xlink:href"} & {name for name, _ in attrs}

        def handle_endtag(self, tag: str) -> None:
            assert opened.pop() == tag

        def handle_startendtag(self, _tag: str, _attrs: Any) -> None:
            """Has no end of its own."""

    Reader().feed(html_page(change, ("<b>", "a & b"), LINKS, [], "<i>"))
    assert opened == []


def test_each_number_is_a_test_of_junit(change: Change) -> None:
    suite = ET.fromstring(junit_report(change, ("<a>", '"b" & c')))
    assert suite.attrib["name"] == 'From <a> to "b" & c'
    assert int(suite.attrib["tests"]) == len(suite) == len(change.numbers)
    worse = change.having("worse")
    assert worse
    assert int(suite.attrib["failures"]) == len(suite.findall("testcase/failure")) == len(worse)
    assert int(suite.attrib["skipped"]) == len(suite.findall("testcase/skipped"))


JUNIT = xmlschema.XMLSchema(Path(__file__).with_name("junit.xsd"))


def test_the_junit_file_is_as_its_schema_says(change: Change, tmp_path: Path) -> None:
    text = junit_report(change, ("<a>", '"b" & c'))
    path = tmp_path / "check.xml"
    path.write_text(text)
    JUNIT.validate(path)
    # The schema takes what other tools write, and finds what is wrong.
    other = tmp_path / "pytest.xml"
    options = ["-q", "-p", "no:cacheprovider", "-c", "/dev/null", f"--junitxml={other}"]
    (tmp_path / "test_one.py").write_text("def test_one() -> None:\n    assert 1 == 2\n")
    command = [sys.executable, "-m", "pytest", *options, tmp_path / "test_one.py"]
    assert subprocess.run(command, check=False, capture_output=True).returncode == 1
    JUNIT.validate(other)
    for wrong in (
        text.replace(' errors="0"', ""),
        text.replace("<failure ", "<failed ").replace("</failure>", "</failed>"),
        text.replace('time="0"', 'time="soon"', 1),
        re.sub(r"(?s)(<testcase .*?</testcase>)", r"\1\1", text, count=1),
        re.sub(r'classname="[^"]*"', 'classname=""', text, count=1),
    ):
        assert wrong != text
        assert not JUNIT.is_valid(ET.fromstring(wrong))


@pytest.fixture(autouse=True)
def _few_hulls(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two situations with one seed each, in the place of 34 with three."""
    few = {
        name: each.model_copy(
            update={
                "hulls": [
                    hull.model_copy(update={"seeds": [1]})
                    for hull in each.hulls
                    if hull.situation.title in ("loss of 0.01, 80 ms", "two flows, 40 ms")
                ]
            }
        )
        for name, each in load_hulls().items()
    }
    monkeypatch.setattr("lab_cli.check.cases.load_hulls", lambda: few)


def test_what_ships_of_other_implementations_is_what_was_measured() -> None:
    measured = json.loads(adapters.DATA_PATH.read_bytes())
    shipped = json.loads(adapters.HULLS_PATH.read_bytes())
    assert shipped == json.loads(json.dumps(adapters.hulls(measured)))
    [row] = [
        row
        for row in measured["rows"]
        if (row["controller"], row["situation"]) == ("tquic cubic", "two flows, 40 ms")
    ]
    [hull] = [
        each for each in load_hulls()["cubic"].hulls if each.situation.title == row["situation"]
    ]
    for name, value in row["theirs"].items():
        assert hull.low[name] <= value <= hull.high[name]


def test_leaving_the_range_of_other_implementations_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A window that falls to a tenth of itself is in no implementation of CUBIC."""
    _some(monkeypatch, "narrow-link")
    names = ("all.json", "all.xml", "all.html", "all.md", "kept.json")
    paths = [tmp_path / name for name in names]
    options = ("--json", "--junit", "--html", "--markdown", "--save")
    files = [str(word) for pair in zip(options, paths, strict=True) for word in pair]
    broken = "cubic:beta_ratio=0.1"
    main(["check", "cubic", broken, "--seeds", "2", *files])
    found = json.loads(paths[0].read_text())
    assert (found["hull_algorithm"], found["hull_count"]) == ("cubic", 2)
    left = {(each["situation"], each["name"]): each for each in found["hulls"]}
    shared = left["two flows, 40 ms", "goodput_bps"]
    counts = (shared["implementation_count"], shared["independent_count"])
    # Noq is a fork of quinn.
    assert (shared["outcome"], *counts) == ("leaves", 5, 4)
    assert shared["after"] < 0.95 * shared["low"] < shared["low"] <= shared["before"]
    JUNIT.validate(paths[1])
    for path in paths[1:4]:
        assert "of 5 implementations (4 independent)" in path.read_text(), path
    assert "leave the range of other implementations of cubic" in capsys.readouterr().out
    # What was kept is compared too, and the same algorithm is on the same side.
    main(["check", str(paths[4]), broken, "--seeds", "2", "--hulls", "cubic"])
    assert "0 numbers leave the range of other implementations" in capsys.readouterr().out
    main(["check", "cubic", broken, "--seeds", "2", "--hulls", "none"])
    assert "other implementations" not in capsys.readouterr().out


def test_what_ships_is_compared_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, saved = tmp_path / "all.json", tmp_path / "after.json"
    code = main(["check", "cubic", "newreno", "--json", str(path), "--save", str(saved)])
    found = Change.model_validate(
        {
            key: value
            for key, value in json.loads(path.read_text()).items()
            if key not in {"before", "after", "sentence"}
        }
    )
    assert code == (SOMETHING_WORSE if found.having("worse") else 0)
    assert summary(found) in capsys.readouterr().out
    assert found.cases == []
    assert main(["check", str(saved), "newreno"]) == 0
    assert "worse in 0, better in 0" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["qubic", "cubic"], "BEFORE is 'qubic'; it must be one of"),
        (["cubic", "cubic:beta=0.5"], "AFTER: beta is not a parameter of 'cubic'"),
        (["cubic", "cubic", "--seeds", "1"], "--seeds is '1'"),
        (["cubic", "cubic", "--least-change", "x"], "--least-change is 'x'"),
        (
            ["cubic", "cubic", "--hulls", "vegas"],
            "must be one of newreno, cubic, none",
        ),
        (["missing.json", "cubic"], "BEFORE is 'missing.json', which cannot be read"),
    ],
)
def test_bad_input_names_what_is_wrong(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", *arguments]) == 2
    assert said in capsys.readouterr().err


NEWRENO = Path(__file__).parents[2] / "sim-core" / "modules" / "newreno.wasm"


def test_a_module_is_compared_with_what_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """NewReno as a module has every number of the core's own, in situations of all sizes."""
    wanted = {"mice", "shallow-buffer", "reordering"}
    some = [each for each in load_situations() if each.id in wanted]
    assert len(some) == len(wanted)
    monkeypatch.setattr("lab_cli.check.command.load_battery", lambda: some)
    path, page = tmp_path / "all.json", tmp_path / "page.html"
    files = ["--json", str(path), "--html", str(page), "--seeds", "2"]
    assert main(["check", "newreno", str(NEWRENO), *files]) == 0
    found = json.loads(path.read_text())
    assert found["after"] == "newreno.wasm"
    assert {number["outcome"] for number in found["numbers"]} == {"same"}
    assert "mice" not in {number["situation_id"] for number in found["numbers"]}
    assert "with newreno in the place of a module." in page.read_text()
    assert "<figure>" not in page.read_text()
    assert main(["check", f"cubic={NEWRENO}", "newreno"]) == 2
    assert "it must be FILE.wasm" in capsys.readouterr().err


def test_cases_of_the_bbr3_draft_are_compared_where_they_apply(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """ProbeRTT after 16 s in place of 5: case 10 asks for it, and no case that goes without it
    changes its verdict.
    """
    _some(monkeypatch, "narrow-link")
    late = "bbr3:probe_rtt_interval_s=16"
    paths = [tmp_path / name for name in ("a.json", "a.xml", "a.html", "a.md", "kept.json")]
    options = ("--json", "--junit", "--html", "--markdown", "--save")
    files = [str(word) for pair in zip(options, paths, strict=True) for word in pair]
    assert main(["check", "bbr3", late, "--seeds", "2", *files]) == SOMETHING_WORSE
    found = json.loads(paths[0].read_text())
    assert len(found["cases"]) == 22
    outcomes = {case["id"]: case["outcome"] for case in found["cases"]}
    assert outcomes["probe_rtt"] == "worse"
    assert outcomes["startup_plateau"] == outcomes["tiny_bdp"] == "same"
    JUNIT.validate(paths[1])
    failed = [test.attrib["name"] for test in ET.parse(paths[1]).iter("testcase") if len(test)]
    assert "probe_rtt" in failed
    for path in paths[2:4]:
        assert "BBRv3 draft, case 10" in path.read_text()
    assert "test cases of the BBRv3 draft" in capsys.readouterr().out
    # What was kept is compared, too; the same algorithm has the same verdicts.
    assert main(["check", str(paths[4]), late, "--seeds", "2"]) == 0
    assert "worse in 0, better in 0 of 22 test cases" in capsys.readouterr().out


def test_two_files_of_one_name_are_distinguished_by_their_folders(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a workflow has them that checks out what was before beside the change."""
    monkeypatch.setattr("lab_cli.check.command.load_battery", lambda: load_battery()[:1])
    monkeypatch.chdir(tmp_path)
    names = ("base/controller/algorithm.wasm", "controller/algorithm.wasm")
    for name, source in zip(names, (NEWRENO, NEWRENO.with_name("cubic.wasm")), strict=True):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_bytes(source.read_bytes())
    assert main(["check", *names, "--seeds", "2"]) in {0, SOMETHING_WORSE}
    assert f"From {names[0]} to {names[1]}: " in capsys.readouterr().out


def test_a_file_of_other_seeds_or_another_behaviour_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "stored.json"
    path.write_text(load_shipped("cubic").model_dump_json())
    assert main(["check", str(path), "cubic"]) == 2
    said = capsys.readouterr().err
    assert "behaviour" in said or "--seeds 20" in said
    older = load_shipped("cubic").model_copy(update={"behaviour_version": 1})
    path.write_text(older.model_dump_json())
    assert main(["check", str(path), "cubic"]) == 2
    assert "behaviour 1" in capsys.readouterr().err


def test_situations_of_reports_name_them_and_take_every_algorithm() -> None:
    reported = [item for item in load_battery() if item.report is not None]
    assert len({item.report for item in reported}) == len(reported) == 11
    assert len({item.id for item in load_battery()}) == len(load_battery())
    for item in reported:
        assert item.report is not None
        assert item.report.startswith("https://github.com/")
        assert item.league is None
        for name in ("cubic", "bbr2"):
            assert item.scenario_with({"name": name}).flows


def _some(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    some = [each for each in load_battery() if each.id in names]
    assert len(some) == len(names)
    monkeypatch.setattr("lab_cli.check.command.load_battery", lambda: some)


def test_the_page_has_curves_and_the_first_packet_that_differs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the numbers of the same runs: the mean of a curve is the throughput, and until the first
    difference all packets are equal."""
    _some(monkeypatch, "small-bdp")
    page, weak = tmp_path / "page.html", f"{NEWRENO}:beta_256ths=230"
    arguments = ["check", str(NEWRENO), weak, "--html", str(page), "--seeds", "4"]
    assert main(arguments) in {0, SOMETHING_WORSE}
    text = page.read_text()
    assert text.count("<figure>") == 2
    assert 'class="first" points="' in text
    assert "The report" in text
    found = re.search(r"before: ([0-9.]+) s, flow 0, ([a-z ]+), packet ([0-9]+)", text, re.I)
    assert found is not None
    commands = re.findall(r"--packets ([0-9.]+) ([0-9.]+) (before|after).csv", text)
    assert [command[2] for command in commands] == ["before", "after"]
    assert float(commands[0][0]) < float(found[1]) < float(commands[0][1])
    [small] = [item for item in load_battery() if item.id == "small-bdp"]
    scenario = small.scenario_with({"name": "newreno"})
    events = [_events(scenario, weak_by, float(found[1])) for weak_by in (None, 230)]
    assert events[0]
    assert events[0] == events[1]


def _events(scenario: Scenario, beta_256ths: int | None, until_s: float) -> list[Any]:
    """All packet events before a time, of NewReno as a module."""
    module = load_module(NEWRENO)
    parameters = {} if beta_256ths is None else {"beta_256ths": beta_256ths}
    chosen = with_module(scenario, ChosenModule(module, parameters))
    found: list[PacketEvents] = []
    watch = PacketWatch(PacketWindow(0, until_s - 1e-9, 1_000_000), found.append)
    run_scenario(chosen, 1, series=False, watch=watch, modules={module.name: module})
    return list(zip(*found[0].columns().values(), strict=True))
