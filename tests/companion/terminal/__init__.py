"""Tests of the game at the terminal."""
