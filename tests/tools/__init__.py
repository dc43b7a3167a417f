"""Makers of the files that tests read."""
