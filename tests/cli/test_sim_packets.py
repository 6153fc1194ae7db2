"""`./lab sim --packets`: every packet event of a part of a run in a file."""

import csv
import json
from pathlib import Path

import pytest

from lab_cli.kit import packet_file
from lab_cli.main import main
from lab_exec import PacketEvents, PacketWatch, PacketWindow, run_scenario
from lab_model.scenarios import validate_scenario
from tests.cli.conftest import SMALL

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
