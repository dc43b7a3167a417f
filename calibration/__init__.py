"""Calibration: lens, board pose, kit and the profile of a table."""
