"""Server-sent events: numbered in PostgreSQL, woken by Redis, polled as a backstop."""
