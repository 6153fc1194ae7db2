"""Reads a module without compiling or running it: a service that takes strangers' modules need not
trust them.

The two functions that say where the description lies must answer constants, as compilers make them
of a text in the source. What only running shows (a trap, a loop, a lie) is found by the run.
"""

from typing import Final

from lab_model.modules.binary import Binary, read_binary
from lab_model.modules.code import check_code
from lab_model.modules.description import MOST_TEXT_BYTES, ModuleDescription, read_description
from lab_model.modules.functions import ABI_VERSION, EVENTS, IMPORTED_FROM, IMPORTS, TEXTS

MOST_STORED_BYTES: Final = 2 * 2**20
"""Of a module that a server keeps: in a request of four megabytes as base64, with its source."""

_MAGIC: Final = b"\0asm\x01\0\0\0"
_MOST_SHOWN: Final = 60


def read_module(content: bytes) -> ModuleDescription:
    """What the module declares. Raises `ValueError` with a clause that says what is wrong."""
    if not content.startswith(_MAGIC):
        raise ValueError("it does not begin as WebAssembly does")
    check_code(content)
    binary = read_binary(content)
    _check_exports(binary)
    _check_imports(binary)
    text = _text(binary)
    try:
        description = read_description(text)
    except ValueError as error:
        raise ValueError(f"its description: {error}") from None
    if description.recovery == "prr" and "ccsim_ssthresh_packets" not in binary.exported_functions:
        raise ValueError("with recovery 'prr' it must export ccsim_ssthresh_packets")
    return description


def _check_exports(binary: Binary) -> None:
    for name, wanted in {**EVENTS, **TEXTS}.items():
        if name in binary.exported_functions:
            found = binary.functions[binary.exported_functions[name]]
            if found != wanted.type:
                raise ValueError(f"{name} is {found}; it must be {wanted.type}")
        elif name in binary.other_exports:
            raise ValueError(f"{name} is not a function; it must be {wanted.type}")
        elif wanted.is_required:
            raise ValueError(f"it does not export {name}")
    if not binary.exports_memory:
        raise ValueError("it does not export its memory")


def _check_imports(binary: Binary) -> None:
    for module, name, found in binary.imports:
        if module != IMPORTED_FROM or name not in IMPORTS:
            shown = f"{module}.{name}"[:_MOST_SHOWN]
            raise ValueError(f"it imports {shown}; only ccsim.phase and ccsim.random are there")
        if found != IMPORTS[name]:
            kind = "not a function" if found is None else str(found)
            raise ValueError(f"ccsim.{name} is {kind}; it must be {IMPORTS[name]}")


def _text(binary: Binary) -> bytes:
    found = {name: binary.constant(name) for name in TEXTS}
    for name, value in found.items():
        if value is None:
            raise ValueError(
                f"{name} computes its answer; here it must be a constant, because a module is read "
                "without running it (compile with optimisation)"
            )
    version = found["ccsim_abi_version"]
    if version != ABI_VERSION:
        raise ValueError(f"it is of ABI version {version}; this lab has {ABI_VERSION}")
    size = found["ccsim_description_bytes"] or 0
    if not 0 < size <= MOST_TEXT_BYTES:
        raise ValueError(f"its description has {size} bytes; it must have 1 to {MOST_TEXT_BYTES}")
    return binary.memory((found["ccsim_description"] or 0) & 0xFFFF_FFFF, size)
