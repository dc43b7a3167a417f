"""Tests of `vision.sources`."""
