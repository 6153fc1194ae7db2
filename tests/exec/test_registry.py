"""The committed list of algorithms is the core's."""

import json
from pathlib import Path

import lab_model.algorithms
from lab_exec.registry import core_algorithms, registry_text, write_registry
from lab_model.algorithms import registry

COMMITTED = Path(lab_model.algorithms.__file__).with_name("registry.json")


def test_the_committed_list_is_fresh() -> None:
    assert COMMITTED.read_text(encoding="utf-8") == registry_text(), (
        "run: python -m lab_cli algorithms --write"
    )


def test_the_backend_reads_what_the_core_says() -> None:
    read = [entry.model_dump() for entry in registry().algorithms]
    assert json.loads(json.dumps(read)) == json.loads(json.dumps(core_algorithms()))


def test_defaults_lie_within_their_own_bounds() -> None:
    for algorithm in registry().algorithms:
        for parameter in algorithm.parameters:
            place = f"{algorithm.name}.{parameter.name}"
            if parameter.kind == "choice":
                assert parameter.default in parameter.choices, place
            elif parameter.kind != "boolean":
                assert parameter.minimum is not None, place
                assert parameter.maximum is not None, place
                assert parameter.minimum <= float(parameter.default) <= parameter.maximum, place


def test_every_parameter_is_explained_with_a_source() -> None:
    for algorithm in registry().algorithms:
        for parameter in algorithm.parameters:
            place = f"{algorithm.name}.{parameter.name}"
            assert parameter.description, place
            assert parameter.source, place


def test_writing_a_fresh_list_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "registry.json"
    assert write_registry(path)
    assert not write_registry(path)
    path.write_text("{}")
    assert write_registry(path)
    assert path.read_text(encoding="utf-8") == registry_text()
