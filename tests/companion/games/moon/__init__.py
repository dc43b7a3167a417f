"""Tests of every ruling of MOON."""
