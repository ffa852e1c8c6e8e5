"""Not what its name promises."""
