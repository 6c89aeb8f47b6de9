"""Open hands: exact questions about one position, every card being known."""
