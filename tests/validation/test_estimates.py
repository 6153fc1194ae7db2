"""What `./lab read` makes of the lab's own export is what the run was set to."""

import pytest

from tests.validation.estimates import estimated

SHARE = 0.9
"""Of all runs, and of buffers that were ever full; the rest are bounds, which must be right."""


@pytest.mark.slow
def test_estimates_find_what_was_set() -> None:
    rows = list(estimated([]))
    full = [row for row in rows if row.truth.was_full]
    assert len(full) > len(rows) / 2
    errors = [
        (0.03, [row.rate_error() for row in rows]),
        (0.03, [row.rtt_error() for row in rows]),
        (0.2, [row.buffer_error() for row in full]),
    ]
    for most, found in errors:
        within = [error for error in found if error is not None and abs(error) <= most]
        assert len(within) >= SHARE * len(found)
    assert [row.truth.name for row in rows if row.is_contradicted()] == []
