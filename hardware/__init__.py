"""Buttons, lights and buzzer behind one small protocol; may import `companion`."""
