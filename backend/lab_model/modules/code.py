"""How much code a module has, read from its bytes: what bounds the time that compiling it takes.

Only the sections' table and the heads of functions are read (WebAssembly Core 5.5); whether the
code is valid is for the compiler to say.
"""

from typing import Final

MOST_CODE_BYTES: Final = 3 * 2**19
"""Go's runtime has 1.1 million. What compiling takes is bounded by `MOST_WORK`."""
MOST_FUNCTION_BYTES: Final = 2**16
MOST_LOCALS: Final = 2_000
"""Locals of each function; a few bytes declare any number."""
MOST_WORK: Final = 2**25
"""The sum over all functions of their bytes times their variables and `LEAST_VARIABLES`: a compiler
follows each variable through each branch. At this bound it takes some seconds.
"""
LEAST_VARIABLES: Final = 20
MOST_FUNCTIONS: Final = 10_000

_HEAD_BYTES: Final = 8
_CODE_SECTION: Final = 10


def check_code(content: bytes) -> None:
    """Raises `ValueError` with a clause that says what is too large."""
    try:
        for kind, start, end in sections(content):
            if kind == _CODE_SECTION:
                _check_section(content, start, end)
    except IndexError:
        raise ValueError("its sections do not end within it") from None


def sections(content: bytes) -> list[tuple[int, int, int]]:
    """Kind, begin and end of each. Raises IndexError if they do not end within the content."""
    found = []
    place = _HEAD_BYTES
    while place < len(content):
        kind = content[place]
        size, start = read_number(content, place + 1)
        place = start + size
        if place > len(content):
            raise IndexError
        found.append((kind, start, place))
    return found


def _check_section(content: bytes, start: int, end: int) -> None:
    if end - start > MOST_CODE_BYTES:
        raise ValueError(f"its code has {end - start} bytes; at most {MOST_CODE_BYTES}")
    count, place = read_number(content, start)
    if count > MOST_FUNCTIONS:
        raise ValueError(f"it has {count} functions; at most {MOST_FUNCTIONS}")
    work = 0
    for index in range(count):
        size, body = read_number(content, place)
        place = body + size
        if size > MOST_FUNCTION_BYTES:
            raise ValueError(
                f"its function {index} has {size} bytes; at most {MOST_FUNCTION_BYTES}"
            )
        local_count = _local_count(content, body)
        if local_count > MOST_LOCALS:
            raise ValueError(
                f"its function {index} has {local_count} local variables; at most {MOST_LOCALS}"
            )
        work += size * (local_count + LEAST_VARIABLES)
    if work > MOST_WORK:
        raise ValueError(
            "compiling it would take too long: bytes of functions times their variables are "
            f"{work}; at most {MOST_WORK}"
        )


def _local_count(content: bytes, place: int) -> int:
    group_count, place = read_number(content, place)
    total = 0
    for _ in range(min(group_count, MOST_LOCALS + 1)):
        count, place = read_number(content, place)
        total += max(count, 1)
        place += 1  # the type; those of more than a byte are of proposals that are switched off
    return total


def read_number(content: bytes, place: int) -> tuple[int, int]:
    """An unsigned LEB128 of 32 bits, and the place after it. Raises IndexError at the end."""
    value = 0
    for shift in range(0, 35, 7):
        byte = content[place]
        place += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, place
    raise IndexError
