"""Sushi Roll by Phil Walker-Harding: dice on belts that go round the table."""
