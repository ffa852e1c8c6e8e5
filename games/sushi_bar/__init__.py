"""Sushi Bar (Sushizock im Gockelwok) by Reiner Knizia: five dice, sushi and bones."""
