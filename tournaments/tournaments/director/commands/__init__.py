"""What may happen next: each command judges a state and returns the events that follow."""
