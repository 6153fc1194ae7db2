"""What the lab means, without database, HTTP or core: pure functions and schemas.

algorithms/          the core's registry, as the service and the interface know it
scenarios/           the one schema of a scenario, its digest, cost and problems
experiments/         axes, cells, numbers, estimates, paired differences
comparisons/         what differs between runs and cells
results/ series/     what a result holds, and how a curve is thinned
phenomena/           named phenomena in a finished run
presets/ papers/     known cases and published numbers, measured beside them
exports/             runs and experiments as files
pictures/            previews of shared links
packet_codec.py      packet events of a window, packed
"""
