"""Hidden hands: what the unseen cards make likely, from worlds that are sampled and solved."""
