"""What every HTTP door shares: problems, strict bodies, pages of lists, preconditions, keys."""
