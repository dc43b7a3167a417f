"""From a photo to evidence about pieces; may import `companion`, not `webui` or `hardware`."""
