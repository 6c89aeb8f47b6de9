"""The compiled half of the build; everything else is said in pyproject.toml.

Every .pyx under solver/ becomes an extension module. Compiled modules are also left beside their
sources, so that the tests run from the root of the tree after `pip install .`.
HAKEM_BUILD=debug compiles with C assertions active; HAKEM_BUILD=sanitize adds the address and
undefined-behaviour sanitizers to that.
"""

import multiprocessing
import os
import platform
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

JOBS = os.cpu_count() or 1

# Symbols are of no use in a release; the debug builds keep them.
STRIP = ["-Wl,--strip-all"] if sys.platform == "linux" else []

FLAGS: dict[str, tuple[list[str], list[str]]] = {
    "release": (["-O3"], STRIP),
    "debug": (["-O1", "-g", "-UNDEBUG"], []),
    "sanitize": (
        ["-O1", "-g", "-UNDEBUG", "-fsanitize=address,undefined", "-fno-omit-frame-pointer"],
        ["-fsanitize=address,undefined"],
    ),
}

# A module named ..._v3 is only loaded on processors that have these instructions.
V3 = ["-mavx2", "-mbmi", "-mbmi2", "-mlzcnt", "-mpopcnt"]

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,
    "freethreading_compatible": True,
}


class BuildBeside(build_ext):
    """build_ext on every core, which also leaves the compiled modules beside the sources."""

    def finalize_options(self):
        super().finalize_options()
        self.parallel = self.parallel or JOBS

    def build_extensions(self):
        build = os.environ.get("HAKEM_BUILD", "release")
        if build not in FLAGS:
            sys.exit(f"HAKEM_BUILD={build}: say one of {', '.join(FLAGS)}")
        compile_flags, link_flags = FLAGS[build]
        if self.compiler.compiler_type == "msvc":
            compile_flags, link_flags = ["/O2"], []
        for extension in self.extensions:
            extension.extra_compile_args = [*extension.extra_compile_args, *compile_flags]
            extension.extra_link_args = [*extension.extra_link_args, *link_flags]
        super().build_extensions()

    def run(self):
        super().run()
        if not self.inplace:
            self.copy_extensions_to_source()


def extensions():
    """One extension for every .pyx found, named after its place in the tree."""
    sources = sorted(path.as_posix() for path in Path("solver").rglob("*.pyx"))
    if platform.machine() not in ("x86_64", "AMD64") or os.name == "nt":
        sources = [path for path in sources if not path.endswith("_v3.pyx")]
    if not sources:
        return []
    from Cython.Build import cythonize

    modules = [Extension(path.removesuffix(".pyx").replace("/", "."), [path]) for path in sources]
    for module in modules:
        if module.name.endswith("_v3"):
            module.extra_compile_args = V3
    forks = multiprocessing.get_start_method() == "fork"  # other methods would run this file again
    return cythonize(
        modules,
        include_path=["."],
        build_dir="build/cython",
        compiler_directives=DIRECTIVES,
        nthreads=JOBS if forks and len(sources) > 1 else 0,
    )


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildBeside})
