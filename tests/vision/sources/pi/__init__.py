"""What is needed to run a real picamera2 without a Raspberry Pi."""
