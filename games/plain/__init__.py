"""Any box by name: no rules of its own, only results."""
