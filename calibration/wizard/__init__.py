"""Setting a camera up, step by step: pure values, so that every step can be repeated alone."""
