"""The compiled half of the build; everything else is said in pyproject.toml.

Every .pyx under solver/ becomes an extension module, except solver/core/searches.pyx: its C text is
made once and compiled for each of MODULES: for newer x86-64 processors (V3) where the compiling one
is such a processor, else for any.
Compiled modules are also left beside their sources, so that the tests run from the root of the tree
after `pip install .`.
A source distribution carries the C text and asks for no Cython.
HAKEM_BUILD=portable compiles the searches for both kinds of processor, as a wheel or a container
needs them, for the stable ABI of Python 3.11, so that one wheel serves all later ones (but
free-threaded ones, which have no stable ABI yet); HAKEM_BUILD=debug compiles with C assertions
active; HAKEM_BUILD=sanitize adds the address and undefined-behaviour sanitizers to that;
HAKEM_BUILD=profile is a release with symbols.
HAKEM_BUILD=terms can leave out a term of a mask (`term` in solver/core/cardset.pxd);
HAKEM_BUILD=choices counts what each candidate of a choice costs (solver/core/order/choices.pxi).
"""

import multiprocessing
import os
import subprocess
import sys
import sysconfig
import tempfile
from importlib.util import find_spec
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

JOBS = os.cpu_count() or 1

# Symbols are of no use in a release and take a tenth of its compile time, since Python's own flags
# ask for them; the debug builds keep them.
STRIP = ["-Wl,--strip-all"] if sys.platform == "linux" else []

FLAGS: dict[str, tuple[list[str], list[str]]] = {
    "release": (["-O3", "-g0"], STRIP),
    "portable": (["-O3", "-g0"], STRIP),
    "profile": (["-O3", "-g"], []),
    "debug": (["-O1", "-g", "-UNDEBUG"], []),
    "terms": (["-O1", "-g0", "-DHK_TERMS"], STRIP),
    "choices": (["-O2", "-g0", "-DHK_CHOICES"], STRIP),
    "sanitize": (
        ["-O1", "-g", "-UNDEBUG", "-fsanitize=address,undefined", "-fno-omit-frame-pointer"],
        ["-fsanitize=address,undefined"],
    ),
}

# The engine prepares questions and searches nothing: as quick with -O1 (kots a second), built in a
# third of the time. Perft counts for tests alone. The plain searches gain nothing from -O3 (without
# it time 1.01, built in 0.73 of the time); searches of heaps would lose a tenth.
LEVELS = {
    "-O1": ("solver.core.engine", "solver.core.perft"),
    "-O2": tuple(
        f"solver.core.{name}{v3}" for name in ("plain", "kot_first") for v3 in ("", "_v3")
    ),
}
SEARCHES = Path("solver/core/searches.pyx")
PYX = sorted(Path("solver").rglob("*.pyx"))
# The modules made of it: the value of HK_MODULE, and whether HK_PLAIN (core/table.pxd) holds.
MODULES = {
    "plain": ("HK_PLAIN_GAME", True),
    "kot_first": ("HK_KOT_FIRST", True),
    "heaps": ("HK_HEAPS", False),
    "special": ("HK_SPECIAL", False),
    "perft": ("HK_PERFT", False),
}
V3_MODULES = ("heaps", "kot_first", "plain", "special")  # loaded only where V3 can be run
V3 = ["-mavx2", "-mbmi", "-mbmi2", "-mlzcnt", "-mpopcnt"]
# Ends with 0 on a processor that runs them: what solver/core/engine.pyx asks at import.
RUNS_V3 = """int main(void) {
    return !(__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi")
             && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt"));
}"""

# Every inline function of this module is inlined, whatever its size: a card played is then no call
# of its own (0.92 of the instructions of the plain game, 0.95 of the time). The other families gain
# nothing from it, and compiling takes two to three times as long.
INLINED = ("solver.core.plain_v3",)
INLINE = ("CYTHON_INLINE", "inline __attribute__((always_inline, unused))")

# GCC 12.2 built a search of this project, with everything inlined, that gave wrong answers: one of
# its last passes moved a load behind its use (solver/core/README.md). Leaving that pass out costs
# no instruction.
SAFE = "-fno-peephole2"

