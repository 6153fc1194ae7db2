"""Evaluations on the command line: what ships is what the core gives."""

import json
from pathlib import Path

import pytest

from lab_cli.kit.algorithm_input import AlgorithmInput
from lab_cli.kit.evaluation import evaluate, missing_work, still_valid, write_shipped
from lab_cli.main import main
from lab_exec import run_scenario
from lab_model.evaluation import Evaluated, evaluated, load_shipped, load_situations, shipped_names
from lab_model.experiments import numbers_of

# A few thousand packets each.
CHEAP = ("narrow-link", "heavy-loss")


@pytest.mark.parametrize("name", shipped_names())
def test_shipped_numbers_are_those_of_this_core(name: str) -> None:
    stored = load_shipped(name)
    for situation in load_situations():
        if situation.id not in CHEAP:
            continue
        for place, seed in ((0, 1), (19, 20)):
            found = numbers_of(run_scenario(situation.scenario_with({"name": name}), seed))
            for number, values in stored.situations[situation.id].numbers.items():
                wanted = found.get(number)
                assert values[place] == (wanted if wanted is None else float(f"{wanted:.10g}"))


def test_what_is_shipped_is_not_computed_again() -> None:
    known = still_valid("cubic", range(1, 4))
    assert known is not None
    assert known.seeds == [1, 2, 3]
    assert missing_work(AlgorithmInput({"name": "cubic"}), known) == []
    found = evaluate(AlgorithmInput({"name": "cubic"}), range(1, 4), known, 1, lambda: None)
    assert found.situations == known.situations


def test_more_seeds_than_are_shipped_are_computed() -> None:
    assert still_valid("cubic", range(1, 22)) is None


def test_a_written_evaluation_reads_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lab_cli.kit.evaluation.DATA_FOLDER", tmp_path)
    write_shipped(load_shipped("newreno"))
    text = (tmp_path / "newreno.json").read_text()
    assert Evaluated.model_validate_json(text) == load_shipped("newreno")
    assert text == (evaluated.DATA_FOLDER / "newreno.json").read_text()


def test_league_prints_and_writes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "league.json"
    options = ["--only", "cubic", "--only", "newreno", "--seeds", "3", "--json", str(target)]
    assert main(["league", *options]) == 0
    assert "Coexistence" in capsys.readouterr().out
    league = json.loads(target.read_text())
    assert [entry["key"] for entry in league["entries"]] == ["newreno", "cubic"]
    assert league["seed_count"] == 3


def test_other_seeds_say_how_alike_the_order_is(capsys: pytest.CaptureFixture[str]) -> None:
    some = ["--only", "cubic", "--only", "newreno", "--situation", "equal-rtts"]
    assert main(["league", "--first-seed", "21", "--seeds", "2", *some]) == 0
    printed = capsys.readouterr().out
    assert "2 seeds" in printed
    table = printed.partition("Kendall's tau to the order under the shipped seeds")[2]
    assert "Delay" in table
    assert "1.00" in table
    assert main(["league", "--seeds", "2", *some]) == 0
    assert "under the shipped seeds" not in capsys.readouterr().out


def test_report_prints_every_heading(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", "bbr2", "--seeds", "3"]) == 0
    printed = capsys.readouterr().out
    for section in ("5.1.1", "5.2.1", "6.1", "7.10 Multipath Transport", "7.11"):
        assert section in printed
    assert "Cannot be tested here: A flow of the lab has one path." in printed


def test_report_of_a_module_is_that_of_its_algorithm(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """NewReno as a module has every number of the core's own, and no marks beside it."""
    some = [each for each in load_situations() if each.id in {"mice", "narrow-link"}]
    for place in ("lab_cli.kit.evaluation", "lab_model.evaluation.report"):
        monkeypatch.setattr(f"{place}.load_situations", lambda: some)
    module = Path(__file__).parents[2] / "sim-core" / "modules" / "newreno.wasm"
    target = tmp_path / "card.json"
    arguments = [str(module), "--set", "beta_256ths=128", "--seeds", "2", "--jobs", "1"]
    assert main(["report", *arguments, "--json", str(target)]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("newreno.wasm with beta_256ths=128: RFC 9743")
    assert "holds 0, fails 0, cannot be judged 22\n" in printed
    card = json.loads(target.read_text())
    assert [each["verdict"] for each in card["bbr3_cases"]] == ["cannot be judged"] * 22
    assert card["algorithm"]["name"].startswith("wasm:")
    cases = {case["id"]: case for section in card["sections"] for case in section["cases"]}
    # Mice open a connection for each transfer, which a module cannot.
    assert list(cases) == ["narrow-link"]
    names = [flow["algorithm"]["name"] for flow in cases["narrow-link"]["scenario"]["flows"]]
    assert card["algorithm"]["name"] in names
    for number in cases["narrow-link"]["numbers"]:
        [native] = [each for each in number["baselines"] if each["algorithm"] == "newreno"]
        assert number["mean"] == native["mean"]
        assert not native["is_different"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["report", "none.wasm"], "'none.wasm' cannot be read"),
        (["report", "vega"], "ALGORITHM is 'vega'; it must be one of"),
        (["report", "cubic", "--set", "beta"], "--set is 'beta'; it must be PARAMETER=VALUE"),
        (["report", "cubic", "--set", "beta=2"], "flows.0.algorithm.parameters.beta"),
        (["league", "--situation", "crowd"], "--situation is 'crowd'; it must be one of"),
        (["league", "--only", "x"], "--only is 'x'; it must be one of"),
        (["league", "--seeds", "3", "--write"], "--seeds is 3; what is shipped has 20"),
        (["league", "--first-seed", "9", "--write"], "--first-seed is 9; what is shipped begins"),
        (["league", "--first-seed", "-1"], "--first-seed is '-1'; it must be a whole number"),
    ],
)
def test_what_cannot_be_is_refused(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    assert message in capsys.readouterr().err
