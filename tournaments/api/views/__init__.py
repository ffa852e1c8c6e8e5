"""The addresses of clubs and players."""
