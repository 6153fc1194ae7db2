"""The core beside Linux's TCP: measured cases, the core's runs of them, and how they differ."""
