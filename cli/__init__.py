"""The command line: text in, text out. It uses only the names that `solver` exports."""

import os
import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line and leave the process with its exit code."""
    from .app import run

    code = run()
    if code == 130:
        # A search still running in another thread cannot be called back; do not wait for it.
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    raise SystemExit(code)
