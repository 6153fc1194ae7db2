"""The janitor: nobody's run is forgotten."""
