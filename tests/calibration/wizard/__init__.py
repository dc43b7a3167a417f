"""Tests of setting a camera up."""
