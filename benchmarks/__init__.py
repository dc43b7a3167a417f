"""Measurements: `python -m benchmarks` runs all of them, `python -m benchmarks rules` one."""
