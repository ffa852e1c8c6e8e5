"""Pure rules engines: no Django, no clock, no randomness of their own, no I/O."""
