"""What the panel serves: one module, one `Area`, for each subject."""
