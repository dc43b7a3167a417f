"""The append-only record of a game and its text form; may import `companion` only."""
