"""What the referee says, in the languages of the people at the table."""