# The oldest Python of pyproject.toml, as the stable ABI names it.
ABI, ABI_TAG = "0x030B0000", "cp311"
STABLE = os.environ.get("HAKEM_BUILD") == "portable" and not sysconfig.get_config_var(
    "Py_GIL_DISABLED"
)

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
        elif self.knows(SAFE):
            compile_flags = [*compile_flags, SAFE]
        if build != "portable" and builds_v3():
            self.leave_out(V3_MODULES if self.runs_v3() else [f"{name}_v3" for name in V3_MODULES])
        for extension in self.extensions:
            extension.extra_compile_args = [*extension.extra_compile_args, *compile_flags]
            if "-O3" in compile_flags:
                extension.extra_compile_args += [x for x in LEVELS if extension.name in LEVELS[x]]
            if extension.name in INLINED and "-O3" in compile_flags:
                extension.define_macros.append(INLINE)
            extension.extra_link_args = [*extension.extra_link_args, *link_flags]
        super().build_extensions()

    def leave_out(self, names):
        """Build no search of these names, and keep none of an earlier build."""
        for extension in [e for e in self.extensions if e.name.rpartition(".")[2] in names]:
            self.extensions.remove(extension)
            beside = Path(self.get_ext_filename(extension.name))
            for left in (beside, Path(self.build_lib, beside)):
                left.unlink(missing_ok=True)

    def runs_v3(self):
        """Whether this processor runs what is compiled with V3."""
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder, "runs_v3.c")
            source.write_text(RUNS_V3, encoding="utf-8")
            command = [*self.compiler.compiler_so, "-o", source.with_suffix(""), source]
            made = subprocess.run(command, capture_output=True)
            return made.returncode == 0 and subprocess.run([source.with_suffix("")]).returncode == 0

    def knows(self, flag):
        """Whether the C compiler takes a flag; clang ends with an error at one of gcc's own."""
        nothing = [*self.compiler.compiler_so, flag, "-E", "-x", "c", os.devnull]
        return subprocess.run(nothing, capture_output=True).returncode == 0

    def run(self):
        super().run()
        if not self.inplace:
            self.copy_extensions_to_source()


def builds_v3():
    """Whether the compiler's target, not only this processor, is x86-64 and takes V3."""
    return os.name != "nt" and sysconfig.get_platform().endswith("x86_64")


def search_modules(text):
    """One extension for each module of the searches, made of the C text Cython wrote for all."""
    found = []
    for name, (module, plain) in MODULES.items():
        macros = [("HK_MODULE", module), *([("HK_PLAIN", "1")] if plain else [])]
        found.append(search_module(text, name, macros, []))
        if name in V3_MODULES and builds_v3():
            found.append(search_module(text, f"{name}_v3", macros, V3))
    return found


def search_module(text, name, macros, flags):
    """The C text under the name of the module, which its functions and its start-up contain."""
    source = Path("build/searches", f"{name}.c")
    source.parent.mkdir(parents=True, exist_ok=True)
    text = text.replace(SEARCHES.stem, name)
    if not source.exists() or source.read_text(encoding="utf-8") != text:
        source.write_text(text, encoding="utf-8")
    return Extension(
        ".".join((*SEARCHES.parent.parts, name)),
        [source.as_posix()],
        define_macros=macros,
        extra_compile_args=flags,
    )


class WithCText(sdist):
    """sdist with the C text beside each .pyx, which is then built without Cython."""

    def make_release_tree(self, base_dir, files):
        super().make_release_tree(base_dir, files)
        for pyx, text in c_texts(PYX).items():
            self.copy_file(str(text), str(Path(base_dir, pyx).with_suffix(".c")))
        project = Path(base_dir, "pyproject.toml")
        text = project.read_text(encoding="utf-8")
        project.unlink()  # it may be a hard link to the file of the tree
        asked = '"setuptools>=77", "cython>=3.1"]\nbuild-backend'
        if asked not in text:
            sys.exit("pyproject.toml: expected build-system to ask for setuptools and cython")
        project.write_text(
            text.replace(asked, '"setuptools>=77"]\nbuild-backend'), encoding="utf-8"
        )


def c_texts(paths):
    """The C text of each .pyx: as shipped where there is no Cython, else written anew if needed."""
    shipped = {path: path.with_suffix(".c") for path in paths}
    if all(text.exists() for text in shipped.values()) and not find_spec("Cython"):
        return shipped
    from Cython.Build import cythonize

    forks = multiprocessing.get_start_method() == "fork"  # other methods would run this file again
    modules = cythonize(
        [Extension(dotted(path), [path.as_posix()]) for path in paths],
        include_path=["."],
        build_dir="build/cython",
        compiler_directives=DIRECTIVES,
        nthreads=JOBS if forks and len(paths) > 1 else 0,
    )
    written = {module.name: Path(module.sources[0]) for module in modules}
    return {path: written[dotted(path)] for path in paths}


def dotted(path):
    """The name of the module of a source."""
    return ".".join(path.with_suffix("").parts)


def extensions():
    """One extension for every .pyx, named after its place in the tree, and those of SEARCHES."""
    texts = c_texts(PYX)
    searches = search_modules(texts.pop(SEARCHES).read_text(encoding="utf-8"))
    return [Extension(dotted(path), [text.as_posix()]) for path, text in texts.items()] + searches


def stable(found):
    """The same extensions for the stable ABI; `cythonize` would lose the mark (cython#5635)."""
    for extension in found:
        extension.py_limited_api = True
        extension.define_macros.append(("Py_LIMITED_API", ABI))
    return found


setup(
    ext_modules=stable(extensions()) if STABLE else extensions(),
    cmdclass={"build_ext": BuildBeside, "sdist": WithCText},
    options={"bdist_wheel": {"py_limited_api": ABI_TAG}} if STABLE else {},
)
