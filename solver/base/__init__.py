"""What everything stands on: cards, results of a hand, refusals, files; no rules of any game."""
