"""Several seeds of some settings in one answer: shipped with the lab, or stored by its runs."""
