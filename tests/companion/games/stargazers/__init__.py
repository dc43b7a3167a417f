"""Tests of every ruling of Stargazers."""
