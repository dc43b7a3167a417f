"""Bots and hints for any game that keeps the game protocol; may import `companion` only."""
