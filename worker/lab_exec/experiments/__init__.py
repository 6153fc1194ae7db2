"""The units of an experiment without a server: computed in processes, kept in one file."""
