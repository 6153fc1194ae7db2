"""A user's own algorithm: a WebAssembly module that a run calls (docs/own-algorithms.md).

It is checked and loaded here, and called by the core through wasmtime's C API. Each connection has
an instance with a memory of its own; a module sees nothing but its arguments. Which flows of a
scenario run it is in `scenario_modules`.
"""

import ctypes
import threading
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final, cast

import ccsim
import wasmtime
from wasmtime import _bindings as c_api
from wasmtime._ffi import dll

from lab_exec.errors import InputError, RunFailedError, SentTooMuchError
from lab_exec.module_bridge import bridge_text, gate_text
from lab_exec.module_declaration import core_declaration
from lab_model.modules import (
    MOST_FLOWS,
    MOST_TEXT_BYTES,
    NAME_PREFIX,
    ModuleDescription,
    check_code,
    module_name,
    read_description,
)

ABI_VERSION: Final = 1
MOST_MODULE_BYTES: Final = 4 * 2**20
MEMORY_BYTES: Final = 16 * 2**20
"""Memory of each connection."""
TABLE_ELEMENTS: Final = 65_536
"""Size of each table: half a MiB, which is not in the connection's memory."""
MOST_TABLES: Final = 4
FUEL_OF_EVENTS: Final = 10_000_000
"""About as many WebAssembly instructions: milliseconds. Of `EVENTS` events of a connection."""
EVENTS: Final = 32
FUEL_OF_RUN: Final = 200_000_000
"""What all connections of a run have together, besides `FUEL_ON_AVERAGE` for each event."""
FUEL_ON_AVERAGE: Final = 50_000
"""A hundred times the cost of an ACK in a shipped algorithm: more would stall the run."""
STACK_BYTES: Final = 512 * 2**10
"""Stack of each call, nested calls included."""
MOST_INSTANCES: Final = MOST_FLOWS
"""Connections of one run, so that they have at most some gigabytes."""

_IMPORT_MODULE: Final = "ccsim"
_SIZES: Final = {"wasmtime_func": 16, "wasmtime_val_raw": 16}
_TEXTS: Final[dict[str, tuple[list[str], list[str]]]] = {
    "ccsim_abi_version": ([], ["i64"]),
    "ccsim_description": ([], ["i32"]),
    "ccsim_description_bytes": ([], ["i64"]),
}


class ModuleFailedError(RunFailedError):
    """A module failed while a run called it. The run has no result."""


@dataclass(frozen=True)
class LoadedModule:
    """A module that can run: the core's handle, and what it declares."""

    path: Path
    description: ModuleDescription
    sha256: str
    core: ccsim.AlgorithmModule
    most_packets: int = field(default=0, kw_only=True)
    """What its connections may send in a run; 0: no bound."""

    @property
    def name(self) -> str:
        """The module's name in a scenario: its bytes, so that equal names are equal algorithms."""
        return f"{NAME_PREFIX}{self.sha256}"

    @property
    def defaults(self) -> dict[str, int]:
        """The defaults of its parameters."""
        return {item.name: item.default for item in self.description.parameters}

    def raise_failure(self) -> None:
        """Raises `ModuleFailedError` if the module has failed in the run that has just ended;
        `SentTooMuchError` if that was all that is wrong with it.
        """
        if self.core.failure is None:
            return
        time_s, flow, reason = self.core.failure
        title = self.description.title
        message = f"'{title}' failed at {time_s:.9g} s in flow {flow}: {reason}"
        if self.core.has_sent_too_much:
            raise SentTooMuchError(message, time_s)
        raise ModuleFailedError(message)


def load_module(path: Path, most_packets: int = 0) -> LoadedModule:
    """Reads and checks a module. Raises `InputError` with its error."""
    return load_content(path, read_file(path), most_packets)


