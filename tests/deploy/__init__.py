"""The scripts that install the product on a machine."""
