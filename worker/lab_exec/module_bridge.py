"""Two small modules of the lab's own, in WebAssembly's text format, that stand around an algorithm
of a user's own: calls that stay inside of WebAssembly cost next to nothing, and calls into it or
out of it some hundreds of instructions each.
"""

from collections.abc import Collection
from typing import Final

import ccsim

_READ_AFTER: Final = ("ccsim_pacing_rate_bps", "ccsim_ssthresh_packets", "ccsim_after_ack")
"""An event in the order of `ModuleAnswers` (algorithm_module.h), behind its own answer."""


def gate_text(reason_count: int) -> str:
    """What stands before the import `phase`: to enter the phase that one is in changes nothing, and
    a controller does it at every ACK. While the core reads a series every call gets through, for
    the core to refuse.
    """
    return f"""(module
          (import "ccsim" "phase" (func $enter (param i64 i64)))
          (global $phase (mut i64) (i64.const -1))
          (global $is_read (export "is_read") (mut i32) (i32.const 0))
          (func (export "phase") (param i64 i64)
            (if (i32.and (i64.eq (local.get 0) (global.get $phase))
                  (i32.and (i64.lt_u (local.get 1) (i64.const {reason_count}))
                    (i32.eqz (global.get $is_read))))
              (then return))
            (global.set $phase (local.get 0))
            (call $enter (local.get 0) (local.get 1))))"""


def bridge_text(names: Collection[str], *, has_gate: bool) -> str:
    """A module that calls one with these functions: to bring it an event and to read all answers is
    one call into WebAssembly, where each would cost several hundred instructions. Arguments are in
    its memory, from 0, and so are the answers. `reading` says which function trapped.
    """
    functions = ccsim.algorithm_module_functions()
    places = {item[0]: place for place, item in enumerate(functions)}
    counts = {name: arguments for name, arguments, _, _ in functions if name in names}
    called = [name for name in counts if name != "ccsim_set_parameter"]
    lines = [
        f'(import "module" "{name}" (func ${name} {"(param i64)" * counts[name]} (result i64)))'
        for name in called
    ]
    if has_gate:
        lines.append('(import "gate" "is_read" (global $is_read (mut i32)))')
    lines += [
        '(memory (export "block") 1 1)',
        '(global $reading (export "reading") (mut i32) (i32.const -1))',
    ]
    for name in called:
        if name == "ccsim_init" or name.startswith("ccsim_on_"):
            given = "".join(f"(i64.load (i32.const {8 * n}))" for n in range(counts[name]))
            answers = "".join(
                f"(global.set $reading (i32.const {places[each]}))"
                f"(i64.store (i32.const {8 * place}) (call ${each}))"
                for place, each in enumerate(_READ_AFTER, start=1)
                if each in names and (each != "ccsim_after_ack" or name == "ccsim_on_ack")
            )
            lines.append(
                f'(func (export "{name}") (global.set $reading (i32.const -1))'
                f"(i64.store (i32.const 0) (call ${name} {given})) {answers})"
            )
    if has_gate and "ccsim_series" in names:
        lines.append(
            """(func (export "ccsim_series") (param i64) (result i64)
              (global.set $is_read (i32.const 1)) (call $ccsim_series (local.get 0))
              (global.set $is_read (i32.const 0)))"""
        )
    return f"(module {' '.join(lines)})"