def read_file(path: Path) -> bytes:
    """The bytes of a module, unchecked. Raises `InputError` where there are none or too many."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InputError(f"'{path}' cannot be read: {error.strerror}") from None
    if len(content) > MOST_MODULE_BYTES:
        raise InputError(f"'{path}' has {len(content)} bytes; at most {MOST_MODULE_BYTES}")
    return content


def load_content(path: Path, content: bytes, most_packets: int = 0) -> LoadedModule:
    """The module that was read from `path`. Raises `InputError` with its error."""
    try:
        return load_bytes(path, content, most_packets)
    except ValueError as error:
        raise InputError(f"'{path}' is not a module of an algorithm: {error}") from None


_making_engine: Final = threading.Lock()


def _engine() -> wasmtime.Engine:
    # Runs in threads begin together, and modules of one engine do not run in another.
    with _making_engine:
        return _only_engine()


@cache
def _only_engine() -> wasmtime.Engine:
    for name, size in _SIZES.items():
        if ctypes.sizeof(getattr(c_api, name)) != size:
            raise AssertionError(f"{name} has another size in this release of wasmtime")
    config = wasmtime.Config()
    config.consume_fuel = True
    config.max_wasm_stack = STACK_BYTES
    config.cranelift_nan_canonicalization = True
    config.wasm_threads = False
    config.wasm_relaxed_simd = False
    config.wasm_memory64 = False
    config.wasm_multi_memory = False
    return wasmtime.Engine(config)


def load_bytes(path: Path, content: bytes, most_packets: int = 0) -> LoadedModule:
    """The module of these bytes. Raises `ValueError` with what is wrong with them."""
    if not content.startswith(b"\0asm"):
        raise ValueError("it does not begin as WebAssembly does")
    check_code(content)
    try:
        module = _compiled(content)
    except wasmtime.WasmtimeError as error:
        raise ValueError(str(error).strip().splitlines()[-1].strip()) from None
    _check_types(module)
    description = _read_own_texts(module)
    core = ccsim.algorithm_module(
        declared=core_declaration(description),
        engine=(
            _address("wasmtime_func_call_unchecked"),
            _address("wasmtime_context_set_fuel"),
            _address("wasmtime_context_get_fuel"),
        ),
        fuel=(FUEL_OF_EVENTS, EVENTS, FUEL_OF_RUN, FUEL_ON_AVERAGE),
        most_packets=most_packets,
        instantiate=lambda host: _instantiate(module, host, len(description.reasons)),
    )
    exported = {item.name for item in module.exports}
    if description.recovery == "prr" and "ccsim_ssthresh_packets" not in exported:
        raise ValueError("with recovery 'prr' it must export ccsim_ssthresh_packets")
    sha256 = module_name(content).removeprefix(NAME_PREFIX)
    return LoadedModule(path, description, sha256, core, most_packets=most_packets)


def _check_types(module: wasmtime.Module) -> None:
    exports = {item.name: item.type for item in module.exports}
    for name, arguments, has_result, is_required in ccsim.algorithm_module_functions():
        if name in exports:
            _check_type(name, exports[name], ["i64"] * arguments, ["i64"] * has_result)
        elif is_required:
            raise ValueError(f"it does not export {name}")
    for name, (parameters, results) in _TEXTS.items():
        if name not in exports:
            raise ValueError(f"it does not export {name}")
        _check_type(name, exports[name], parameters, results)
    if not isinstance(exports.get("memory"), wasmtime.MemoryType):
        raise ValueError("it does not export its memory")  # noqa: TRY004
    for item in module.imports:
        if item.module != _IMPORT_MODULE or item.name not in _IMPORTS:
            raise ValueError(
                f"it imports {item.module}.{item.name}; only ccsim.phase and ccsim.random are there"
            )
        _check_type(f"ccsim.{item.name}", item.type, *_IMPORTS[item.name])


_IMPORTS: Final = {"phase": (["i64", "i64"], []), "random": ([], ["i64"])}


def _check_type(name: str, found: Any, parameters: list[str], results: list[str]) -> None:
    wanted = f"({', '.join(parameters)}) -> ({', '.join(results)})"
    if not isinstance(found, wasmtime.FuncType):
        raise ValueError(f"{name} is not a function; it must be {wanted}")  # noqa: TRY004
    have = [[str(kind) for kind in kinds] for kinds in (found.params, found.results)]
    if have != [parameters, results]:
        has = f"({', '.join(have[0])}) -> ({', '.join(have[1])})"
        raise ValueError(f"{name} is {has}; it must be {wanted}")


class _Instance:
    """What the core calls for one connection (bind_modules.cpp). Without a count of declared
    reasons it only tells what the module declares.
    """

    def __init__(self, module: wasmtime.Module, host: int, reason_count: int | None = None) -> None:
        self._store = wasmtime.Store(_engine())
        self._store.set_limits(
            memory_size=MEMORY_BYTES,
            table_elements=TABLE_ELEMENTS,
            # The module's own, the gate, and the bridge, which has a memory of one page.
            instances=3,
            tables=MOST_TABLES,
            memories=2,
        )
        self._store.set_fuel(FUEL_OF_EVENTS)
        # Functions that are part of no call keep what the core's addresses point at.
        self._kept: list[Any] = []
        self._gate: dict[str, Any] = {}
        imported: dict[str, Any] = {name: self._import(name, host) for name in _IMPORTS}
        if reason_count is not None and any(item.name == "phase" for item in module.imports):
            gate = wasmtime.Instance(
                self._store, _compiled(gate_text(reason_count)), [imported["phase"]]
            )
            exports = gate.exports(self._store)
            imported["phase"] = exports["phase"]
            self._gate = {"is_read": exports["is_read"]}
        imports = [imported[str(item.name)] for item in module.imports]
        self.instance = wasmtime.Instance(self._store, module, imports)
        self.exports: Any = self.instance.exports(self._store)
        self.context = ctypes.cast(self._store._context(), ctypes.c_void_p).value
        if reason_count is not None:
            self._connect()

    def _connect(self) -> None:
        """Makes what the core calls."""
        names = [item[0] for item in ccsim.algorithm_module_functions()]
        had = tuple(name for name in names if name in self.exports)
        bridge = _compiled(bridge_text(had, has_gate=bool(self._gate)))
        own: dict[str, Any] = {name: self.exports[name] for name in had}
        given = [{**own, **self._gate}[str(item.name)] for item in bridge.imports]
        connected = wasmtime.Instance(self._store, bridge, given)
        self._bridge = cast(Any, connected.exports(self._store))
        if "ccsim_series" in self._bridge:
            own["ccsim_series"] = self._bridge["ccsim_series"]
        self.functions = [self._function(own, name) for name in names]
        self.events = [self._function(self._bridge, name) for name in names]
        data = self._bridge["block"].data_ptr(self._store)
        self.block = ctypes.cast(data, ctypes.c_void_p).value

    def text(self) -> bytes:
        """The description, out of the instance's memory."""
        version = self.exports["ccsim_abi_version"](self._store)
        if version != ABI_VERSION:
            raise ValueError(f"it is of ABI version {version}; this lab has {ABI_VERSION}")
        start = self.exports["ccsim_description"](self._store) & 0xFFFF_FFFF
        size = self.exports["ccsim_description_bytes"](self._store)
        memory = self.exports["memory"]
        end = start + size
        if not 0 < size <= MOST_TEXT_BYTES or end > memory.data_len(self._store):
            raise ValueError("its description is not within its memory, or larger than 64 KiB")
        return bytes(memory.read(self._store, start, end))

    def describe(self, error: int, trap: int) -> str:
        """Why a call failed, as a clause; frees what wasmtime has handed out."""
        if trap:
            of_trap = ctypes.cast(trap, ctypes.POINTER(c_api.wasm_trap_t))
            return _trap_clause(wasmtime.Trap._from_ptr(of_trap))
        of_error = ctypes.cast(error, ctypes.POINTER(c_api.wasmtime_error_t))
        return str(wasmtime.WasmtimeError._from_ptr(of_error))

    def reading(self) -> int:
        """The last event: the place of a function that is read after it; -1: the event itself."""
        return int(self._bridge["reading"].value(self._store))

    def _function(self, exports: Any, name: str) -> int:
        found = exports.get(name)
        if found is None:
            return 0
        raw = found._func
        self._kept.append(raw)
        return ctypes.addressof(raw)

    def _import(self, name: str, host: int) -> wasmtime.Func:
        kinds = [[getattr(wasmtime.ValType, kind)() for kind in side] for side in _IMPORTS[name]]
        kind = wasmtime.FuncType(*kinds)
        address = ccsim.algorithm_module_imports()[list(_IMPORTS).index(name)]
        callback = ctypes.cast(address, c_api.wasmtime_func_unchecked_callback_t)
        raw = c_api.wasmtime_func_t()
        no_finalizer = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(0)
        c_api.wasmtime_func_new_unchecked(
            self._store._context(), kind.ptr(), callback, host, no_finalizer, ctypes.byref(raw)
        )
        self._kept.append(raw)
        return wasmtime.Func._from_raw(raw)


