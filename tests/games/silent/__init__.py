"""A package whose module of chances says nothing of chance."""
