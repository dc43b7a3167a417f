"""Tests of the record of games."""
