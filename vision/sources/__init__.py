"""Where photos come from: cameras, streams, files; may import what `vision` may."""
