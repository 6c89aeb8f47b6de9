"""The page that `hakem explore` serves: a small server, its questions, and the static files."""
