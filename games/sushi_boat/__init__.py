"""Sushi Boat by Dario Massarenti and Francesco Testini (2021): a belt and stacks of plates."""
