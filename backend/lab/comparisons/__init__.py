"""Comparisons: runs and cells of experiments beside a baseline, with intervals."""
