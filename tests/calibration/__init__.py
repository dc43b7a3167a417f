"""Tests of `calibration`."""
