"""What is known of a module from its bytes (docs/own-algorithms.md), without running it."""

import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import ccsim
import pytest
import wasmtime

from lab_exec.wasm_module import load_module
from lab_model.modules import module_name, modules_named_in, read_module, short_name
from lab_model.modules.functions import EVENTS, IMPORTS
from lab_model.scenarios import InvalidScenarioError, scenario_digest, validate_scenario
from tests.cli.wat import DESCRIPTION, wat

SHIPPED = sorted((Path(__file__).parents[3] / "sim-core" / "modules").glob("*.wasm"))
NAME = "wasm:" + "ab" * 32
OTHER = "wasm:" + "cd" * 32


def _read(text: str) -> Any:
    return read_module(wasmtime.wat2wasm(text))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_is_what_running_it_says(path: Path) -> None:
    assert read_module(path.read_bytes()) == load_module(path).description


def test_functions_are_those_of_the_core() -> None:
    listed = [
        (name, len(each.type.parameters), bool(each.type.results), each.is_required)
        for name, each in EVENTS.items()
    ]
    assert listed == ccsim.algorithm_module_functions()
    assert {kind for each in EVENTS.values() for kind in each.type.parameters} == {"i64"}
    assert len(IMPORTS) == len(ccsim.algorithm_module_imports())


def test_data_may_begin_anywhere_and_be_covered() -> None:
    """11 is written as a byte that elsewhere ends an expression."""
    text = wat({}).replace("(i32.const 0) ", "(i32.const 11) ")
    text = text.replace("i32) i32.const 0)", "i32) i32.const 11)")
    title = DESCRIPTION.index("Hostile") + 11
    covered = text.replace("(func", f'(data (i32.const {title}) "Covered") (func', 1)
    assert _read(text).title == "Hostile"
    assert _read(covered).title == "Covered"


ON_ACK = 'export "ccsim_on_ack")'


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (wat({}, version=2), "it is of ABI version 2; this lab has 1"),
        (wat({}, description="{}"), "its description: name: Field required"),
        (wat({}, description="x"), "its description: Invalid JSON"),
        (wat({}).replace('"memory"', '"other"'), "it does not export its memory"),
        (wat({}).replace(ON_ACK, 'export "on_ack")'), "it does not export ccsim_on_ack"),
        (
            wat({}).replace(f"{ON_ACK} (param" + " i64" * 24, f"{ON_ACK} (param" + " i64" * 23),
            "ccsim_on_ack is (",
        ),
        (
            wat({}, more='(import "env" "clock" (func))'),
            "it imports env.clock; only ccsim.phase and ccsim.random are there",
        ),
        (
            wat({}, more='(import "ccsim" "random" (func))'),
            "ccsim.random is () -> (); it must be () -> (i64)",
        ),
        (
            wat({}, more='(import "ccsim" "phase" (global i64))'),
            "ccsim.phase is not a function; it must be (i64, i64) -> ()",
        ),
        (
            wat({}).replace("i32) i32.const 0)", "i32) i32.const 0 i32.const 0 i32.add)"),
            "ccsim_description computes its answer",
        ),
        (
            wat({}, description='{"name": "a", "title": "A", "phase_effects": {"b": "pauses"}}'),
            "its description: phase_effects: 'b' is not one of the phases",
        ),
        (
            wat({}, description='{"name": "a", "title": "A", "recovery": "prr"}'),
            "with recovery 'prr' it must export ccsim_ssthresh_packets",
        ),
    ],
)
def test_is_refused_in_a_clause(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(reason)}"):
        _read(text)


def test_a_cut_or_changed_module_is_read_or_refused_and_no_more() -> None:
    """Whatever the bytes are: no other exception, and no loop."""
    content = wasmtime.wat2wasm(wat({}))
    for place in range(8, len(content)):
        for changed in (content[:place], content[:place] + b"\xff" + content[place + 1 :]):
            with suppress(ValueError):
                read_module(changed)


class TestInAScenario:
    @staticmethod
    def _scenario(**flow: Any) -> dict[str, Any]:
        algorithm = {"name": NAME, "parameters": flow.pop("parameters", {})}
        return {
            "duration_s": 5,
            "bottleneck": {"rate_bps": 10**7},
            "flows": [{"rtt_s": 0.04, "algorithm": algorithm, **flow}],
        }

    def test_its_bytes_are_in_the_digest(self) -> None:
        first = validate_scenario(self._scenario())
        text = first.model_dump(mode="json")
        text["flows"][0]["algorithm"]["name"] = OTHER
        assert scenario_digest(first) != scenario_digest(validate_scenario(text))
        assert first.flows[0].label == short_name(NAME) == "wasm:abababab"

    def test_parameters_are_whole_numbers(self) -> None:
        one, same = (
            validate_scenario(self._scenario(parameters={"a": value})) for value in (3, 3.0)
        )
        assert scenario_digest(one) == scenario_digest(same)

    @pytest.mark.parametrize(
        ("flow", "message"),
        [
            ({"parameters": {"a": 1.5}}, "is 1.5; it must be a whole number"),
            ({"parameters": {"a": True}}, "must be a whole number"),
            ({"parameters": {"a": 2**60}}, "must be from -2^53 to 2^53"),
            ({"count": 201}, "flows have 201 flows that run modules; there may be at most 200"),
            (
                {
                    "traffic": {
                        "kind": "poisson_transfers",
                        "arrival_rate_hz": 1,
                    }
                },
                "must not be a module with traffic 'poisson_transfers'",
            ),
        ],
    )
    def test_is_refused_in_a_sentence(self, flow: dict[str, Any], message: str) -> None:
        with pytest.raises(InvalidScenarioError) as caught:
            validate_scenario(self._scenario(**flow))
        assert message in caught.value.problems[0].message

    @pytest.mark.parametrize("name", ["wasm:", "wasm:" + "AB" * 32, NAME + "0", "wasm:../x"])
    def test_a_name_that_is_no_digest_is_no_algorithm(self, name: str) -> None:
        data = self._scenario()
        data["flows"][0]["algorithm"]["name"] = name
        with pytest.raises(InvalidScenarioError, match="it must be one of"):
            validate_scenario(data)


def test_names_are_found_anywhere_in_a_document() -> None:
    document = {"base": {"flows": [{"algorithm": {"name": NAME}}]}, "axes": [["x", OTHER, None]]}
    assert modules_named_in(document) == {NAME, OTHER}
    assert (
        module_name(b"") == "wasm:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    )
