"""Named phenomena: what a researcher would point at in a finished run.

Found when they are asked for and never stored, so that a better definition holds for old runs too.
One file per phenomenon, each with its thresholds and the reason for each; `docs/phenomena.md` has
them for readers. Pure functions of `Evidence`.
"""
