"""Fair shares over time: the one definition of them (docs/metrics.md derives it).

At each moment the flows that are active then share max-min (Bertsekas and Gallager, Data Networks,
6.5.2): all rates grow alike; a flow stops growing when a link of its path is full or when it has
all that it asks for. A link passes what its rate, its trace and its policer let pass, and nothing
in an outage of its data. A transfer ends when its bytes have passed at these rates. A share over a
time is the mean over it. Losses at random are not taken off, and ACKs take nothing.
"""

import itertools
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from lab_model.algorithms import queue_traits
from lab_model.scenarios.bottleneck import Bottleneck
from lab_model.scenarios.computed.demand import Demand, demand_of
from lab_model.scenarios.computed.link_rate import mean_rate_bps
from lab_model.scenarios.computed.path_delay import base_rtt_at_s
from lab_model.scenarios.links import BOTTLENECK_ID, all_links
from lab_model.scenarios.scenario_fields import ScenarioFields

MOST_PIECES: Final = 2_000
"""More are put together; what a link lets pass is then the mean over each."""
_WORK: Final = 1_000_000
"""Groups times pieces, above which pieces are put together."""
TRACE_PIECE_S: Final = 1.0
"""A trace counts by its means over this long: buffers carry a flow over less."""
_TINY: Final = 1e-9
_SAME: Final = 1e-6
"""Relative difference below which two rates are equal but for rounding."""


@dataclass(frozen=True)
class Share:
    """What holds from `from_s` on."""

    from_s: float
    group_bps: tuple[float, ...]
    """The share of one flow of each group; 0 while it has nothing to send."""
    level_bps: float
    """What a flow over the bottleneck would get that asks for all it can have."""
    group_links: tuple[tuple[str, ...], ...]
    """The links that bind each group: full, with no faster flow on them (6.5.2). None of a group
    that has all that it asks for, or nothing to send."""
    asked_bps: tuple[float, ...]
    """What one flow of each group asks for."""


@dataclass(frozen=True)
class FairShares:
    """Fair shares of a scenario, piece by piece."""

    pieces: Sequence[Share]
    end_s: float
    finished_s: Sequence[float | None]
    """When all transfers of a group have passed at these rates; None: not in the run, or it has
    none."""
    room_bits: Sequence[Mapping[int, float]]
    """For each piece, at its start: the room in the buffers of slow receivers, by group."""

    def room_at_bits(self, group: int, at_s: float) -> float:
        """What fits into the buffer of a slow receiver at a moment; 0 of any other."""
        starts = [piece.from_s for piece in self.pieces]
        place = max(bisect_right(starts, at_s) - 1, 0)
        room = self.room_bits[place].get(group, 0.0)
        if place + 1 == len(starts):
            return room
        part = max(at_s - starts[place], 0.0) / max(starts[place + 1] - starts[place], _TINY)
        return room + part * (self.room_bits[place + 1].get(group, 0.0) - room)

    def mean_bps(self, group: int, from_s: float, to_s: float) -> float:
        """The mean fair share of one flow of a group over a time."""
        return self._mean([piece.group_bps[group] for piece in self.pieces], from_s, to_s)

    def mean_asked_bps(self, group: int, from_s: float, to_s: float) -> float:
        """The mean rate that one flow of a group asks for over a time."""
        return self._mean([piece.asked_bps[group] for piece in self.pieces], from_s, to_s)

    def level_bps(self, from_s: float, to_s: float) -> float:
        """The mean share of a flow over the bottleneck that is active throughout and asks for all
        it can get.
        """
        return self._mean([piece.level_bps for piece in self.pieces], from_s, to_s)

    def steps(self, group: int) -> list[tuple[float, float]]:
        """When the share of one flow of a group changes, and to what."""
        found: list[tuple[float, float]] = []
        for piece in self.pieces:
            rate_bps = piece.group_bps[group]
            if not found or abs(found[-1][1] - rate_bps) > _TINY * max(rate_bps, 1.0):
                found.append((piece.from_s, rate_bps))
        return found

    def bound_s(self, group: int, from_s: float, to_s: float) -> dict[str, float]:
        """For how long each link binds a flow of a group within a time; links that bind equally all
        count.
        """
        found: dict[str, float] = {}
        ends_s = [*(piece.from_s for piece in self.pieces[1:]), self.end_s]
        for piece, end_s in zip(self.pieces, ends_s, strict=True):
            time_s = min(end_s, to_s) - max(piece.from_s, from_s)
            if time_s > 0:
                for link_id in piece.group_links[group]:
                    found[link_id] = found.get(link_id, 0.0) + time_s
        return found

    def _mean(self, values: Sequence[float], from_s: float, to_s: float) -> float:
        starts = [piece.from_s for piece in self.pieces]
        first = max(bisect_right(starts, from_s) - 1, 0)
        if to_s <= from_s:
            return values[first]
        total = 0.0
        for place in range(first, len(starts)):
            begin_s = max(starts[place], from_s)
            end_s = starts[place + 1] if place + 1 < len(starts) else max(self.end_s, to_s)
            if begin_s >= to_s:
                break
            total += values[place] * (min(end_s, to_s) - begin_s)
        return total / (to_s - from_s)


