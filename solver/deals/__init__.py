"""Whole deals: conditions on them, the search for one that meets them, fixed deals to measure."""
