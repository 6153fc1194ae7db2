"""A finished run as files for other programs.

Pure functions of what a run is (scenario, seed, result), its series and its packets: the API and
`./lab export` write the same bytes. What may be large comes as an iterator of parts.
"""
