"""How data files of the repository are written, for commands that may not import the core."""

from ccsim.entry_lines import entry_lines

__all__ = ["entry_lines"]
