"""Ladders of a club as streams: what is rated, start lists, freezing. No Django."""
