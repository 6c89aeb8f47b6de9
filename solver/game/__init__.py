"""The games: options, variants, deals, positions and the rules of play, in pure Python."""
