"""`./lab sweep --shard`, `./lab store merge` and `./lab slurm`: an experiment on many computers."""

import json
import shlex
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from lab_cli.main import main
from lab_cli.sweep.shard import Shard
from lab_exec.experiments.units import Unit
from lab_model.experiments import read_experiment
from tests.cli.test_sweep_experiment import (
    SMALL_EXPERIMENT,
    SWEEP,
    computed,
    contents,
    file_options,
)

__all__ = ["computed"]

PARTS = 3


@pytest.fixture(scope="module")
def experiment_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("experiment") / "small.json"
    path.write_text(json.dumps(SMALL_EXPERIMENT))
    return path


@pytest.fixture(scope="module")
def parts(experiment_file: Path) -> list[Path]:
    """The stores of all parts."""
    stores = [experiment_file.with_name(f"part-{part}.store") for part in range(1, PARTS + 1)]
    for part, store in enumerate(stores, 1):
        assert compute_part(experiment_file, part, store) == 0
    return stores


def compute_part(experiment: Path, part: int, store: Path) -> int:
    return main([*SWEEP, str(experiment), "--shard", f"{part}/{PARTS}", "--store", str(store)])


def run_count(store: Path) -> int:
    with closing(sqlite3.connect(store)) as connection:
        (count,) = connection.execute("SELECT count(*) FROM unit").fetchone()
    return int(count)


def test_merged_parts_give_the_bytes_of_one_computer(
    experiment_file: Path, parts: list[Path], tmp_path: Path, computed: list[Unit]
) -> None:
    alone, joined = tmp_path / "alone", tmp_path / "joined"
    for folder in (alone, joined):
        folder.mkdir()
    store = ["--store", str(tmp_path / "alone.store")]
    assert main([*SWEEP, str(experiment_file), *store, *file_options(alone)]) == 0
    merged = tmp_path / "all.store"
    # In any order, and those of a second attempt again.
    assert main(["store", "merge", str(merged), *map(str, reversed(parts))]) == 0
    assert main(["store", "merge", str(merged), str(parts[0])]) == 0
    computed.clear()
    store = ["--store", str(merged)]
    assert main([*SWEEP, str(experiment_file), *store, *file_options(joined)]) == 0
    assert contents(joined) == contents(alone)
    assert computed == []


def test_parts_are_disjoint_and_whole_and_take_about_as_long() -> None:
    expansion = read_experiment(
        SMALL_EXPERIMENT | {"replications": {"count": 20}},
    )
    everything = {(unit.cell_index, unit.seed) for unit in Shard(1, 1).units_of(expansion)}
    parts = [Shard(part, 7).units_of(expansion) for part in range(1, 8)]
    dealt = [(unit.cell_index, unit.seed) for part in parts for unit in part]
    assert len(dealt) == len(set(dealt))
    assert set(dealt) == everything
    expected_s = [sum(unit.expected_s for unit in part) for part in parts]
    assert max(expected_s) < 1.2 * min(expected_s)


def test_a_part_that_is_there_is_not_computed_again(
    experiment_file: Path, parts: list[Path], computed: list[Unit]
) -> None:
    assert compute_part(experiment_file, 2, parts[1]) == 0
    assert computed == []


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--shard", "0/3"], "--shard is '0/3'; it must be I/N"),
        (["--shard", "4/3"], "--shard is '4/3'"),
        (["--shard", "1 of 3"], "--shard is '1 of 3'"),
        (["--shard", "1/3", "--csv", "runs.csv"], "it does not go with --csv"),
        (["--shard", "1/3", "--precision", "throughput_ratio=5"], "a precision is reached"),
    ],
)
def test_what_no_part_can_be_is_refused(
    experiment_file: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    options: list[str],
    said: str,
) -> None:
    store = ["--store", str(tmp_path / "x.store")]
    assert main([*SWEEP, str(experiment_file), *store, *options]) == 2
    assert said in capsys.readouterr().err
    assert not (tmp_path / "x.store").exists()


