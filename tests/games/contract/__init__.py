"""The laws that every game keeps, as plain functions that raise when one is broken."""
