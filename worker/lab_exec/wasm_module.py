"""A user's own algorithm: a WebAssembly module that a run calls (docs/own-algorithms.md).

It is loaded here and called by the core through wasmtime's C API. Each connection has an instance
with a memory of its own; a module sees nothing but its arguments.
"""

import ctypes
import threading
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
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
from lab_model.algorithms import registry
from lab_model.modules import (
    MOST_FLOWS,
    MOST_TEXT_BYTES,
    NAME_PREFIX,
    ModuleDescription,
    check_code,
    is_module_name,
    module_name,
    read_description,
    short_name,
)
from lab_model.scenarios import Scenario
from lab_model.scenarios.algorithm_choice import NO_ALGORITHM, AlgorithmChoice
from lab_model.scenarios.flows import FlowGroup

ABI_VERSION: Final = 1
MOST_MODULE_BYTES: Final = 4 * 2**20
MEMORY_BYTES: Final = 16 * 2**20
"""Of each connection."""
TABLE_ELEMENTS: Final = 65_536
"""Of each table: half a MiB, which is not in its memory."""
MOST_TABLES: Final = 4
FUEL_OF_EVENTS: Final = 10_000_000
"""About as many WebAssembly instructions: milliseconds. Of `EVENTS` events of a connection."""
EVENTS: Final = 32
FUEL_OF_RUN: Final = 200_000_000
"""What all connections of a run have together, besides `FUEL_ON_AVERAGE` for each event."""
FUEL_ON_AVERAGE: Final = 50_000
"""A hundred times the cost of an ACK in a shipped algorithm: more would stall the run."""
STACK_BYTES: Final = 512 * 2**10
"""Of each call, for what it calls in turn."""
MOST_INSTANCES: Final = MOST_FLOWS
"""Connections of one run, so that they have at most some gigabytes."""

_IMPORT_MODULE: Final = "ccsim"
_MANY_CONNECTIONS: Final = {
    kind.name for kind in registry().traffic if kind.carrier == "many_connections"
}
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
        """What stands for it in a scenario: its bytes, so that equal names are equal algorithms."""
        return f"{NAME_PREFIX}{self.sha256}"

    @property
    def defaults(self) -> dict[str, int]:
        """Of its parameters."""
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
        return _load(path, content, most_packets)
    except ValueError as error:
        raise InputError(f"'{path}' is not a module of an algorithm: {error}") from None


def modules_stored(
    scenario: Scenario,
    find: Callable[[str], bytes | None],
    absent: str,
    most_packets: int = 0,
) -> dict[str, LoadedModule]:
    """The modules that a scenario names, each loaded for one run of it. `find` gives the bytes of a
    name, or None: then it is `absent`. `most_packets` is as for `modules_of`. Raises
    `RunFailedError` for that, for one that is not what its name says, and for parameters that it
    does not declare or allow.
    """
    loaded: dict[str, LoadedModule] = {}
    for group in scenario.flows:
        name = group.algorithm.name
        if not is_module_name(name):
            continue
        if name not in loaded:
            loaded[name] = _stored(name, find(name), absent, most_packets)
        try:
            checked_parameters(loaded[name], group.algorithm.parameters)
        except InputError as error:
            message = str(error).removeprefix("--algorithm: ")
            raise RunFailedError(f"{short_name(name)}: {message}") from None
    return loaded


def _stored(name: str, content: bytes | None, absent: str, most_packets: int) -> LoadedModule:
    if content is None:
        raise RunFailedError(f"{name} {absent}")
    if len(content) > MOST_MODULE_BYTES:
        raise RunFailedError(f"{name} has {len(content)} bytes; at most {MOST_MODULE_BYTES}")
    if module_name(content) != name:
        raise RunFailedError(f"what is stored as {name} has other bytes")
    try:
        return _load(Path(short_name(name)), content, most_packets)
    except ValueError as error:
        raise RunFailedError(f"{short_name(name)} is not an algorithm module: {error}") from None


