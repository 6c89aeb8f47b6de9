"""The compiled half of the build; everything else is said in pyproject.toml.

Every .pyx under solver/ becomes an extension module. The searches named in SEARCHES are built a
second time for newer x86-64 processors: their sources, NAME_v3.pyx, are written to build/v3.
Compiled modules are also left beside their sources, so that the tests run from the root of the tree
after `pip install .`.
HAKEM_BUILD=debug compiles with C assertions active; HAKEM_BUILD=sanitize adds the address and
undefined-behaviour sanitizers to that; HAKEM_BUILD=profile is a release with its symbols.
"""

import multiprocessing
import os
import sys
import sysconfig
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

JOBS = os.cpu_count() or 1

# Symbols are of no use in a release; the debug builds keep them.
STRIP = ["-Wl,--strip-all"] if sys.platform == "linux" else []

FLAGS: dict[str, tuple[list[str], list[str]]] = {
    "release": (["-O3"], STRIP),
    "profile": (["-O3", "-g"], []),
    "debug": (["-O1", "-g", "-UNDEBUG"], []),
    "sanitize": (
        ["-O1", "-g", "-UNDEBUG", "-fsanitize=address,undefined", "-fno-omit-frame-pointer"],
        ["-fsanitize=address,undefined"],
    ),
}

# Built twice; a module named ..._v3 is only loaded on processors that have these instructions.
SEARCHES = ("heaps", "kot_first", "plain", "special")
V3 = ["-mavx2", "-mbmi", "-mbmi2", "-mlzcnt", "-mpopcnt"]
V3_SOURCES = Path("build/v3")

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


def builds_v3():
    """Whether the compiler's target, not only this processor, is x86-64 and takes V3."""
    return os.name != "nt" and sysconfig.get_platform().endswith("x86_64")


def second_source(path):
    """The file for the second build of a search: the same text under another name."""
    source = V3_SOURCES / path.with_name(f"{path.stem}_v3.pyx")
    source.parent.mkdir(parents=True, exist_ok=True)
    for folder in path.parents[:-1]:  # Cython reads packages off these
        (V3_SOURCES / folder / "__init__.pxd").touch()
    text = path.read_text(encoding="utf-8")
    if not source.exists() or source.read_text(encoding="utf-8") != text:
        source.write_text(text, encoding="utf-8")
    return source


def extensions():
    """One extension for every .pyx, named after its place in the tree, and the second builds."""
    paths = sorted(Path("solver").rglob("*.pyx"))
    if not paths:
        return []
    from Cython.Build import cythonize

    modules = [Extension(".".join(path.with_suffix("").parts), [path.as_posix()]) for path in paths]
    for path in paths if builds_v3() else []:
        if path.stem in SEARCHES:
            name = ".".join(path.with_suffix("").parts) + "_v3"
            source = second_source(path).as_posix()
            modules.append(Extension(name, [source], extra_compile_args=V3))
    forks = multiprocessing.get_start_method() == "fork"  # other methods would run this file again
    return cythonize(
        modules,
        include_path=["."],
        build_dir="build/cython",
        compiler_directives=DIRECTIVES,
        nthreads=JOBS if forks and len(modules) > 1 else 0,
    )


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildBeside})
