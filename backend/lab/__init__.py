"""Scenario schema, HTTP interface and storage of FaiRTT Lab."""
