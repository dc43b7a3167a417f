"""Tests of every ruling of Moonlight."""
