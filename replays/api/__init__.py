"""The REST door onto matches: no rules here, only services and selectors."""
