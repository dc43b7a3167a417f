"""Tests of `companion`."""
