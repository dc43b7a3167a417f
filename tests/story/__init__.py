"""Whole games, as people play them."""
