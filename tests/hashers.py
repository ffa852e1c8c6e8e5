from django.contrib.auth.hashers import PBKDF2PasswordHasher


class QuickPBKDF2PasswordHasher(PBKDF2PasswordHasher):
    """The real algorithm with few rounds: a real server still accepts what it made."""

    iterations = 1_000
