"""What a state of Endless Winter consists of: the map, actions, the agenda."""
