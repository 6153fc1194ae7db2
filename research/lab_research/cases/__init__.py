"""`./lab cases`: the test cases that an IETF draft describes, as runs."""
