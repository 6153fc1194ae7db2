"""What `./lab read` makes of the lab's own export is what the run was set to."""

import pytest

from tests.validation.estimates import estimated

SHARE = 0.9
"""Of the values that are given; the rest are bounds, which must not be wrong."""


@pytest.mark.slow
def test_estimates_find_what_was_set() -> None:
    rows = list(estimated([]))
    errors = [
        (0.03, [row.rate_error() for row in rows]),
        (0.03, [row.rtt_error() for row in rows]),
        (0.2, [row.buffer_error() for row in rows]),
    ]
    for most, found in errors:
        known = [error for error in found if error is not None]
        assert len(known) > len(rows) / 2
        assert sum(abs(error) <= most for error in known) >= SHARE * len(known)
    assert [row.truth.name for row in rows if row.is_contradicted()] == []
