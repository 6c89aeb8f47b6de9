"""Builds and loads the quick reference (brute.pyx): `Brute(game, state)`.

Compiled once for each version of its text, under `build/`; needs Cython and a C compiler, which
building the package needs as well.
"""

from __future__ import annotations

import hashlib
import importlib.machinery
import importlib.util
import os
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

SOURCE = Path(__file__).with_name("brute.pyx")
HOME = Path(__file__).parents[2] / "build"


def build() -> Path:
    """The compiled module's file."""
    text = SOURCE.read_bytes() + sys.version.encode()
    folder = HOME / f"brute-{hashlib.sha256(text).hexdigest()[:16]}"
    made = folder / f"brute{sysconfig.get_config_var('EXT_SUFFIX')}"
    if not made.exists():
        HOME.mkdir(exist_ok=True)
        # Built apart and then renamed: another test process may want the same module meanwhile.
        with tempfile.TemporaryDirectory(dir=HOME) as scratch:
            compile_into(Path(scratch))
            folder.mkdir(exist_ok=True)
            os.replace(Path(scratch, made.name), made)
    return made


def compile_into(folder: Path) -> None:
    """Leave the compiled module in this folder."""
    from Cython.Build import cythonize
    from setuptools import Distribution, Extension

    extension = Extension("brute", [str(SOURCE)], extra_compile_args=["-O2", "-w"])
    modules = cythonize([extension], build_dir=str(folder), quiet=True)
    command: Any = Distribution({"ext_modules": modules}).get_command_obj("build_ext")
    command.build_lib = command.build_temp = str(folder)
    command.ensure_finalized()
    command.run()


def load() -> Any:
    """The compiled module."""
    path = build()
    loader = importlib.machinery.ExtensionFileLoader("brute", str(path))
    spec = importlib.util.spec_from_file_location("brute", path, loader=loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


Brute = load().Brute
