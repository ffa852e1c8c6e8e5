"""What the API answers with, and how it is made from games, matches and logs."""
