"""The panel in the browser, served by Flask; may import `companion` and `vision`."""
