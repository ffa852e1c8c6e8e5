"""Guides and references to read, and the scripts that take their pictures: `make pictures`."""
