"""The virtual table: pieces that people move about, a hand, a lamp, and a camera above it all."""
