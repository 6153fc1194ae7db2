"""The committed registry is the core's."""

import json
from collections.abc import Iterator
from pathlib import Path

import ccsim

import lab_model.algorithms
from lab_exec.data_files import registry_text, write_registry
from lab_model.algorithms import ComponentParameter, ParameterInfo, registry

COMMITTED = Path(lab_model.algorithms.__file__).with_name("registry.json")


def test_the_committed_list_is_fresh() -> None:
    assert COMMITTED.read_text(encoding="utf-8") == registry_text(), "run: ./lab generate"


def test_the_backend_reads_what_the_core_says() -> None:
    read = json.loads(registry().model_dump_json())
    assert read == json.loads(json.dumps(ccsim.components()))


def test_defaults_lie_within_their_own_bounds() -> None:
    for place, parameter in all_parameters():
        if parameter.kind == "choice":
            assert parameter.default in parameter.choices, place
        elif parameter.kind != "boolean":
            assert parameter.minimum is not None, place
            assert parameter.maximum is not None, place
            if parameter.default is not None:
                assert parameter.minimum <= float(parameter.default) <= parameter.maximum, place


def test_every_parameter_is_explained_with_a_source() -> None:
    for place, parameter in all_parameters():
        assert parameter.description, place
        assert parameter.source, place


def all_parameters() -> Iterator[tuple[str, ParameterInfo | ComponentParameter]]:
    lists = registry()
    for algorithm in lists.algorithms:
        for parameter in algorithm.parameters:
            yield f"{algorithm.name}.{parameter.name}", parameter
    for component in (*lists.queues, *lists.losses, *lists.traffic):
        for given in component.parameters:
            yield f"{component.name}.{given.name}", given


def test_writing_a_fresh_list_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "registry.json"
    assert write_registry(path)
    assert not write_registry(path)
    path.write_text("{}")
    assert write_registry(path)
    assert path.read_text(encoding="utf-8") == registry_text()
