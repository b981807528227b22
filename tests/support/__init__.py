"""What several tests share: strategies, oracles, megaliths, a state machine."""