@lru_cache(maxsize=32)
def _compiled(code: str | bytes) -> wasmtime.Module:
    """A user's module, or the lab's own as text. Cached: some take more than a second."""
    return wasmtime.Module(_engine(), code)


_CLAUSES: Final = {
    wasmtime.TrapCode.OUT_OF_FUEL: (
        f"it took more than {FUEL_OF_EVENTS} instructions for one event, or {EVENTS} in a row"
    ),
    wasmtime.TrapCode.INTEGER_DIVISION_BY_ZERO: "it divided by zero",
    wasmtime.TrapCode.UNREACHABLE: "it gave up (unreachable)",
    wasmtime.TrapCode.MEMORY_OUT_OF_BOUNDS: "it reached outside of its memory",
    wasmtime.TrapCode.STACK_OVERFLOW: "it called itself too deeply",
}


def _trap_clause(trap: wasmtime.Trap) -> str:
    code = trap.trap_code
    if code in _CLAUSES:
        return _CLAUSES[code]
    return str(trap.message).splitlines()[-1].strip()


def _instantiate(module: wasmtime.Module, host: int, reason_count: int) -> "_Instance | str":
    try:
        return _Instance(module, host, reason_count)
    except (wasmtime.WasmtimeError, wasmtime.Trap) as error:
        return f"it could not be started: {_clause(error)}"


def _clause(error: Exception) -> str:
    if isinstance(error, wasmtime.Trap):
        return _trap_clause(error)
    return str(error).strip().splitlines()[-1].strip()


def _read_own_texts(module: wasmtime.Module) -> ModuleDescription:
    """The texts of an instance without a connection, whose imports must not be called."""
    try:
        instance = _Instance(module, 0)
        text = instance.text()
    except (wasmtime.WasmtimeError, wasmtime.Trap) as error:
        raise ValueError(f"it could not be started: {_clause(error)}") from None
    try:
        return read_description(text)
    except ValueError as error:
        raise ValueError(f"its description: {error}") from None


def _address(name: str) -> int:
    """The address of a function of wasmtime's library, for the core."""
    return ctypes.cast(getattr(dll, name), ctypes.c_void_p).value or 0
