"""Recorded sessions."""
