"""Sushi Go Party! by Phil Walker-Harding: hidden hands that go round the table."""
