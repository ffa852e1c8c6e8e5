"""Everybody sees it happen: what is appended reaches those who look, once and in order."""
