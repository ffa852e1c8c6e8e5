"""Points, tie-breaks and rankings of a tournament, an open evening and a season. Pure and exact."""
