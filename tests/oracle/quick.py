"""The quick reference, compiled (brute.pyx): `Brute(game, state)`."""

from __future__ import annotations

from pathlib import Path

from compiled import compiled

Brute = compiled(Path(__file__).with_name("brute.pyx")).Brute
