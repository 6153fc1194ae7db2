"""Numbers and the name of their behaviour change together, or not at all."""

import hashlib
import math
import struct
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from lab_cli.kit.behaviour_history import (
    HISTORY_PATH,
    History,
    declaration_refusal,
    digest_of,
    history_text,
    is_written,
    read_history,
    refusal,
    still_holds,
    written,
)
from lab_cli.main import main
from lab_exec import Chunk, FlowEvent, Phase, SeriesDigest, SubjectColumns, behaviour_version
from lab_exec.fingerprints import (
    LEFT_OUT,
    SETTINGS,
    UNDIGESTED_SERIES,
    WHOLE,
    fingerprint_scenarios,
    fingerprints_of,
)
from lab_exec.packets import PacketEvents
from lab_exec.series_digest import RTT_PARTS, UNDIGESTED, chunk_bytes
from lab_model.algorithms.registry import registry
from lab_model.behaviour import traits_of
from lab_model.scenarios import validate_scenario
from lab_research.behaviour import command as behaviour
from tests.support.scenarios import scenario

RUNS = {"cubic/plain": "11", "bbr2/plain": "22", "bbr2/slow": "33"}
CHANGED = {**RUNS, "bbr2/slow": "44"}
TRAITS = {name: frozenset({name.split("/")[0]}) for name in RUNS}
ONE = History([digest_of(RUNS)], RUNS)


def test_the_core_computes_what_its_behaviour_version_says() -> None:
    history = read_history(HISTORY_PATH)
    computed = {
        name: value
        for run, item in fingerprint_scenarios().items()
        for name, value in fingerprints_of(item).by_name(run).items()
    }
    assert refusal(history, behaviour_version(), computed) is None
    assert is_written(history, behaviour_version(), computed), "run: ./lab behaviour --write"


def test_the_runs_meet_every_setting_loss_and_parameter() -> None:
    runs = fingerprint_scenarios()
    losses = {item.bottleneck.loss.kind for item in runs.values()}
    assert losses == {"none", "bernoulli", "gilbert_elliott"}
    queues = {item.bottleneck.queue.kind for item in runs.values()}
    assert queues == {queue.name for queue in registry().queues}
    names = {name.split("/")[1] for name in runs if name.startswith("fairtt/")}
    assert names >= {*SETTINGS, "alpha=always", "moved_numbers"}
    over_one_link = [item for name, item in runs.items() if not name.startswith("path/")]
    assert all(len(item.flows) == 2 for item in over_one_link)
    assert {len(item.links) for item in runs.values()} == {0, 1}


def test_a_fingerprint_notices_a_seed_and_a_parameter_but_no_name() -> None:
    first = validate_scenario(scenario(1.0))
    assert fingerprints_of(first) == fingerprints_of(first.model_copy(update={"name": "other"}))
    slower = validate_scenario(scenario(1.0, header_bytes=60))
    for other in (fingerprints_of(first, seed=2), fingerprints_of(slower)):
        assert fingerprints_of(first).first != other.first
        assert fingerprints_of(first).whole != other.whole


def test_what_the_first_fingerprints_leave_out_has_others() -> None:
    # The first whole fingerprints have no series that came later: test_filtered_acks.py holds it.
    assert UNDIGESTED - set(UNDIGESTED_SERIES) == {"filtered_ack_packets"} | RTT_PARTS
    assert set(UNDIGESTED_SERIES) < UNDIGESTED
    written_down = read_history(HISTORY_PATH).runs
    for name in fingerprint_scenarios():
        assert (name + WHOLE in written_down) == name.startswith(LEFT_OUT), name


