"""The table and its one writer, from what is seen to a ruling; may import `companion` only."""
