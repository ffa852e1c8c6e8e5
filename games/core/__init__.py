"""What every game shares: the contract, events, setups, outcomes, hidden zones, notation."""
