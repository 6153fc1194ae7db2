"""The parts of a WebAssembly file that say what it exports, imports and declares (WebAssembly Core
5.5). Code is not validated: the compiler does that, where the module runs.
"""

from dataclasses import dataclass, field
from typing import Final

from lab_model.modules.code import read_number, sections
from lab_model.modules.functions import FunctionType

_TYPES: Final = {0x7F: "i32", 0x7E: "i64", 0x7D: "f32", 0x7C: "f64"}
_FUNCTION, _MEMORY = 0, 2
_I32_CONST, _I64_CONST, _GLOBAL_GET, _RETURN, _END = 0x41, 0x42, 0x23, 0x0F, 0x0B


@dataclass
class Binary:
    """What the sections say. Functions are counted with the imported ones first."""

    content: bytes
    types: list[FunctionType] = field(default_factory=list)
    imports: list[tuple[str, str, FunctionType | None]] = field(default_factory=list)
    """Imported module, name and type; a type of None: it is not a function."""
    functions: list[FunctionType] = field(default_factory=list)
    exported_functions: dict[str, int] = field(default_factory=dict)
    exports_memory: bool = False
    other_exports: set[str] = field(default_factory=set)
    bodies: list[tuple[int, int]] = field(default_factory=list)
    """Begin and end of each function that is not imported."""
    data: list[tuple[int, bytes]] = field(default_factory=list)
    """Address in memory, and what is put there before anything runs."""

    def constant(self, name: str) -> int | None:
        """What an exported function answers if it does nothing but answer a number."""
        place = self.exported_functions[name] - len(self._imported)
        if not 0 <= place < len(self.bodies):
            return None
        start, end = self.bodies[place]
        try:
            group_count, start = read_number(self.content, start)
            return _constant(self.content, start, end) if group_count == 0 else None
        except IndexError:
            return None

    def memory(self, start: int, size: int) -> bytes:
        """What lies there before anything runs. Later data covers earlier."""
        found = bytearray(size)
        for address, content in self.data:
            first, last = max(start, address), min(start + size, address + len(content))
            if first < last:
                found[first - start : last - start] = content[first - address : last - address]
        return bytes(found)

    @property
    def _imported(self) -> list[FunctionType]:
        return [kind for _module, _name, kind in self.imports if kind is not None]


def read_binary(content: bytes) -> Binary:
    """Raises `ValueError` with a clause that says what is wrong."""
    binary = Binary(content)
    readers = {
        1: _read_types,
        2: _read_imports,
        3: _read_functions,
        7: _read_exports,
        10: _read_bodies,
        11: _read_data,
    }
    try:
        for kind, start, end in sections(content):
            if kind in readers:
                readers[kind](binary, start, end)
    except IndexError:
        raise ValueError("its sections do not end within it") from None
    return binary


def _read_types(binary: Binary, place: int, _end: int) -> None:
    count, place = read_number(binary.content, place)
    for _ in range(count):
        place += 1  # 0x60; other forms are of proposals that are switched off
        parameters, place = _value_types(binary.content, place)
        results, place = _value_types(binary.content, place)
        binary.types.append(FunctionType(parameters, results))


def _value_types(content: bytes, place: int) -> tuple[tuple[str, ...], int]:
    count, place = read_number(content, place)
    kinds = content[place : place + count]
    if len(kinds) < count:
        raise IndexError
    return tuple(_TYPES.get(kind, "another type") for kind in kinds), place + count


def _read_imports(binary: Binary, place: int, _end: int) -> None:
    count, place = read_number(binary.content, place)
    for _ in range(count):
        module, place = _text(binary.content, place)
        name, place = _text(binary.content, place)
        kind = binary.content[place]
        if kind != _FUNCTION:
            # None may be there: what follows it needs no reading.
            binary.imports.append((module, name, None))
            return
        index, place = read_number(binary.content, place + 1)
        binary.imports.append((module, name, binary.types[index]))
        binary.functions.append(binary.types[index])


def _read_functions(binary: Binary, place: int, _end: int) -> None:
    count, place = read_number(binary.content, place)
    for _ in range(count):
        index, place = read_number(binary.content, place)
        binary.functions.append(binary.types[index])


def _read_exports(binary: Binary, place: int, _end: int) -> None:
    count, place = read_number(binary.content, place)
    for _ in range(count):
        name, place = _text(binary.content, place)
        kind = binary.content[place]
        index, place = read_number(binary.content, place + 1)
        if kind == _FUNCTION and index < len(binary.functions):
            binary.exported_functions[name] = index
        elif kind == _MEMORY and name == "memory":
            binary.exports_memory = True
        else:
            binary.other_exports.add(name)


def _read_bodies(binary: Binary, place: int, end: int) -> None:
    count, place = read_number(binary.content, place)
    for _ in range(count):
        size, start = read_number(binary.content, place)
        place = start + size
        if place > end:
            raise IndexError
        binary.bodies.append((start, place))


def _read_data(binary: Binary, place: int, end: int) -> None:
    count, place = read_number(binary.content, place)
    for _ in range(count):
        flags, place = read_number(binary.content, place)
        address: int | None = None
        if flags != 1:  # 1: it is put nowhere until code asks for it
            if flags == 2:
                _memory, place = read_number(binary.content, place)
            address, place = _offset(binary.content, place)
        size, start = read_number(binary.content, place)
        place = start + size
        if place > end:
            raise IndexError
        if address is not None:
            binary.data.append((address & 0xFFFF_FFFF, binary.content[start:place]))


def _constant(content: bytes, start: int, end: int) -> int | None:
    """The number that a body is; None if it is more than a number."""
    if content[start] not in (_I32_CONST, _I64_CONST):
        return None
    value, place = _signed(content, start + 1)
    if content[place] == _RETURN:
        place += 1
    return value if content[place] == _END and place + 1 == end else None


def _offset(content: bytes, place: int) -> tuple[int | None, int]:
    """The offset of a data segment, and the place after it. None: a global says it. Raises
    `ValueError`.
    """
    kind = content[place]
    if kind == _I32_CONST:
        value, place = _signed(content, place + 1)
    elif kind == _GLOBAL_GET:
        _index, place = read_number(content, place + 1)
        value = None
    else:
        raise ValueError("its data has a place that is not a constant")
    if content[place] != _END:
        raise ValueError("its data has a place that is not a constant")
    return value, place + 1


def _signed(content: bytes, place: int) -> tuple[int, int]:
    """A signed LEB128 of up to 64 bits, and the place after it."""
    value = 0
    for shift in range(0, 70, 7):
        byte = content[place]
        place += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return (value - (1 << (shift + 7)) if byte & 0x40 else value), place
    raise IndexError


def _text(content: bytes, place: int) -> tuple[str, int]:
    size, place = read_number(content, place)
    if place + size > len(content):
        raise IndexError
    return content[place : place + size].decode("utf-8", "replace"), place + size
