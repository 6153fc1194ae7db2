"""Modules of a few lines, in the text form of WebAssembly."""

import json
from collections.abc import Callable

import ccsim

DESCRIPTION = json.dumps({"name": "hostile", "title": "Hostile", "phases": ["a"], "reasons": ["b"]})
Bodies = dict[str, str]
RunWat = Callable[[str | bytes], tuple[int, str, str]]
"""Of a module's text or bytes: the exit code of `./lab sim` with it, and what it printed."""


def wat(bodies: Bodies, *, description: str = DESCRIPTION, more: str = "", version: int = 1) -> str:
    """A module with a window of 10 packets, but for the functions whose bodies are given."""
    functions = []
    for name, count, has_result, is_required in ccsim.algorithm_module_functions():
        if is_required or name in bodies:
            types = "(param" + " i64" * count + ")" + (" (result i64)" if has_result else "")
            body = bodies.get(name, "i64.const 10")
            functions.append(f'(func (export "{name}") {types} {body})')
    escaped = description.replace("\\", "\\\\").replace('"', '\\"')
    return f"""(module {more}
        (memory (export "memory") 1) (data (i32.const 0) "{escaped}")
        (func (export "ccsim_abi_version") (result i64) i64.const {version})
        (func (export "ccsim_description") (result i32) i32.const 0)
        (func (export "ccsim_description_bytes") (result i64) i64.const {len(description)})
        {" ".join(functions)})"""
