"""Computing a run: claim, simulate, report, finish."""
