"""The games: pure rules on one protocol (`api`), standard library only.

A game imports nothing but this package's own `api` and `errors`, and no other game.
"""
