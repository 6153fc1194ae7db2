"""A finished run, or an experiment that is over, as files for other programs.

run.py experiment.py       what is exported, and where its data come from
declaration.py formats/    a module per format, which declares itself
table.py                   all of them, and the one way to write a file
listing.py names.py        generates the names as types and the interface's menus
definitions.py wording.py long_form.py estimates.py qlog_packets.py   what formats share

Pure functions: the service, `./lab export` and the Python client write the same bytes. What may be
large comes as an iterator of parts.
"""
