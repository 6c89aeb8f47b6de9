"""`python -m cli` is the command `hakem`."""

from . import main

main()
