"""The papers behind the lab: what they published, what our core measures, and how far apart."""
