"""What a module exports and may import, by name and type. The core has the same list; a test
compares them.
"""

from typing import Final, NamedTuple

ABI_VERSION: Final = 1
IMPORTED_FROM: Final = "ccsim"


class FunctionType(NamedTuple):
    """Types of arguments and results, as WebAssembly writes them."""

    parameters: tuple[str, ...]
    results: tuple[str, ...]

    def __str__(self) -> str:
        return f"({', '.join(self.parameters)}) -> ({', '.join(self.results)})"


class ExportedFunction(NamedTuple):
    """A function of the ABI."""

    type: FunctionType
    is_required: bool


def _of(count: int, *, answers: bool = True, is_required: bool = False) -> ExportedFunction:
    return ExportedFunction(FunctionType(("i64",) * count, ("i64",) * answers), is_required)


EVENTS: Final[dict[str, ExportedFunction]] = {
    "ccsim_set_parameter": _of(2, answers=False),
    "ccsim_init": _of(5, is_required=True),
    "ccsim_on_ack": _of(24, is_required=True),
    "ccsim_on_sent": _of(4),
    "ccsim_on_restart": _of(3),
    "ccsim_on_lost": _of(6),
    "ccsim_on_congestion": _of(11, is_required=True),
    "ccsim_on_recovery_exit": _of(3),
    "ccsim_on_undo": _of(2),
    "ccsim_on_idle_restart": _of(2),
    "ccsim_pacing_rate_bps": _of(0),
    "ccsim_ssthresh_packets": _of(0),
    "ccsim_after_ack": _of(0),
    "ccsim_series": _of(1),
}

TEXTS: Final[dict[str, ExportedFunction]] = {
    "ccsim_abi_version": _of(0, is_required=True),
    "ccsim_description": ExportedFunction(FunctionType((), ("i32",)), is_required=True),
    "ccsim_description_bytes": _of(0, is_required=True),
}

IMPORTS: Final[dict[str, FunctionType]] = {
    "phase": FunctionType(("i64", "i64"), ()),
    "random": FunctionType((), ("i64",)),
}
