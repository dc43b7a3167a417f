"""Tests of `hardware`."""
