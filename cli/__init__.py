"""The command line: text in, text out. It uses only the names that `solver` exports."""

__all__ = ["main"]


def main() -> None:
    """Run the command line and leave the process with its exit code."""
    from .app import run

    raise SystemExit(run())
