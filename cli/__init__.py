"""The command line: text in, text out. It uses only the names that `solver` exports."""

import os
import sys
import threading

__all__ = ["main"]


def main() -> None:
    """Run the command line and leave the process with its exit code."""
    from .app import run

    code = run()
    if threading.active_count() > 1:
        # A thread may still search or wait for input, as after Ctrl-C; it cannot be stopped.
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    raise SystemExit(code)
