"""Numbers in sentences: three significant digits, none below what can be resolved."""

import math
from typing import Final

_DIGITS: Final = 3
_LEAST_PACKETS: Final = 0.01
"""Of a mean. Packets are whole; a hundredth of one on average adds no information."""
_LEAST_PERCENT: Final = 0.0005
_MOST_PERCENT: Final = 0.9995


def short(value: float) -> str:
    """Three significant digits, whole above 100, never as a power of ten."""
    if value == 0:
        return "0"
    if abs(value) >= 99.95:
        return f"{value:,.0f}"
    decimals = _DIGITS - 1 - math.floor(math.log10(abs(value)))
    text = f"{value:.{min(decimals, 12)}f}".rstrip("0").rstrip(".")
    return "0" if text in ("", "-0") else text


def rough(value: float) -> str:
    """Two significant digits: `0.5` of 0.503."""
    return "0" if value == 0 else short(float(f"{value:.2g}"))


def percent(ratio: float) -> str:
    """`76%`, a tenth below ten; `<0.1%` and `>99.9%` where rounding would say none or all."""
    if 0 < ratio < _LEAST_PERCENT:
        return "<0.1%"
    if _MOST_PERCENT <= ratio < 1:
        return ">99.9%"
    is_whole = ratio == 0 or 0.0995 <= ratio < 0.995 or ratio >= 1
    return f"{ratio:.0%}" if is_whole else f"{ratio:.1%}".replace(".0%", "%")


def part_of_time(ratio: float) -> str:
    """`55% of the time`, `all of the time`."""
    return "all of the time" if ratio >= _MOST_PERCENT else f"{percent(ratio)} of the time"


def busy(utilisation_ratio: float, has_constant_rate: bool) -> str:
    """`is busy 97% of the time` of a link; where its rate changes, the ratio is not one of time:
    `sends 97% of what it could`.
    """
    if has_constant_rate:
        return f"is busy {part_of_time(utilisation_ratio)}"
    if utilisation_ratio >= _MOST_PERCENT:
        return "sends all that it could"
    return f"sends {percent(utilisation_ratio)} of what it could"


def mbit(rate_bps: float) -> str:
    """`6.1 Mbit/s`."""
    return f"{short(rate_bps / 1e6)} Mbit/s"


def ms(duration_s: float) -> str:
    """`20.4 ms`."""
    return f"{short(duration_s * 1e3)} ms"


def amount(packets: float) -> str:
    """The number of packets on average, without the word: `14.3`, `less than 0.01`."""
    if 0 < packets < _LEAST_PACKETS:
        return f"less than {_LEAST_PACKETS}"
    return short(round(packets, 2))


def packets(count: float) -> str:
    """`1 packet`, `14.3 packets`."""
    text = amount(count)
    return f"{text} packet{'' if text == '1' else 's'}"


def count_of(count: int, noun: str) -> str:
    """`1 seed`, `1,200 seeds`."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def are(count: int) -> str:
    """The verb of a count: `is` of one."""
    return "is" if count == 1 else "are"


def times(count: int) -> str:
    """`once`, `twice`, `1,119 times`."""
    return {1: "once", 2: "twice"}.get(count, f"{count:,} times")


def compared(ratio: float, to: str) -> str:
    """`19% of its fair share`, `2.3 times its fair share`."""
    return f"{percent(ratio)} of {to}" if ratio < 2 else f"{short(ratio)} times {to}"
