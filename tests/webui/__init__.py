"""Tests of `webui`."""
