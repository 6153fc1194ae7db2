"""The lab as a folder of files: what a static host serves, and the Python that runs in its page."""
