"""Formats of a stage: round robins, planned schedules, brackets, seeding, cuts. Pure."""
