"""The cells of the notebook: Markdown and Python as text, in order."""

from typing import Final

LOAD: Final = """\
import json
from pathlib import Path

import matplotlib.pyplot as plt
import pandas as pd

folder = Path(".")  # where the ZIP was unpacked
scenario = json.loads((folder / "scenario.json").read_text(encoding="utf-8"))
result = json.loads((folder / "result.json").read_text(encoding="utf-8"))
series = pd.read_csv(folder / "series.csv")
flows = pd.DataFrame(result["flows"])
link = result["link"]
names = [group["label"] or f"group {i}" for i, group in enumerate(scenario["flows"])]
print(result["core_version"], "seed", result["seed"], len(series), "values")"""

HELPERS: Final = '''\
# Okabe and Ito: told apart with every kind of colour vision, and by their dashes.
COLOURS = ["#0072b2", "#d55e00", "#009e73", "#c76f9f", "#56b4e9", "#e69f00"]
DASHES = ["-", "--", "-.", ":"]


def table(subject, metric):
    """One column per flow or link, one row per time."""
    chosen = series[(series["subject"] == subject) & (series["metric"] == metric)]
    return chosen.pivot(index="time_s", columns="index", values="value")


def figure(title, unit):
    _, axes = plt.subplots(figsize=(9, 3.2), layout="constrained")
    axes.set_title(title, loc="left")
    axes.set(xlabel="time / s", ylabel=unit, xlim=(0, scenario["duration_s"]))
    axes.grid(alpha=0.25)
    return axes


def reference(axes, value, text):
    axes.axhline(value, color="0.35", linewidth=0.8, linestyle=(0, (4, 3)))
    axes.annotate(text, (1.005, value), xycoords=("axes fraction", "data"), fontsize=8,
                  va="center", color="0.35")


def draw_groups(axes, metric, per_unit):
    """The mean of each group; the band is its lowest and highest flow."""
    values = table("flow", metric) / per_unit
    for i, name in enumerate(names):
        own = [index for index in flows.index[flows["group_index"] == i] if index in values]
        if not own:
            continue
        group, colour = values[own], COLOURS[i % len(COLOURS)]
        axes.plot(group.mean(axis=1), color=colour, linestyle=DASHES[i % 4], label=name)
        if len(own) > 1:
            axes.fill_between(group.index, group.min(axis=1), group.max(axis=1), color=colour,
                              alpha=0.2, linewidth=0)
    axes.set_ylim(bottom=0)
    axes.legend(loc="lower right", bbox_to_anchor=(1, 1), ncols=6, frameon=False, fontsize=8)'''

FIGURES: Final = (
    (
        "Throughput",
        """\
axes = figure("Throughput per flow", "Mbit/s")
draw_groups(axes, "throughput_bps", 1e6)
reference(axes, link["rate_bps"] / 1e6, "capacity")
reference(axes, link["fair_share_bps"] / 1e6, "fair share")""",
    ),
    (
        "Round-trip time",
        """\
axes = figure("Round-trip time", "ms")
draw_groups(axes, "rtt_s", 1e-3)
for base_rtt_s in sorted(set(flows["base_rtt_s"])):
    reference(axes, base_rtt_s * 1e3, "base RTT")""",
    ),
    (
        "Congestion window",
        """\
axes = figure("Congestion window per flow", "kB")
draw_groups(axes, "cwnd_bytes", 1e3)
for bdp_bytes in sorted(set(flows["bdp_bytes"])):
    reference(axes, bdp_bytes / 1e3, "BDP")""",
    ),
    (
        "Queue",
        """\
axes = figure("Queue at the bottleneck", "kB")
queue = table("link", "queue_bytes")[0] / 1e3
low = table("link", "queue_min_bytes")[0] / 1e3
high = table("link", "queue_max_bytes")[0] / 1e3
axes.plot(queue, color=COLOURS[0])
axes.fill_between(queue.index, low, high, color=COLOURS[0], alpha=0.2, linewidth=0)
axes.set_ylim(bottom=0)
reference(axes, link["buffer_bytes"] / 1e3, "buffer")""",
    ),
)

SUMMARY: Final = """\
shown = ["label", "algorithm", "base_rtt_s", "throughput_bps", "goodput_bps", "mean_rtt_s",
         "retransmit_ratio"]
print(pd.Series(result["summary"]).to_string())
flows[shown]"""
