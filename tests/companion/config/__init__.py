"""Tests of `companion.config`."""
