"""A user's own algorithm as a WebAssembly module (docs/own-algorithms.md): what is known of it
from its bytes, without compiling or running it.

    read_module(content).parameters     # what it declares
"""

from lab_model.modules.code import check_code
from lab_model.modules.description import (
    MOST_TEXT_BYTES,
    DeclaredParameter,
    DeclaredSeries,
    ModuleDescription,
    parameter_refusal,
    read_description,
)
from lab_model.modules.names import (
    LEAST_SERVED_PACKETS,
    MOST_FLOWS,
    MOST_SENT,
    MOST_SERVED_FLOWS,
    NAME_PREFIX,
    is_module_name,
    module_name,
    modules_named_in,
    short_name,
)
from lab_model.modules.reader import MOST_STORED_BYTES, read_module

__all__ = [
    "LEAST_SERVED_PACKETS",
    "MOST_FLOWS",
    "MOST_SENT",
    "MOST_SERVED_FLOWS",
    "MOST_STORED_BYTES",
    "MOST_TEXT_BYTES",
    "NAME_PREFIX",
    "DeclaredParameter",
    "DeclaredSeries",
    "ModuleDescription",
    "check_code",
    "is_module_name",
    "module_name",
    "modules_named_in",
    "parameter_refusal",
    "read_description",
    "read_module",
    "short_name",
]
