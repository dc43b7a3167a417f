"""Tests of `companion.search`."""
