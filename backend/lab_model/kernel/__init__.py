"""The core compared with Linux's TCP: measured cases, the core's runs of them, the differences."""
