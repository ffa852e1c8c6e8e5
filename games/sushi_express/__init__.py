"""Sushi Express: bets on two dice, delivery vans on a ring, and action cards in secret hands."""
