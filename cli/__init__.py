"""The command line: text in, text out.

Of `solver` it uses the public names and those that a module lists in its `__all__`; nothing of the
search itself (`solver.core`).
"""

import os
import signal
import sys

__all__ = ["main"]


def main() -> None:
    """Run the command line and leave the process with its exit code."""
    # Until everything is imported, Ctrl-C must end the process without a traceback. A process that
    # was started with the interrupt ignored goes on ignoring it.
    heard = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if heard:
        signal.signal(signal.SIGINT, lambda *_: os._exit(130))
    import threading

    from .app import run

    try:
        if heard:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        code = run()
    except KeyboardInterrupt:  # between two commands of `run`, or at its end
        code = 130
    if threading.active_count() > 1:
        # A thread may still search or wait for input, as after Ctrl-C; it cannot be stopped.
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                stream.flush()
        os._exit(code)
    raise SystemExit(code)
