"""`hakem serve`: Hakem over HTTP, for other programs."""
