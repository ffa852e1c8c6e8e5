"""What many results between bots say: rates with intervals, distributions. Pure: no database."""
