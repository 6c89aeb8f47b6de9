"""Hidden hands: probabilities over the unseen cards, from worlds that are sampled and solved."""
