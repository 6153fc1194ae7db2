"""What a scenario is called where no name was typed: by its settings.

    title_of(scenario)      # "CUBIC and BBRv2, 10 Mbit/s, 40 ms"

A name is outside of all digests, so a default names the same result as one that was typed.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from lab_model.english.names import listed
from lab_model.english.numbers import mbit, ms, short
from lab_model.scenarios.group_names import title_of_group

if TYPE_CHECKING:
    from lab_model.scenarios.scenario import Scenario

_MOST_ALGORITHMS: Final = 3
_MOST_RTTS: Final = 2


def title_of(scenario: "Scenario", module_titles: Mapping[str, str] = MappingProxyType({})) -> str:
    """The senders, the rate of the bottleneck and the base RTTs. Modules are called by their
    titles, where these are known.
    """
    parts = [
        _senders(scenario, module_titles),
        _rate(scenario.bottleneck.rate_bps),
        _rtts(scenario),
    ]
    return ", ".join(parts)


def _senders(scenario: "Scenario", module_titles: Mapping[str, str]) -> str:
    counts: dict[str, int] = {}
    for group in scenario.flows:
        title = title_of_group(group, module_titles)
        counts[title] = counts.get(title, 0) + group.count
    if len(counts) > _MOST_ALGORITHMS:
        return f"{len(counts)} algorithms"
    if max(counts.values()) == 1:
        return listed(list(counts))
    return listed([f"{count} {title}" for title, count in counts.items()])


def _rate(rate_bps: int) -> str:
    if rate_bps >= 10**9:
        return f"{short(rate_bps / 1e9)} Gbit/s"
    if rate_bps < 10**6:
        return f"{short(rate_bps / 1e3)} kbit/s"
    return mbit(rate_bps)


def _rtts(scenario: "Scenario") -> str:
    rtts_s = sorted({group.rtt_s for group in scenario.flows})
    if len(rtts_s) <= _MOST_RTTS:
        values = listed([short(rtt_s * 1e3) for rtt_s in rtts_s])
        return f"{values} ms"
    return f"{short(rtts_s[0] * 1e3)} to {ms(rtts_s[-1])}"
