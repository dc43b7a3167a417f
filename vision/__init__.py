"""Photo to evidence: knows pieces and placements, no rules."""
