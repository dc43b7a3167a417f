"""Tests of `vision`."""