def test_a_part_needs_a_store_of_its_own(
    experiment_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*SWEEP, str(experiment_file), "--shard", "1/3"]) == 2
    assert "--shard needs --store FILE" in capsys.readouterr().err


class TestMerge:
    def test_other_numbers_for_the_same_run_are_refused_with_its_name(
        self, parts: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        liar, merged = tmp_path / "liar.store", tmp_path / "all.store"
        liar.write_bytes(parts[0].read_bytes())
        with closing(sqlite3.connect(liar)) as connection, connection:
            connection.execute(
                "UPDATE unit SET numbers = zeroblob(length(numbers)) WHERE seed = 1"
                " AND scenario_digest = (SELECT scenario_digest FROM unit WHERE seed = 1 LIMIT 1)"
            )
        assert main(["store", "merge", str(merged), str(parts[0]), str(liar)]) == 2
        assert f"'{liar}' has other numbers than the parts before it" in capsys.readouterr().err
        assert run_count(merged) == run_count(parts[0])

    def test_what_is_no_store_is_refused(
        self, parts: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        other = tmp_path / "other.store"
        merged = str(tmp_path / "all.store")
        assert main(["store", "merge", merged, str(other)]) == 2
        assert f"There is no store '{other}'" in capsys.readouterr().err
        other.write_text("These are not the runs that you are looking for.")
        assert main(["store", "merge", merged, str(other)]) == 2
        assert f"The store '{other}' cannot be used" in capsys.readouterr().err
        assert main(["store", "merge", str(parts[0]), str(parts[0])]) == 2
        assert "is both OUT and a part" in capsys.readouterr().err


class TestSlurm:
    def test_the_script_computes_a_part_under_slurm_and_without(
        self, experiment_file: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
    ) -> None:
        wanted = ["slurm", str(experiment_file), "--parts", "5", "--cpus", "2", "--seeds", "3"]
        assert main([*wanted, "--folder", str(tmp_path / "parts")]) == 0
        script = capsys.readouterr().out
        assert "#SBATCH --array=1-5\n" in script
        assert "#SBATCH --cpus-per-task=2\n" in script
        job = tmp_path / "job.sh"
        # In the place of the lab: what it was called with.
        echo = tmp_path / "lab"
        echo.write_text('#!/bin/sh\necho "$@"\n')
        echo.chmod(0o755)
        job.write_text(script.replace(script.split("exec ")[1].split(" sweep")[0], str(echo)))
        store = tmp_path / "parts" / "part-4.store"
        expected = f"sweep {experiment_file} --seeds 3 --shard 4/5 --store {store} --jobs "
        for environment, words, jobs in (
            ({"SLURM_ARRAY_TASK_ID": "4", "SLURM_CPUS_PER_TASK": "2"}, [], "2"),
            ({}, ["4"], "1"),
        ):
            path = {"PATH": "/usr/bin:/bin"}
            command = ["bash", str(job), *words]
            said = subprocess.run(command, env=path | environment, capture_output=True, check=True)
            assert said.stdout.decode().strip() == expected + jobs

    def test_no_more_parts_than_runs(
        self, experiment_file: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["slurm", str(experiment_file)]) == 0
        script = capsys.readouterr().out
        assert "#SBATCH --array=1-8\n" in script
        assert shlex.split(script.split("exec ")[1])[1:3] == ["sweep", str(experiment_file)]

    @pytest.mark.parametrize(
        ("options", "said"),
        [
            (["--parts", "0"], "--parts is '0'; it must be a whole number from 1"),
            (["--cpus", "many"], "--cpus is 'many'"),
            (["--time", "tomorrow"], "--time is 'tomorrow'; it must be like 04:00:00"),
            (["--folder", "/tmp/my parts"], "has characters that need quoting"),
        ],
    )
    def test_refuses_what_no_job_can_be(
        self,
        experiment_file: Path,
        capsys: pytest.CaptureFixture[str],
        options: list[str],
        said: str,
    ) -> None:
        assert main(["slurm", str(experiment_file), *options]) == 2
        assert said in capsys.readouterr().err
