"""The comparison with Linux over HTTP."""
