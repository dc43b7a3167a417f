"""Tests of every ruling of Cirondo."""
