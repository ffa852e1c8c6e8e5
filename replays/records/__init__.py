"""Record files: JSON Lines, which keep every hashed byte, and the readable notation."""
