"""Tests of every ruling of Moons and Stars."""
