"""`./lab sim`: one JSON on stdout, or sentences on stderr and exit code 2."""

import csv
import json
import math
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest
from pydantic import ValidationError

from lab_cli.kit import packet_file
from lab_cli.main import main
from lab_exec import Chunk, PacketEvents, PacketWatch, PacketWindow, run_scenario
from lab_model.scenarios import problems_of, validate_scenario
from lab_model.scenarios.bottleneck import LOSSES, QUEUES
from lab_model.scenarios.flows import TRAFFIC
from lab_model.scenarios.scenario import Scenario
from tests.cli.conftest import SMALL


def test_stdout_is_the_result_and_nothing_else(scenario_file: Path) -> None:
    command = [sys.executable, "-m", "lab_cli", "sim", str(scenario_file), "--seed", "7"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == run_scenario(validate_scenario(SMALL), 7)


def test_a_dash_reads_stdin() -> None:
    command = [sys.executable, "-m", "lab_cli", "sim", "-"]
    text = json.dumps(SMALL)
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["seed"] == 1


def test_a_reader_that_leaves_early_is_no_error_message(scenario_file: Path) -> None:
    command = f"'{sys.executable}' -m lab_cli sim '{scenario_file}' | true"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert done.stderr == ""


def refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> list[str]:
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    return captured.err.splitlines()


def test_a_bad_scenario_is_answered_with_the_sentences_of_the_api(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    traffic = {"kind": "telepathy"}
    flows = [{"rtt_s": 0.001, "algorithm": {"name": "bbr9"}}, {"rtt_s": -1, "traffic": traffic}]
    data = {**SMALL, "flows": flows}
    path = tmp_path / "bad.json"
    path.write_text(json.dumps(data))
    with pytest.raises(ValidationError) as caught:
        Scenario.model_validate(data)
    expected = [problem.message for problem in problems_of(caught.value)]
    lines = refused(["sim", str(path)], capsys)
    assert lines == expected
    assert any(line.startswith("flows.1.traffic.kind is 'telepathy'; it must be") for line in lines)
    assert "flows.1.rtt_s is -1 s; it must be at least 1e-05 s" in lines


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[" * 100_000, "more than 100 lists and objects"),
        ('{"flows": ' * 5_000 + "1" + "}" * 5_000, "more than 100 lists and objects"),
        ('{"duration_s": NaN}', "NaN"),
        ('{"duration_s": Infinity}', "Infinity"),
        ('{"duration_s": 1e999}', "duration_s"),
        ('{"seed": 1, "duration_s": 1, "duration_s": 2}', "duration_s"),
        ('{"name": "\\ud800"}', "name"),
        ("\ufeff", "JSON"),
    ],
)
def test_what_json_should_not_hold_is_refused(
    text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "hostile.json"
    path.write_text(text, encoding="utf-8")
    lines = refused(["sim", str(path)], capsys)
    assert said in "\n".join(lines)
    assert not any("Traceback" in line or len(line) > 1_000 for line in lines)


def test_a_missing_file_is_named_with_the_nearest_one(
    scenario_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = scenario_file.with_name("smal.json")
    (line,) = refused(["sim", str(missing)], capsys)
    assert line == f"There is no file '{missing}'; did you mean '{scenario_file}'?"


def test_a_folder_is_no_scenario(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (line,) = refused(["sim", str(tmp_path)], capsys)
    assert line == f"'{tmp_path}' is a folder; a scenario is a JSON file"


@pytest.mark.parametrize(
    ("seed", "message"),
    [
        ("-1", "seed is -1; it must be at least 0"),
        ("9007199254740992", "seed is 9007199254740992; it must be at most 9007199254740991"),
        ("one", "seed is 'one'; it must be a whole number"),
    ],
)
def test_a_bad_seed_is_named_with_its_bound(
    scenario_file: Path, capsys: pytest.CaptureFixture[str], seed: str, message: str
) -> None:
    assert refused(["sim", str(scenario_file), f"--seed={seed}"], capsys) == [message]


def expected_rows() -> list[tuple[str, int, str, float, float]]:
    chunks: list[Chunk] = []
    run_scenario(validate_scenario(SMALL), 1, on_chunk=chunks.append)
    (chunk,) = chunks
    return [
        (subject.subject, subject.index, metric, round((sample + 1) * 0.1, 9), float(value))
        for subject in chunk.subjects
        for metric, values in subject.columns.items()
        for sample, value in enumerate(values)
        if not math.isnan(value)
    ]


def read_series(path: Path) -> list[tuple[Any, ...]]:
    match path.suffix:
        case ".csv":
            with path.open(newline="") as file:
                return [
                    (subject, int(index), metric, float(time_s), float(value))
                    for subject, index, metric, time_s, value in list(csv.reader(file))[1:]
                ]
        case ".json":
            return [tuple(row.values()) for row in json.loads(path.read_text())]
    rows = pyarrow.parquet.read_table(path).to_pylist()
    return [tuple(row.values()) for row in rows]


@pytest.mark.parametrize("suffix", [".csv", ".json", ".parquet"])
def test_series_are_the_same_rows_in_every_format(
    scenario_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], suffix: str
) -> None:
    path = tmp_path / f"series{suffix}"
    assert main(["sim", str(scenario_file), "--series", str(path)]) == 0
    assert json.loads(capsys.readouterr().out)["sample_count"] == 50
    assert read_series(path) == expected_rows()


def test_an_unknown_ending_is_refused_before_the_run(
    scenario_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "series.xls"
    (line,) = refused(["sim", str(scenario_file), "--series", str(path)], capsys)
    assert line == f"--series is '{path}'; its name must end with one of .csv, .json, .parquet"


def test_a_folder_that_is_not_there_is_refused_before_the_run(
    scenario_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "nowhere" / "series.csv"
    (line,) = refused(["sim", str(scenario_file), "--series", str(path)], capsys)
    assert line == f"There is no folder '{path.parent}' for 'series.csv'"


def test_a_failed_run_leaves_no_file(
    scenario_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    scenario_file.write_text("{}")
    refused(["sim", str(scenario_file), "--series", str(folder / "series.csv")], capsys)
    assert list(folder.iterdir()) == []


def test_an_unknown_command_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["simulate"])
    assert caught.value.code == 2
    assert "invalid choice: 'simulate'" in capsys.readouterr().err


def test_it_loads_nothing_that_it_does_not_need(scenario_file: Path) -> None:
    # Its start is nearly all imports; these took longer than a small run.
    program = (
        "import sys; from lab_cli.main import main; main(sys.argv[1:]); "
        "print(*sorted({name.partition('.')[0] for name in sys.modules}), file=sys.stderr)"
    )
    command = [sys.executable, "-c", program, "sim", str(scenario_file)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    loaded = set(done.stderr.split())
    assert {"ccsim", "lab_model", "pydantic"} <= loaded
    unwanted = {"celery", "fastapi", "nbformat", "pyarrow", "redis", "rich", "scipy", "sqlalchemy"}
    assert not loaded & (unwanted | {"fairtt_lab", "httpx", "lab", "pandas"})


def test_models_of_components_look_for_no_docstrings() -> None:
    # Each would be searched through the sources of all modules: a third of the start.
    for model in (*QUEUES.values(), *LOSSES.values(), *TRAFFIC.values()):
        assert model.model_config["use_attribute_docstrings"] is False
        assert model.model_json_schema()["description"]


# `./lab sim --packets`: every packet event of a part of a run in a file.


FROM_S, TO_S = 1.0, 1.25


def recorded() -> PacketEvents:
    events: list[PacketEvents] = []
    run_scenario(
        validate_scenario(SMALL),
        1,
        watch=PacketWatch(PacketWindow(FROM_S, TO_S, 1_000_000), events.append),
    )
    (found,) = events
    return found


def test_the_result_is_the_same_with_packets() -> None:
    watch = PacketWatch(PacketWindow(0, 5, 1_000_000), lambda _events: None)
    watched = run_scenario(validate_scenario(SMALL), 1, watch=watch)
    assert watched == run_scenario(validate_scenario(SMALL), 1)


def test_every_event_lies_in_the_window_in_order() -> None:
    events = recorded()
    assert len(events.time_s) > 100
    assert events.time_s.min() >= FROM_S
    assert events.time_s.max() < TO_S
    assert (events.time_s[1:] >= events.time_s[:-1]).all()
    assert {"sent", "transmitted", "delivered", "ack_sent", "ack_received"} <= set(
        events.columns()["kind"]
    )


def test_csv_and_json_hold_the_same_rows(
    scenario_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = []
    for suffix in (".csv", ".json"):
        path = tmp_path / f"packets{suffix}"
        assert main(["sim", str(scenario_file), "--packets", "1", "1.25", str(path)]) == 0
        assert json.loads(capsys.readouterr().out)["seed"] == 1
        if suffix == ".csv":
            with path.open(newline="") as file:
                found.append([tuple(row.values()) for row in csv.DictReader(file)])
        else:
            rows = json.loads(path.read_text())
            found.append([tuple(str(value) for value in row.values()) for row in rows])
    assert found[0] == found[1]
    assert len(found[0]) == len(recorded().time_s)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["x", "2", "p.csv"], "--packets has FROM 'x'; it must be a time in seconds"),
        (
            ["3", "2", "p.csv"],
            "--packets has FROM 3 and TO 2; FROM must be at least 0 and below TO",
        ),
        (["7", "8", "p.csv"], "--packets begins at 7 s; the run ends at 5 s"),
        (
            ["1", "2", "p.xls"],
            "--packets has FILE 'p.xls'; its name must end with one of .csv, .json",
        ),
    ],
)
def test_a_wrong_request_is_refused_before_the_run(
    scenario_file: Path,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    message: str,
) -> None:
    assert main(["sim", str(scenario_file), "--packets", *words]) == 2
    captured = capsys.readouterr()
    assert (captured.out, captured.err.strip()) == ("", message)


def test_a_window_that_holds_too_much_leaves_no_file(
    scenario_file: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(packet_file, "MAX_EVENTS", 50)
    path = tmp_path / "packets.csv"
    assert main(["sim", str(scenario_file), "--packets", "1", "2", str(path)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("--packets 1 2 holds more than 50 packet events, reached at 1.")
    assert list(tmp_path.glob("*packets*")) == []
