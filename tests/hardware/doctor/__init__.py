"""Tests of `hardware.doctor`."""
