"""The referee: games, table, record, search; knows no eyes, pins or web but through `app`."""
