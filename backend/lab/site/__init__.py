"""The lab as a folder of files for a static host, and the Python that runs in its page."""