@dataclass(frozen=True)
class ChosenModule:
    """A module with the parameters that were given, instead of the algorithm `replaces`; "" stands
    for every algorithm of the scenario.
    """

    module: LoadedModule
    parameters: dict[str, int]
    replaces: str = ""

    @property
    def choice(self) -> AlgorithmChoice:
        """As a flow has it. It is built without validation: the registry knows no modules."""
        return AlgorithmChoice.model_construct(
            name=self.module.name, parameters=dict(self.parameters)
        )


def with_module(
    scenario: Scenario, chosen: ChosenModule, groups: Collection[int] | None = None
) -> Scenario:
    """The scenario with the module instead of an algorithm, or in these groups of flows. The copy's
    digests are over the module's bytes. Raises `InputError`.
    """
    choice = chosen.choice
    meant = groups if groups is not None else _meant(scenario.flows, chosen)
    flows = [
        group.model_copy(update={"algorithm": choice}) if place in meant else group
        for place, group in enumerate(scenario.flows)
    ]
    count = sum(group.count for group in flows if group.algorithm.name == choice.name)
    if count == 0:
        what = f"the algorithm '{chosen.replaces}'" if chosen.replaces else "an algorithm"
        raise InputError(f"--algorithm: no flow of the scenario has {what}")
    if count > MOST_INSTANCES:
        raise InputError(f"--algorithm: {count} flows would run it; at most {MOST_INSTANCES} can")
    for group in flows:
        if group.algorithm.name == choice.name and group.traffic.kind in _MANY_CONNECTIONS:
            raise InputError(
                f"--algorithm: traffic of kind '{group.traffic.kind}' opens a connection for each "
                "transfer; a module runs in flows of one connection"
            )
    return scenario.model_copy(update={"flows": flows})


def modules_of(
    scenario: Scenario, paths: Iterable[Path], most_packets: int = 0
) -> dict[str, LoadedModule]:
    """The modules of a scenario's flows, for one run of it, out of files that were loaded once when
    the scenario was made. With `most_packets` a run in which one sends more raises
    `SentTooMuchError`. Raises `RunFailedError` if one has changed since.
    """
    wanted = {
        group.algorithm.name for group in scenario.flows if is_module_name(group.algorithm.name)
    }
    loaded = (load_module(path, most_packets) for path in paths)
    modules = {module.name: module for module in loaded}
    if not wanted <= set(modules):
        names = " or ".join(f"'{path}'" for path in paths)
        raise RunFailedError(f"{names} has changed since the command began")
    return {name: modules[name] for name in wanted}


def can_run(scenario: Scenario, groups: Collection[int]) -> bool:
    """Whether a module can take these groups of flows: each must have one connection a flow."""
    return all(scenario.flows[place].traffic.kind not in _MANY_CONNECTIONS for place in groups)


def checked_parameters(module: LoadedModule, given: Mapping[str, Any]) -> dict[str, int]:
    """The values as they are. Raises `InputError` for what the module does not declare or allow."""
    declared = {item.name: item for item in module.description.parameters}
    for name, value in given.items():
        if name not in declared:
            known = ", ".join(declared) or "none"
            raise InputError(f"--algorithm: '{name}' is not a parameter of it; it has {known}")
        item = declared[name]
        if type(value) is not int or not item.minimum <= value <= item.maximum:
            raise InputError(
                f"--algorithm: {name} is {value!r}; it must be a whole number from "
                f"{item.minimum} to {item.maximum}"
            )
    return dict(given)


def _meant(groups: Sequence[FlowGroup], chosen: ChosenModule) -> set[int]:
    return {
        place
        for place, group in enumerate(groups)
        if group.algorithm.name != NO_ALGORITHM and chosen.replaces in {"", group.algorithm.name}
    }


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


def _load(path: Path, content: bytes, most_packets: int = 0) -> LoadedModule:
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
            # Its own, the gate, and the bridge, which has a memory of a page.
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
    """Of an instance without a connection: its imports must not be called."""
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
    """Of a function of wasmtime's library, for the core."""
    return ctypes.cast(getattr(dll, name), ctypes.c_void_p).value or 0
