"""The 22 test cases of the IETF's BBRv3 draft, for whatever declares the names that BBRv3 has."""