_Rates = tuple[tuple[float, ...], float, tuple[tuple[str, ...], ...]]
"""What a `Share` holds, from `group_bps` to `group_links`."""


@dataclass
class _Progress:
    """Progress of the transfers of one flow of a group."""

    begins_s: float
    left_bits: float
    left_count: int


def fair_shares(scenario: ScenarioFields, demands: Mapping[int, float] | None = None) -> FairShares:
    """The fair shares of every group. `demands`: rates that groups asked for in a run, where they
    are drawn from the seed.
    """
    asked = [demand_of(scenario, group) for group in scenario.flows]
    for index, rate_bps in (demands or {}).items():
        asked[index] = Demand(rate_bps=rate_bps)
    return _Flowing(scenario, asked).run()


def passing_bps(link: Bottleneck, from_s: float, to_s: float) -> float:
    """What a link lets pass on average over a time."""
    rate_bps = open_rate_bps(link, from_s, to_s)
    dark_s = sum(
        max(0.0, min(outage.at_s + outage.duration_s, to_s) - max(outage.at_s, from_s))
        for outage in link.outages
        if outage.direction != "ack"
    )
    return rate_bps * max(0.0, 1 - dark_s / (to_s - from_s))


def open_rate_bps(link: Bottleneck, from_s: float, to_s: float) -> float:
    """The mean rate without the link's outages: what the link sends, and of that what a policer's
    tokens let pass, at each rate of its schedule.
    """
    share_ratio = passing_share_ratio(link)
    if share_ratio is None or to_s <= from_s:
        return mean_rate_bps(link, from_s, to_s)
    token_bps = share_ratio * link.rate_bps
    cuts_s, before_bps = {from_s, to_s}, link.rate_bps
    for step in link.rate_schedule:
        cuts_s |= {step.at_s, step.at_s + step.ramp_s}
        if (before_bps - token_bps) * (step.rate_bps - token_bps) < 0:
            part = (token_bps - before_bps) / (step.rate_bps - before_bps)
            cuts_s.add(step.at_s + part * step.ramp_s)
        before_bps = step.rate_bps
    inside = sorted(at_s for at_s in cuts_s if from_s <= at_s <= to_s)
    bits = sum(
        min(mean_rate_bps(link, begin_s, end_s), token_bps) * (end_s - begin_s)
        for begin_s, end_s in itertools.pairwise(inside)
    )
    return bits / (to_s - from_s)


def passing_share_ratio(link: Bottleneck) -> float | None:
    """The share of the link's rate that its queue lets pass, as a policer does; None: all of it."""
    name = queue_traits(link.queue.kind).passing_share_parameter
    ratio = link.queue.parameters().get(name)
    return None if ratio is None else float(ratio)


