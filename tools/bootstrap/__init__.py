"""Build what `./lab` needs: Python packages, the core's module, the interface.

Every step has a stamp with a hash of its inputs, and does nothing while the hash stays the same.
"""
