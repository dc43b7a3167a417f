"""Training of the face embedding. Needs PyTorch; nothing at run time imports this package."""
