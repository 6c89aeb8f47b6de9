"""The version of the package, and that of its JSON: the only places where they stand."""

__all__ = ["SCHEMA", "__version__"]

__version__ = "0.2.0"
SCHEMA = 1
"""The field `schema` of every answer in JSON; raised when a field changes its meaning."""
