"""`python -m lab_model.metrics.reference`: the table as a page, docs/metrics.md."""

import sys
from collections.abc import Iterable

from lab_model.algorithms import registry
from lab_model.metrics import FLOW, FLOW_SERIES, GROUP, LINK_SERIES, QUEUE, SUMMARY
from lab_model.metrics.declared import MetricDeclaration

_HEAD = """\
# Metrics: every number and series of a run

Written by `./lab generate` from the core's tables (`sim-core/include/ccsim/*_metrics.h`) and the
table of derived metrics (`backend/lab_model/metrics/derived.py`). [model.md](model.md#measuring)
says how they are measured.

The unit is the last word of a name. A summary covers the measurement window, for a flow the part
of it in which the flow is active; a sample of a series covers its interval. Each name is followed
by its aggregation over that span. A number that does not exist is null. Packets are counted in the
run's packet size ("pkt"); names that end in `_bytes` are stored in bytes.

## "At" and "mean over"

Simulated time is counted in whole nanoseconds, in results, addresses and links alike.

- **at 3.214 s**: the state at that moment, after all events of its nanosecond. Replay, single
  packets, phases and events have it. A series with the aggregation "last" (cwnd, in flight, RTT,
  the variables of an algorithm) has it at the end of each interval, and is shown with that time:
  the sample that covers 3.214 s says "at 3.300 s".
- **mean over 3.2 to 3.3 s**: a sample over its whole interval (throughput, mean queue), or the mean
  of several samples where a curve is thinned to the width of a screen. "highest", "lowest" and
  "total" cover the same interval.
- **mean over 5 to 20 s**: the measurement window, as in every summary.

So one moment has several true numbers: 115 packets may wait at 3.214 s, 116 on average over 3.2 to
3.3 s and 125 at most. Every page says which one it shows.

## Completion times

A transfer's completion time counts from its request (the SYN if it opens a connection, else the
write) until its last byte, and all before it, has reached the receiver; `acknowledged_s` counts
until the sender has read the last ACK. A summary covers the transfers and frames that began in the
measurement window. One that is not complete when the run ends has no time and is missing in means
and percentiles, so compare the counts. A result lists its first 20,000 transfers; its summaries are
over all. A number that means nothing for a kind of traffic (retransmissions of UDP, completion
times of a bulk flow) is null or left out.

A run keeps its first 200,000 phases and events (`events_truncated`: there were more). Numbers that
come from them are then lower bounds and say so. Above 100 flows pages draw a selection and say so.
"""

_SECTIONS = (
    (
        "A whole run",
        "In `summary` of a result. Ratios are group 0 over group 1.",
        SUMMARY,
    ),
    ("Experiments add", "To the numbers of `summary`.", QUEUE),
    (
        "A flow",
        "In `flows`; experiments have the mean of a group as `group_0_throughput_bps`.",
        FLOW,
    ),
    ("A flow group", "In experiments, as `group_0_share_ratio`.", GROUP),
    ("Series of a flow", "Series of single algorithms are listed below.", FLOW_SERIES),
    ("Series of a link", "", LINK_SERIES),
)


_FAIR_SHARE = """
## Fair share

`fair_share_bps` of a flow is max-min (Bertsekas and Gallager, Data Networks, 6.5.2), at each moment
among the flows that are then active: all rates grow alike, and a flow stops growing when a link of
its path is full or when it has all that it asks for. Over a time it is the mean over that time, by
default over the part of the measurement window in which the flow is active.

- A flow is **active** from its start to its stop, and with a transfer until its bytes have passed
  at these rates. Start jitter, handshakes and slow start do not count. Where jitter and handshakes
  of others change it by 10%, a chain of causes also gives it with flows that count from when they
  could send.
- It **asks for** what its application writes (headers added), at most its receive window per base
  RTT, and what its receiver reads once its buffer is full. On-off traffic counts as its mean.
- A link **passes** its rate at that time (of a trace its mean over 1 s), at most the tokens of a
  policer, and nothing in an outage of data. Random losses are not subtracted; ACKs nothing.

A flow that is alone for 45 of 60 s at 10 Mbit/s, and shares the rest with one other, has
(45 x 10 + 15 x 5) / 60 = 8.75 Mbit/s. The bottleneck's `fair_share_bps` is that of a flow that is
always active and asks for all it can have. `equal_share_bps`, rate over number of flows, and RTS
(`relative_share_ratio`, as published) ignore both activity and demand.
"""

_MEASURED = """
## Distance from a measurement

The page of a run computes it for a trace of iperf3, ss or qlog ([sharing.md](sharing.md#imports))
at the position of the trace (`offset_s`, seconds that are added to its times). Each measured flow
stands for one flow of its group. Measured rates are payload, so they are compared with goodput.

- Difference of shares (points): half the sum, over the flow groups, of the absolute differences
  between a group's share of the measured and of the simulated payload in the measurement window. 0
  is equal, 100 the maximum.
- Difference of mean RTTs (ms): mean over the measured flows of the absolute difference between
  their mean RTT and that of a flow of their group, in the measurement window. The measured mean is
  over time, the simulated one over packets.
- Difference of rates over time (%): sum of |measured - simulated| over all flows and times, divided
  by the sum of measured + simulated (Bray and Curtis, Ecol. Monogr. 27, 1957): 0 % is the same at
  all times, 100 % never at the same time. Each measured value is compared with the simulation's
  mean over the same time; values of less than a sampling interval are combined. It needs at least
  half of the shorter one, trace or run.

The **shift that fits best** minimises the difference of rates over time. Every shift that leaves at
least half of the shorter one to compare is tried in steps of the sampling interval, or in 1,200
steps where there would be more, then every sampling interval around the best of these. Of equal
shifts the smallest is taken. The result does not depend on the trace's current position; it is
applied only on request and can be undone. Where shifts within a point of it cover more than 5 % of
all that was tried, no best shift is stated.
"""


def page() -> str:
    """The whole page."""
    parts = [_HEAD]
    for title, text, table in _SECTIONS:
        parts.append(f"\n## {title}\n\n" + (f"{text}\n\n" if text else "") + _table(table.values()))
    parts.append("\n## Series of single algorithms\n\n" + _of_algorithms())
    parts.append("\n## Series of single kinds of traffic\n\n" + _of_traffic())
    parts.append(_FAIR_SHARE)
    parts.append(_MEASURED)
    return "".join(parts)


def _of_traffic() -> str:
    rows = [
        f"- `{metric.name}` ({kind.title}): {metric.description}.\n"
        for kind in registry().traffic
        for metric in kind.metrics
    ]
    return "".join(rows)


def _table(metrics: Iterable[MetricDeclaration]) -> str:
    rows = [
        f"- `{each.name}` ({each.aggregation.replace('_', ' ')}): {each.explanation}\n"
        for each in metrics
    ]
    return "".join(rows)


def _of_algorithms() -> str:
    """Each series once for each thing that it is said to be."""
    titles: dict[tuple[str, str], list[str]] = {}
    for algorithm in registry().algorithms:
        for metric in algorithm.metrics:
            key = metric.name, metric.description
            titles.setdefault(key, []).append(algorithm.title)
    rows = [
        f"- `{name}` ({', '.join(of)}): {description}.\n"
        for (name, description), of in titles.items()
        if name not in FLOW_SERIES
    ]
    return "".join(rows)


if __name__ == "__main__":
    sys.stdout.write(page())
