"""Who meets whom in a Swiss or open round: pure functions, deterministic from their arguments."""
