"""Help inside: what to do on an evening, at a table, and which keys there are."""
