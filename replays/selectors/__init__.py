"""The only code that reads for the doors."""
