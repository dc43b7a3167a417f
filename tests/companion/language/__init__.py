"""Tests of `companion.language`."""
