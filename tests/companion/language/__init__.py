"""Tests of companion.language."""
