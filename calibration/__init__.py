"""Lens, board pose, taught kit; may import `companion`, `vision`, not `webui` or `hardware`."""
