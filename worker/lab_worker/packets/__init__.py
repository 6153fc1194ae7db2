"""Packet windows: runs computed again to look at single packets."""
