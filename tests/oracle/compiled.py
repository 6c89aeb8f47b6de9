"""Compiles the modules of the tests, and loads them: `compiled(source)`.

A module is compiled once for each version of its text, under `build/`; needs Cython and a C
compiler, which building the package needs as well. No wheel holds such a module.
"""

from __future__ import annotations

import fcntl
import hashlib
import importlib.machinery
import importlib.util
import os
import sys
import sysconfig
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).parents[2]
HOME = ROOT / "build"
CHECKED = os.environ.get("HAKEM_BUILD") in ("debug", "sanitize")
"""Whether C assertions are wanted (see setup.py)."""


def compiled(source: Path, depends: Iterable[Path] = (), *more: str) -> ModuleType:
    """The module of a .pyx, built again when its text, or a file it depends on, has changed.

    `more`: flags for the compiler beside the usual ones.
    """
    flags = ["-O1", "-g", "-UNDEBUG", "-w"] if CHECKED else ["-O2", "-g0", "-w"]
    flags += more
    digest = hashlib.sha256(f"{sys.version}{flags}".encode())
    for path in (source, *sorted(depends)):
        digest.update(path.read_bytes())
    folder = HOME / f"{source.stem}-{digest.hexdigest()[:16]}"
    made = folder / f"{source.stem}{sysconfig.get_config_var('EXT_SUFFIX')}"
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "lock", "w") as lock:  # one test process builds, the others wait
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            build(source, flags, folder)
    loader = importlib.machinery.ExtensionFileLoader(source.stem, str(made))
    spec = importlib.util.spec_from_file_location(source.stem, made, loader=loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


def build(source: Path, flags: list[str], folder: Path) -> None:
    """Leave the compiled module in this folder."""
    from Cython.Build import cythonize
    from setuptools import Distribution, Extension

    extension = Extension(source.stem, [str(source)], extra_compile_args=flags)
    modules = cythonize(
        [extension], include_path=[str(ROOT)], build_dir=str(folder / "c"), quiet=True
    )
    command: Any = Distribution({"ext_modules": modules}).get_command_obj("build_ext")
    command.build_lib = command.build_temp = str(folder)
    command.ensure_finalized()
    command.run()
