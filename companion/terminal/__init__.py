"""A game at a terminal: moves are typed, rulings are read; may import `companion` only."""
