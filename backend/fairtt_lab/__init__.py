"""The Python client of FaiRTT Lab."""
