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
of it in which the flow is active; a sample of a series covers its interval. The column
"aggregation" says how a number is formed over that span. A number that does not exist is null.

## "At" and "mean over"

Simulated time is counted in whole nanoseconds, and so is every time in a result, an address or a
link: what is stored is the very same moment when it is opened.

- **at 3.214 s**: the state at that moment, after everything that happens in its nanosecond. Replay
  and single packets have it from the packets themselves; phases and events have it too. A series
  with the aggregation "last" (cwnd, in flight, RTT, the variables of an algorithm) has it at the
  end of each interval, and is shown with that time: the sample that covers 3.214 s says
  "at 3.300 s".
- **mean over 3.2 to 3.3 s**: what one sample holds of its whole interval (throughput, the queue's
  mean), or the mean of so many samples where a curve is thinned to the width of a screen.
  "highest", "lowest" and "total" cover the same interval.
- **mean over 5 to 20 s**: the measurement window, as in every summary.

The same moment has therefore several true numbers: 115 packets may wait at 3.214 s, 116 on average
over 3.2 to 3.3 s and 125 at most. Every page says which one it shows. Packets are counted as such
("pkt": packets on the wire of the run's packet size); names that end in `_bytes` are stored in
bytes.

## Completion times

A transfer's completion time counts from its request (the SYN if it opens a connection, else the
write) until its last byte has reached the receiver with all before it; `acknowledged_s` in the list
of transfers counts until the sender has read the last ACK. A summary covers the transfers and
frames that began in the measurement window, whenever they are complete; what is not complete when
the run ends has no time and is missing in means and percentiles, so compare the counts. A result
lists its first 20,000 transfers (`transfers`), and its summaries are over all. A number that means
nothing for a kind of traffic (retransmissions of UDP, completion times of a bulk flow) is null or
left out.

A run keeps its first 200,000 phases and events. `events_truncated` says that there were more;
pages say up to when they are known, and numbers that come from them are lower bounds and say so, or
are computed from the flows' own counts, which are never cut off. More than 100 flows are not drawn
one by one: the page says of how many there are lines, and names the highest and the lowest of all
of them by their means over the measurement window.
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


_FAIR_SHARE = (
    "\n"
    "## Fair share\n"
    "\n"
    "`fair_share_bps` of a flow is max-min (Bertsekas and Gallager, Data Networks, 6.5.2), at "
    "each\n"
    "moment among the flows that are active then: all rates grow alike, and a flow stops "
    "growing\n"
    "when a link of its path is full or when it has all that it asks for. No flow can then get "
    "more\n"
    "without taking from one that has no more. Over a time it is the mean over that time, by "
    "default\n"
    "over the part of the measurement window in which the flow is active.\n"
    "\n"
    "- **Active** is a flow from its start to its stop, and with a transfer until its bytes have\n"
    "  passed at these rates. Start jitter and slow start do not count.\n"
    "- **It asks for** what its application writes (headers added), at most its receive window "
    "per base\n"
    "  RTT and what its receiver reads, its buffer once. On-off traffic counts as its mean.\n"
    "- **A link passes** its rate at that time (of a trace its mean over 1 s), at most the tokens "
    "of a\n"
    "  policer, and in an outage of data nothing. Losses at random are not taken off; ACKs take "
    "nothing.\n"
    "\n"
    "Alone for 45 of 60 s, a flow at 10 Mbit/s has (45 x 10 + 15 x 5) / 60 = 8.75 Mbit/s. Beside "
    "a call\n"
    "of 1.04 Mbit/s on the wire it has 8.96. The `fair_share_bps` of the bottleneck is that of a "
    "flow\n"
    "that is there all the time and asks for all it can have. `equal_share_bps`, rate over number "
    "of\n"
    "flows, asks neither who is active nor who wants so much; RTS (`relative_share_ratio`) is as\n"
    "published.\n"
)

_MEASURED = (
    "\n"
    "## Distance from a measurement\n"
    "\n"
    "Of a trace of iperf3, ss or qlog beside a run ([sharing.md](sharing.md#imports)). The "
    "page of a run\n"
    "computes it, for the place where the trace stands (`offset_s`, seconds that are added "
    "to the\n"
    "trace's times). Each measured flow stands for one flow of the group that it is shown "
    "as. Measured\n"
    "rates are payload, so they are compared with the goodput of the simulation.\n"
    "\n"
    "| name | unit | definition |\n"
    "|---|---|---|\n"
    "| difference of shares | points | Half the sum, over the flow groups, of the absolute "
    "differences between a group's share of all measured payload and its share of all "
    "simulated payload, in the measurement window: how many percentage points of the "
    "traffic would have to change groups. 0 is equal, 100 the most. |\n"
    "| difference of mean RTTs | ms | Mean over the measured flows of the absolute "
    "difference between their mean RTT and that of a flow of their group, in the "
    "measurement window. The measured mean is over time, the simulated one over packets. |\n"
    "| difference of rates over time | % | Sum of \\|measured - simulated\\| over all flows"
    " and times, divided by the sum of measured + simulated (Bray and Curtis, Ecol. Monogr."
    " 27, 1957): 0 % is the same at any time, 100 % never at the same time. Each measured "
    "value is compared with the simulation's mean over the same time; values of less than a"
    " sampling interval are taken together. It needs at least half of the shorter one, "
    "trace or run. |\n"
    "\n"
    "The **shift that fits best** has the least difference of rates over time. Every shift "
    "that leaves at\n"
    "least half of the shorter one to compare is tried, in steps of the sampling interval "
    "or, where that\n"
    "would be more than 1,200, in so many; then every sampling interval around the best of "
    "these. Of\n"
    "equal ones the smallest shift is taken. The same trace and run give the same shift, "
    "wherever the\n"
    "trace stood before. It is not used before somebody says so, and can be undone. Where shifts "
    "that differ\n"
    "from it by less than a point reach over more than 5 % of all that was tried, none is "
    "stated as the\n"
    "best: the rates do not tell where the trace belongs.\n"
)


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
        f"| `{metric.name}` | {kind.title} | {metric.description}. |\n"
        for kind in registry().traffic
        for metric in kind.metrics
    ]
    return "| name | of | definition |\n|---|---|---|\n" + "".join(rows)


def _table(metrics: Iterable[MetricDeclaration]) -> str:
    rows = [
        f"| `{each.name}` | {each.title} | {each.aggregation.replace('_', ' ')} | "
        f"{each.explanation} |\n"
        for each in metrics
    ]
    return "| name | title | aggregation | definition |\n|---|---|---|---|\n" + "".join(rows)


def _of_algorithms() -> str:
    """Each series once for each thing that it is said to be."""
    titles: dict[tuple[str, str], list[str]] = {}
    for algorithm in registry().algorithms:
        for metric in algorithm.metrics:
            key = metric.name, metric.description
            titles.setdefault(key, []).append(algorithm.title)
    rows = [
        f"| `{name}` | {', '.join(of)} | {description}. |\n"
        for (name, description), of in titles.items()
        if name not in FLOW_SERIES
    ]
    return "| name | of | definition |\n|---|---|---|\n" + "".join(rows)


if __name__ == "__main__":
    sys.stdout.write(page())
