"""The cells of the notebook: Markdown and Python as text, in order."""

from typing import Final

LOAD: Final = """\
import json
from pathlib import Path

folder = Path(".")  # where the ZIP was unpacked
result = json.loads((folder / "result.json").read_text(encoding="utf-8"))

try:
    import fairtt_lab
except ImportError:
    fairtt_lab = None
    print("The figures are drawn by fairtt_lab, the Python client of FaiRTT Lab, which is not")
    print("installed here. In a copy of FaiRTT Lab: pip install './backend[client]'")
    print("The numbers need nothing: scenario.json, result.json and series.csv are plain files.")

run = fairtt_lab and fairtt_lab.open_archive(folder)
print("core", result["core_version"], "seed", result["seed"], result["summary_digest"])"""

FIGURES: Final = (
    ("Throughput", 'run and run.plot("throughput_bps")'),
    ("Round-trip time", 'run and run.plot("rtt_s")'),
    ("Congestion window", 'run and run.plot("cwnd_bytes")'),
    ("Queue", 'run and run.plot("queue_bytes")'),
)

SUMMARY: Final = """\
for name, value in result["summary"].items():
    print(f"{name:30}", value)"""

FLOWS: Final = """\
shown = ["label", "algorithm", "base_rtt_s", "throughput_bps", "goodput_bps", "mean_rtt_s",
         "retransmit_ratio"]
run.flows()[shown] if run else [[flow[name] for name in shown] for flow in result["flows"]]"""

SERIES: Final = """\
# Every sample in a tidy table, for figures of your own.
run and run.series("throughput_bps")"""
