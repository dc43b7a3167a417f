"""Tests of `companion.record`."""