@pytest.mark.parametrize(
    ("run", "kind"),
    [
        ("receiver/stalled/cubic/plain", "window_probe"),
        ("traffic/poisson_transfers/cubic/plain", "ack_received"),
    ],
)
def test_events_that_came_later_are_in_the_whole_fingerprint(
    run: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def without(columns: dict[str, list[Any]]) -> dict[str, list[Any]]:
        kept = [row for row, each in enumerate(columns["kind"]) if each != kind]
        if kind == "ack_received":  # all ACKs but those of the Poisson connections, flow 0
            flows = columns["flow_index"]
            kept = [row for row in range(len(flows)) if row in {*kept} or flows[row] != 0]
        return {name: [column[row] for row in kept] for name, column in columns.items()}

    _only_the_whole_one_changes(run, without, monkeypatch)


@pytest.mark.parametrize(
    ("run", "column"),
    [("receiver/slow/cubic/plain", "window_packets"), ("path/parking-lot/cubic", "link_index")],
)
def test_columns_that_came_later_are_in_the_whole_fingerprint(
    run: str, column: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def moved(columns: dict[str, list[Any]]) -> dict[str, list[Any]]:
        return {**columns, column: [value + 1 for value in columns[column]]}

    _only_the_whole_one_changes(run, moved, monkeypatch)


def _only_the_whole_one_changes(
    run: str,
    change: Callable[[dict[str, list[Any]]], dict[str, list[Any]]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    item = fingerprint_scenarios()[run]
    before = fingerprints_of(item)
    columns_of = PacketEvents.columns
    monkeypatch.setattr(PacketEvents, "columns", lambda events: change(columns_of(events)))
    after = fingerprints_of(item)
    assert (after.first, after.whole != before.whole) == (before.first, True)


def test_the_same_runs_under_the_same_version_are_fine() -> None:
    assert refusal(ONE, 1, RUNS) is None
    assert is_written(ONE, 1, RUNS)


def test_changed_runs_without_a_raise_are_refused() -> None:
    message = refusal(ONE, 1, CHANGED) or ""
    assert "1 fingerprint of behaviour 1 changed: bbr2/slow." in message
    assert "raise kBehaviourVersion" in message
    assert "to 2, then ./lab behaviour --write; else take the change back." in message


def test_a_run_that_is_gone_counts_as_changed() -> None:
    left = {name: value for name, value in RUNS.items() if name != "cubic/plain"}
    assert "cubic/plain" in (refusal(ONE, 1, left) or "")


def test_a_raise_without_changed_runs_is_refused() -> None:
    message = refusal(ONE, 2, RUNS) or ""
    assert "every run is as in behaviour 1: set kBehaviourVersion" in message
    assert "back to 1" in message
    # A new algorithm alone changes nothing that is stored.
    assert refusal(ONE, 2, {**RUNS, "new/plain": "55"}) == message


@pytest.mark.parametrize("version", [0, 3])
def test_a_version_that_is_not_the_next_is_refused(version: int) -> None:
    assert "if numbers have changed, else to 1." in (refusal(ONE, version, CHANGED) or "")


def test_new_runs_need_writing_but_no_raise() -> None:
    more = {**RUNS, "new/plain": "55"}
    assert refusal(ONE, 1, more) is None
    assert not is_written(ONE, 1, more)
    assert written(ONE, 1, more, TRAITS) == History([digest_of(more)], more)


def test_a_raise_with_changed_runs_is_written_behind_the_earlier_ones(tmp_path: Path) -> None:
    assert refusal(ONE, 2, CHANGED) is None
    assert not is_written(ONE, 2, CHANGED)
    both = written(ONE, 2, CHANGED, TRAITS)
    assert both == History([digest_of(RUNS), digest_of(CHANGED)], CHANGED, {2: ["bbr2"]})
    path = tmp_path / "behaviour.json"
    path.write_text(history_text(both))
    assert read_history(path) == both


def test_a_change_leaves_alone_what_has_none_of_its_traits() -> None:
    both = written(ONE, 2, CHANGED, TRAITS)
    assert both.leaves_alone(1, ["cubic"])
    assert not both.leaves_alone(1, ["cubic", "bbr2"])
    assert both.leaves_alone(2, ["bbr2"])
    assert not both.leaves_alone(0, ["cubic"])


def test_a_declared_change_is_recorded_as_it_is_declared() -> None:
    """Unlike runs changed: what they have in common is nothing, what was declared holds for all."""
    changed = {**RUNS, "bbr2/slow": "44", "cubic/plain": "12"}
    traits = {**TRAITS, "cubic/plain": frozenset({"cubic", "lossy"})}
    assert written(ONE, 2, changed, traits).only_with == {}
    assert declaration_refusal(ONE, changed, traits, ["bbr2", "lossy"]) is None
    both = written(ONE, 2, changed, traits, ["lossy", "bbr2"])
    assert both.only_with == {2: ["bbr2", "lossy"]}
    assert both.leaves_alone(1, ["cubic"])
    assert not both.leaves_alone(1, ["cubic", "lossy"])
    assert not both.leaves_alone(1, ["bbr2"])


def test_a_change_outside_of_the_declared_runs_is_refused() -> None:
    refused = declaration_refusal(ONE, CHANGED, TRAITS, ["cubic"])
    assert refused is not None
    assert "1 fingerprint changed without any of cubic: bbr2/slow" in refused


def test_what_no_run_has_cannot_be_declared() -> None:
    refused = declaration_refusal(ONE, CHANGED, TRAITS, ["bbr2", "lossy"])
    assert refused == "No run has the trait lossy, so nothing shows what it covers."


def test_runs_show_each_trait_that_a_behaviour_is_confined_to() -> None:
    """Else no fingerprint would have shown a change outside of the declared runs."""
    shown = frozenset().union(*map(traits_of, fingerprint_scenarios().values()))
    for declared in read_history(HISTORY_PATH).only_with.values():
        assert shown.issuperset(declared)


def test_a_change_of_unlike_runs_leaves_nothing_alone() -> None:
    all_changed = {name: value + "5" for name, value in RUNS.items()}
    both = written(ONE, 2, all_changed, TRAITS)
    assert both.only_with == {}
    assert not both.leaves_alone(1, ["newreno"])
    # Nor does a later change of few algorithms bring back what an earlier one took.
    third = written(both, 3, {**all_changed, "cubic/plain": "6"}, TRAITS)
    assert third.only_with == {3: ["cubic"]}
    assert third.leaves_alone(2, ["newreno"])
    assert not third.leaves_alone(1, ["newreno"])


def test_what_an_earlier_behaviour_computed_holds_or_not() -> None:
    cubic = validate_scenario(scenario(1.0))
    assert still_holds(behaviour_version(), cubic)
    assert not still_holds(None, cubic)
    # Behaviour 2 and 3 changed runs of all kinds.
    assert not still_holds(1, cubic)


@pytest.mark.parametrize(
    ("history", "message"),
    [
        (History([digest_of(RUNS)] * 2, RUNS), "behaviour 2 has the fingerprints of behaviour 1"),
        (History([digest_of(RUNS)], CHANGED), "not those that behaviour 1 was written with"),
    ],
)
def test_a_file_that_contradicts_itself_is_refused(
    history: History, message: str, tmp_path: Path
) -> None:
    path = tmp_path / "behaviour.json"
    path.write_text(history_text(history))
    with pytest.raises(ValueError, match=message):
        read_history(path)


def test_versions_have_no_gap(tmp_path: Path) -> None:
    path = tmp_path / "behaviour.json"
    path.write_text(history_text(ONE).replace('"behaviour_version": 1', '"behaviour_version": 2'))
    with pytest.raises(ValueError, match="without a gap"):
        read_history(path)


@pytest.mark.parametrize(
    ("version", "computed", "has_file"), [(1, CHANGED, True), (2, RUNS, True), (2, RUNS, False)]
)
def test_the_command_refuses_and_leaves_the_file_alone(
    version: int,
    computed: dict[str, str],
    has_file: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = _at(tmp_path, monkeypatch, version, computed)
    if has_file:
        path.write_text(history_text(ONE))
    assert main(["behaviour", "--write"]) == 1
    assert "kBehaviourVersion" in capsys.readouterr().err
    assert (path.read_text() if path.exists() else None) == (
        history_text(ONE) if has_file else None
    )


def test_the_command_writes_only_when_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = _at(tmp_path, monkeypatch, 1, RUNS)
    assert main(["behaviour"]) == 1
    assert "is not written down yet: ./lab behaviour --write" in capsys.readouterr().err
    assert main(["behaviour", "--write"]) == 0
    assert read_history(path) == ONE
    assert main(["behaviour"]) == 0
    assert "Behaviour 1: 3 runs, all as written." in capsys.readouterr().out


def _at(
    folder: Path, monkeypatch: pytest.MonkeyPatch, version: int, computed: dict[str, str]
) -> Path:
    path = folder / "behaviour.json"
    monkeypatch.setattr(behaviour, "HISTORY_PATH", path)
    monkeypatch.setattr(behaviour, "behaviour_version", lambda: version)
    monkeypatch.setattr(behaviour, "fingerprints", lambda _process_count: computed)
    return path


# The bytes of a chunk are frozen: hand-made chunks against hand-made bytes.


CHUNK = Chunk(
    chunk_index=3,
    first_sample=768,
    sample_count=2,
    subjects=[SubjectColumns("flow", 0, {"rtt_s": np.array([0.5, math.nan])})],
    phases=[Phase(0, 0.25, 1.5, "startup", "start")],
    events=[FlowEvent(1.0, 0, "rto", "", math.nan)],
)
NAN_BYTES = bytes.fromhex("000000000000f87f")


def text(value: str) -> bytes:
    return struct.pack("<q", len(value.encode())) + value.encode()


def test_a_chunk_has_the_documented_bytes() -> None:
    assert chunk_bytes(CHUNK) == b"".join(
        [
            struct.pack("<qqq", 3, 768, 2),
            struct.pack("<q", 1) + text("flow") + struct.pack("<qq", 0, 1),
            text("rtt_s") + struct.pack("<d", 0.5) + NAN_BYTES,
            struct.pack("<q", 1) + struct.pack("<qdd", 0, 0.25, 1.5),
            text("startup") + text("start"),
            struct.pack("<q", 1) + struct.pack("<dq", 1.0, 0),
            text("rto") + text("") + NAN_BYTES,
        ]
    )


def test_a_long_chunk_has_the_documented_bytes() -> None:
    """Several subjects and columns, none at all, and texts beyond ASCII."""
    columns = {"rtt_s": np.array([0.5, math.nan]), "cwnd_bytes": np.array([-0.0, math.inf])}
    long = replace(
        CHUNK,
        subjects=[SubjectColumns("flow", 9, columns), SubjectColumns("link", 0, {})],
        phases=[Phase(0, 0.25, 1.5, "startup", "é"), Phase(9, 1.5, 2.0, "é", "startup")],
        events=[FlowEvent(1.0, 0, "rto", "", 0.2), FlowEvent(1.0, 9, "rto", "", -math.inf)],
    )
    assert chunk_bytes(long) == b"".join(
        [
            struct.pack("<qqq", 3, 768, 2),
            struct.pack("<q", 2) + text("flow") + struct.pack("<qq", 9, 2),
            text("rtt_s") + struct.pack("<d", 0.5) + NAN_BYTES,
            text("cwnd_bytes") + struct.pack("<dd", -0.0, math.inf),
            text("link") + struct.pack("<qq", 0, 0),
            struct.pack("<q", 2),
            struct.pack("<qdd", 0, 0.25, 1.5) + text("startup") + text("é"),
            struct.pack("<qdd", 9, 1.5, 2.0) + text("é") + text("startup"),
            struct.pack("<q", 2),
            struct.pack("<dq", 1.0, 0) + text("rto") + text("") + struct.pack("<d", 0.2),
            struct.pack("<dq", 1.0, 9) + text("rto") + text("") + struct.pack("<d", -math.inf),
        ]
    )


def test_the_digest_is_over_the_chunks_in_order() -> None:
    other = replace(CHUNK, chunk_index=4)
    digest = SeriesDigest()
    digest.update(CHUNK)
    digest.update(other)
    expected = hashlib.sha256(chunk_bytes(CHUNK) + chunk_bytes(other)).hexdigest()
    assert digest.hexdigest() == expected
    turned = SeriesDigest()
    turned.update(other)
    turned.update(CHUNK)
    assert turned.hexdigest() != expected


def test_no_chunk_has_the_digest_of_nothing() -> None:
    assert SeriesDigest().hexdigest() == hashlib.sha256(b"").hexdigest()


def test_all_nans_are_one() -> None:
    odd_nan = np.frombuffer(bytes.fromhex("010000000000f8ff"), dtype="<f8")[0]
    values = np.array([0.5, odd_nan])
    subject = SubjectColumns("flow", 0, {"rtt_s": values})
    assert chunk_bytes(replace(CHUNK, subjects=[subject])) == chunk_bytes(CHUNK)


def test_what_is_moved_between_fields_changes_the_bytes() -> None:
    moved = replace(CHUNK, phases=[Phase(0, 0.25, 1.5, "startups", "tart")])
    assert chunk_bytes(moved) != chunk_bytes(CHUNK)