class _Flowing:
    """The scenario as a fluid, from piece to piece."""

    def __init__(self, scenario: ScenarioFields, asked: Sequence[Demand]) -> None:
        self._scenario = scenario
        self._links = all_links(scenario)
        self._has_windows = any(demand.window_bits for demand in asked)
        self._groups = scenario.flows
        self._asked = asked
        self._end_s = scenario.duration_s
        self._known: dict[tuple[object, ...], _Rates] = {}
        self._progress = {
            index: _Progress(group.start_s, demand.transfer_bits, demand.transfer_count)
            for index, (group, demand) in enumerate(zip(self._groups, asked, strict=True))
            if demand.transfer_bits is not None
        }
        self._finished: list[float | None] = [None] * len(asked)
        self._room = {
            index: demand.room_bits for index, demand in enumerate(asked) if demand.room_bits > 0
        }
        self._rooms: list[Mapping[int, float]] = []
        self._pieces: list[Share] = []

    def run(self) -> FairShares:
        bounds = self._bounds()
        for from_s, to_s in itertools.pairwise(bounds):
            self._between(from_s, to_s)
        return FairShares(self._pieces, self._end_s, self._finished, self._rooms)

    def _bounds(self) -> list[float]:
        found = {0.0, self._end_s}
        for group in self._groups:
            found |= {group.start_s, self._end_s if group.stop_s is None else group.stop_s}
        for link in self._links.values():
            for step in link.rate_schedule:
                found |= {step.at_s, step.at_s + step.ramp_s}
            for delay in link.delay_schedule if self._has_windows else ():
                found |= {delay.at_s, delay.at_s + delay.ramp_s}
            for outage in link.outages:
                found |= {outage.at_s, outage.at_s + outage.duration_s}
            if link.trace.opportunities_ms:
                count = int(self._end_s / TRACE_PIECE_S)
                found |= {TRACE_PIECE_S * place for place in range(1, count + 1)}
        inside = sorted(time_s for time_s in found if 0 <= time_s <= self._end_s)
        most = max(20, min(MOST_PIECES, _WORK // len(self._groups)))
        every = -(-len(inside) // most)
        kept = inside[::every]
        return kept if kept[-1] == self._end_s else [*kept, self._end_s]

    def _between(self, from_s: float, to_s: float) -> None:
        """One piece, cut where transfers end and begin."""
        capacities = tuple(passing_bps(link, from_s, to_s) for link in self._links.values())
        middle_s = (from_s + to_s) / 2
        now_s = from_s
        while now_s < to_s - _TINY:
            active = tuple(
                group.start_s <= middle_s
                and (group.stop_s is None or middle_s < group.stop_s)
                and self._sends(index, now_s)
                for index, group in enumerate(self._groups)
            )
            asked = tuple(self._asked_bps(index, middle_s) for index in range(len(self._asked)))
            found = self._rates(active, asked, capacities)
            rates = found[0]
            next_s = min(to_s, self._next_s(now_s, active, rates))
            if len(self._pieces) > 5 * MOST_PIECES:
                next_s = to_s
            self._pieces.append(Share(now_s, *found, asked))
            self._rooms.append(dict(self._room))
            self._pass(now_s, next_s, active, rates)
            now_s = next_s

    def _asked_bps(self, index: int, at_s: float) -> float:
        """The rate that one flow of a group asks for around a moment."""
        demand = self._asked[index]
        rate_bps = demand.filling_bps if self._room.get(index, 0.0) > 1 else demand.rate_bps
        if not demand.window_bits:
            return rate_bps
        rtt_s = base_rtt_at_s(self._scenario, self._groups[index], at_s)
        return min(rate_bps, demand.window_bits / rtt_s)

    def _sends(self, index: int, now_s: float) -> bool:
        part = self._progress.get(index)
        return part is None or (part.left_count > 0 and part.begins_s <= now_s + _TINY)

    def _next_s(self, now_s: float, active: Sequence[bool], rates: Sequence[float]) -> float:
        """When the first transfer ends or begins, or a receiver's buffer is full."""
        found = [float("inf")]
        for index, part in self._progress.items():
            if active[index] and rates[index] > 0:
                found.append(now_s + part.left_bits / rates[index])
            elif part.left_count > 0 and part.begins_s > now_s:
                found.append(part.begins_s)
        for index, room_bits in self._room.items():
            filled_bps = rates[index] - self._asked[index].rate_bps
            if active[index] and room_bits > 1 and filled_bps > 0:
                found.append(now_s + room_bits / filled_bps)
        return max(min(found), now_s + _TINY)

    def _pass(
        self, from_s: float, to_s: float, active: Sequence[bool], rates: Sequence[float]
    ) -> None:
        for index, room_bits in self._room.items():
            if active[index]:
                read_bits = (self._asked[index].rate_bps - rates[index]) * (to_s - from_s)
                self._room[index] = min(room_bits + read_bits, self._asked[index].room_bits)
        for index, part in self._progress.items():
            if not active[index]:
                continue
            part.left_bits -= rates[index] * (to_s - from_s)
            # Less than a bit is rounding.
            if part.left_bits > 1:
                continue
            demand = self._asked[index]
            part.left_bits = demand.transfer_bits or 0.0
            part.left_count -= 1
            part.begins_s = to_s + demand.think_s
            if part.left_count == 0:
                self._finished[index] = to_s

    def _rates(
        self, active: tuple[bool, ...], asked: tuple[float, ...], capacities: tuple[float, ...]
    ) -> _Rates:
        key = (active, asked, capacities)
        if key not in self._known:
            left = dict(zip(self._links, capacities, strict=True))
            rates = self._max_min(active, asked, left)
            level_bps = self._level_bps(active, rates, left)
            self._known[key] = rates, level_bps, self._binding(rates, asked, left)
        return self._known[key]

    def _binding(
        self, rates: Sequence[float], asked: Sequence[float], left: Mapping[str, float]
    ) -> tuple[tuple[str, ...], ...]:
        """For each group the full links of its path on which no group is faster."""
        fastest = dict.fromkeys(left, 0.0)
        for rate, group in zip(rates, self._groups, strict=True):
            for link_id in group.path:
                fastest[link_id] = max(fastest[link_id], rate)
        return tuple(
            tuple(
                link_id
                for link_id in group.path
                if 0 < rate < asked_bps
                and left[link_id] <= _SAME * rate
                and rate >= (1 - _SAME) * fastest[link_id]
            )
            for rate, group, asked_bps in zip(rates, self._groups, asked, strict=True)
        )

    def _max_min(
        self, active: Sequence[bool], asked: Sequence[float], left: dict[str, float]
    ) -> tuple[float, ...]:
        """Rates of one flow of each group; `left` becomes what the links have free."""
        rates = [0.0] * len(active)
        growing = {index for index, is_active in enumerate(active) if is_active}
        while growing:
            counts: dict[str, int] = dict.fromkeys(left, 0)
            for index in growing:
                for link_id in self._groups[index].path:
                    counts[link_id] += self._groups[index].count
            share, full = min(
                (max(left[link_id], 0.0) / count, link_id)
                for link_id, count in counts.items()
                if count
            )
            content = {index for index in growing if asked[index] <= share}
            stopped = content or {i for i in growing if full in self._groups[i].path}
            for index in stopped:
                rates[index] = asked[index] if content else share
                for link_id in self._groups[index].path:
                    left[link_id] -= rates[index] * self._groups[index].count
            growing -= stopped
        return tuple(rates)

    def _level_bps(
        self, active: Sequence[bool], rates: Sequence[float], left: Mapping[str, float]
    ) -> float:
        free_bps = max(left[BOTTLENECK_ID], 0.0)
        held = [
            rates[index]
            for index, group in enumerate(self._groups)
            if active[index] and BOTTLENECK_ID in group.path
        ]
        return max([free_bps, *held])
