"""The book: what calling each suit is worth on every hand of five cards, counted once."""
