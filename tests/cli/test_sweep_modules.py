"""`./lab sweep` and `./lab sim` of documents that name modules, by file and by digest."""

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import wasmtime

from lab_cli.main import main
from lab_exec import run_scenario
from lab_exec.wasm_module import load_module
from lab_model.modules import module_name
from lab_model.scenarios import validate_scenario
from tests.cli.conftest import SMALL
from tests.cli.test_sweep_experiment import SWEEP, contents, file_options
from tests.cli.wat import wat

Json = dict[str, Any]

NEWRENO = Path(__file__).parents[2] / "sim-core" / "modules" / "newreno.wasm"
NAME = module_name(NEWRENO.read_bytes())
DIGEST = NAME.removeprefix("wasm:")
BETA = "flows.0.algorithm.parameters.beta_256ths"
PARTS = 3


def experiment(algorithm: str, *betas: int) -> Json:
    flows = [{**SMALL["flows"][0], "algorithm": {"name": algorithm}}, SMALL["flows"][1]]
    values = {"kind": "list", "values": list(betas)}
    axes = [{"moves": [{"path": BETA, "values": values}]}] if betas else []
    return {
        "base": {**SMALL, "duration_s": 2, "flows": flows},
        "axes": axes,
        "replications": {"count": 2},
    }


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An experiment beside the module that it names."""
    made = tmp_path / "made"
    made.mkdir()
    shutil.copy(NEWRENO, made / "mine.wasm")
    (made / "small.json").write_text(json.dumps(experiment("mine.wasm", 128, 179)))
    return made


def sweep(*arguments: object) -> int:
    return main([*SWEEP, *map(str, arguments)])


def outputs(folder: Path, *arguments: object) -> dict[str, bytes]:
    folder.mkdir()
    assert sweep(*arguments, *file_options(folder)) == 0
    return contents(folder)


def refused(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    capsys.readouterr()
    assert sweep(*arguments) == 2
    return capsys.readouterr().err.removesuffix("\n")


def test_a_file_is_its_digest_in_what_is_computed(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "runs.json"
    assert sweep(folder / "small.json", "--json", out) == 0
    content = json.loads(out.read_text())
    choice = content["experiment"]["base"]["flows"][0]["algorithm"]
    assert choice == {"name": NAME, "parameters": {}}
    cell = experiment(NAME)["base"]
    cell["flows"][0]["algorithm"]["parameters"] = {"beta_256ths": 179}
    alone = run_scenario(validate_scenario(cell), 2, modules={NAME: load_module(NEWRENO)})
    assert content["cells"][1]["scenario_digest"] == alone["scenario_digest"]
    assert content["units"][3]["summary_digest"] == alone["summary_digest"]
    assert len({unit["summary_digest"] for unit in content["units"]}) == 4


def test_parts_and_digests_give_the_bytes_of_one_place(folder: Path, tmp_path: Path) -> None:
    alone = outputs(tmp_path / "alone", folder / "small.json")
    stores = [tmp_path / f"part-{part}.store" for part in range(1, PARTS + 1)]
    for part, store in enumerate(stores, 1):
        shard = ["--shard", f"{part}/{PARTS}", "--store", store]
        assert sweep(folder / "small.json", *shard) == 0
    merged = tmp_path / "all.store"
    assert main(["store", "merge", str(merged), *map(str, stores)]) == 0
    # The store has the module, so that its digest is enough, also for runs that are missing.
    elsewhere = tmp_path / "elsewhere.json"
    elsewhere.write_text(json.dumps(experiment(NAME, 128, 179)))
    assert outputs(tmp_path / "joined", elsewhere, "--store", merged) == alone
    assert sweep(elsewhere, "--store", merged, "--seeds", 3) == 0
    # And so has the archive, which is computed again and is a place to sweep in.
    archive = tmp_path / "alone" / "runs.zip"
    assert main(["replay", str(archive), "--jobs", "1"]) == 0
    unpacked = tmp_path / "unpacked"
    shutil.unpack_archive(archive, unpacked)
    assert outputs(tmp_path / "again", unpacked / "experiment.json") == alone


def test_a_store_with_other_bytes_than_a_name_says_is_refused(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    part, merged = tmp_path / "part.store", tmp_path / "all.store"
    assert sweep(folder / "small.json", "--shard", "1/2", "--store", part) == 0
    with closing(sqlite3.connect(part)) as connection, connection:
        connection.execute("UPDATE module SET content = x'0061736d'")
    path = tmp_path / "digest.json"
    path.write_text(json.dumps(experiment(NAME, 128, 179)))
    assert "a module that is not here" in refused(capsys, path, "--store", part)
    assert main(["store", "merge", str(merged), str(part)]) == 2
    assert f"has other bytes for {NAME} than its name says" in capsys.readouterr().err
    assert sweep(path, "--store", merged) == 2


def test_a_file_is_a_value_like_other_algorithms(folder: Path, tmp_path: Path) -> None:
    path, out = folder / "native.json", tmp_path / "runs.json"
    path.write_text(json.dumps(SMALL | {"duration_s": 2}))
    vary = f"flows.*.algorithm.name=newreno,{folder / 'mine.wasm'}"
    assert sweep(path, "--vary", vary, "--seeds", 1, "--json", out) == 0
    of_core, of_module = json.loads(out.read_text())["units"]
    assert of_core["numbers"] == of_module["numbers"]


def test_what_a_module_does_not_declare_is_named_before_anything_runs(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = folder / "small.json"
    path.write_text(json.dumps(experiment("mine.wasm", 25, 128)))
    assert refused(capsys, path) == (
        f"axes.0.moves.0.values: with beta 256ths, far 25, {BETA} is 25; it must be at least 26"
    )
    path.write_text(json.dumps(experiment("mine.wasm")))
    message = refused(capsys, path, "--vary", f"{BETA.replace('beta', 'gamma')}=1,2")
    assert message.startswith("--vary flows.0.algorithm.parameters.gamma_256ths: with ")
    assert "it has 'beta_256ths', 'ecn_beta_256ths'" in message
    flows = experiment("mine.wasm")
    flows["base"]["flows"][0]["algorithm"]["parameters"] = {"beta_256ths": 300}
    path.write_text(json.dumps(flows))
    message = refused(capsys, path)
    assert message == f"base.{BETA} is 300; it must be at most 243"
    assert list(folder.glob("*.store")) == []


def test_a_module_that_is_not_there_is_named_with_its_field(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = folder / "small.json"
    field = "base.flows.0.algorithm.name"
    path.write_text(json.dumps(experiment("none.wasm")))
    where = folder / "none.wasm"
    wanted = f"{field}: '{where}' cannot be read: No such file or directory"
    assert refused(capsys, path) == wanted
    where.write_text("no module")
    wanted = f"{field}: '{where}' is not a module of an algorithm: "
    assert refused(capsys, path) == wanted + "it does not begin as WebAssembly does"
    path.write_text(json.dumps(experiment(NAME)))
    place = folder / "modules" / f"{DIGEST}.wasm"
    message = refused(capsys, path)
    assert message.startswith(f"{field} is {NAME}, a module that is not here; give its file")
    assert message.endswith(f"or put it at '{place}'")
    place.parent.mkdir()
    place.write_bytes(wasmtime.wat2wasm(wat({})))
    message = refused(capsys, path)
    assert message == f"{field}: '{place}' has other bytes than its name says"
    message = refused(capsys, path, "--vary", "flows.1.algorithm.name=cubic,none.wasm")
    assert message.startswith(f"{field}: '{place}' has other bytes")
    path.write_text(json.dumps(experiment("mine.wasm")))
    message = refused(capsys, path, "--vary", "flows.1.algorithm.name=cubic,none.wasm")
    assert message == (
        "--vary flows.1.algorithm.name: 'none.wasm' cannot be read: No such file or directory"
    )


def test_one_that_loops_fails_alone(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its runs have no numbers and say why; those of the others are there."""
    loop = "(loop $again (br $again)) i64.const 10"
    (folder / "loop.wasm").write_bytes(wasmtime.wat2wasm(wat({"ccsim_on_ack": loop})))
    path, out = folder / "native.json", tmp_path / "runs.json"
    path.write_text(json.dumps(SMALL | {"duration_s": 2}))
    vary = f"flows.0.algorithm.name=newreno,{folder / 'loop.wasm'}"
    assert sweep(path, "--vary", vary, "--seeds", 1, "--json", out) == 1
    said = capsys.readouterr().err
    assert "ModuleFailedError" in said
    assert "it took more than 10000000 instructions for one event" in said
    assert [unit["cell_index"] for unit in json.loads(out.read_text())["units"]] == [0]


