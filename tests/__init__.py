"""The tests, laid out as the packages are; may import everything."""