def test_a_prediction_and_a_job_script_take_them(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = folder / "small.json"
    assert sweep(path, "--predict", 100) == 0
    assert "4 of 4 runs" in capsys.readouterr().out
    assert main(["slurm", str(path), "--parts", "2"]) == 0
    assert "4 runs in 2 parts" in capsys.readouterr().out


def test_a_scenario_names_its_module(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = folder / "scenario.json"
    path.write_text(json.dumps(experiment("mine.wasm")["base"]))
    assert main(["sim", str(path)]) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["flows"][0]["algorithm"] == NAME
    scenario = validate_scenario(experiment(NAME)["base"])
    again = run_scenario(scenario, 1, modules={NAME: load_module(NEWRENO)})
    assert result["series_digest"] == again["series_digest"]
    # Beside one that takes the place of another algorithm.
    assert main(["sim", str(path), "--algorithm", f"newreno={NEWRENO}"]) == 0
    both = json.loads(capsys.readouterr().out)
    assert [flow["algorithm"] for flow in both["flows"]] == [NAME, NAME]
    data = experiment("mine.wasm")["base"]
    data["flows"][0]["algorithm"]["parameters"] = {"beta_256ths": 300}
    path.write_text(json.dumps(data))
    assert main(["sim", str(path)]) == 2
    assert capsys.readouterr().err == f"{BETA} is 300; it must be at most 243\n"
