# Function table: one entry point for each pair of Collect and Trump. The modules with the searches fill it in, the
# engine calls it. A module offers its fill function in a PyCapsule, `dispatch`. The name of the capsule, and the sizes
# it was built with, must be those of the engine; a module of another build is refused.

from cpython.pycapsule cimport PyCapsule_GetContext, PyCapsule_GetPointer, PyCapsule_IsValid, PyCapsule_New
from cpython.pycapsule cimport PyCapsule_SetContext

from .cardset cimport u64
from .rules.collect cimport Apart, AtOnce, Heap, Kot, Perft, Run
from .rules.trump cimport Declared, Hidden, InPlay, Kasiet, Satat
from .search cimport Search

# the trump; then the cards that lie in the running trick, and the place in it where a hidden trump was shown
cdef struct Dispatch:
    u64 (*plain)(Search*, AtOnce, Declared, int, int) noexcept nogil      # four seats, partners opposite, no duty
    u64 (*declared)(Search*, AtOnce, Declared, int, int) noexcept nogil   # any seats, sides and duties
    u64 (*satat)(Search*, AtOnce, Satat, int, int) noexcept nogil
    u64 (*kasiet)(Search*, AtOnce, Kasiet, int, int) noexcept nogil
    u64 (*in_play)(Search*, AtOnce, InPlay, int, int) noexcept nogil
    u64 (*hidden)(Search*, AtOnce, Hidden, int, int) noexcept nogil
    u64 (*apart)(Search*, Apart, Declared, int, int) noexcept nogil
    u64 (*run)(Search*, Run, Declared, int, int) noexcept nogil
    u64 (*kot)(Search*, Kot, Declared, int, int) noexcept nogil           # four seats, partners opposite, no duty
    u64 (*kot_declared)(Search*, Kot, Declared, int, int) noexcept nogil  # any seats, sides and duties
    u64 (*kot_satat)(Search*, Kot, Satat, int, int) noexcept nogil
    u64 (*kot_kasiet)(Search*, Kot, Kasiet, int, int) noexcept nogil
    u64 (*kot_in_play)(Search*, Kot, InPlay, int, int) noexcept nogil
    u64 (*kot_hidden)(Search*, Kot, Hidden, int, int) noexcept nogil
    u64 (*heap)(Search*, Heap, Declared, int, int) noexcept nogil
    u64 (*heap_satat)(Search*, Heap, Satat, int, int) noexcept nogil
    u64 (*heap_in_play)(Search*, Heap, InPlay, int, int) noexcept nogil
    u64 (*heap_hidden)(Search*, Heap, Hidden, int, int) noexcept nogil
    u64 (*perft)(Search*, Perft, Declared, int, int) noexcept nogil
    u64 (*perft_satat)(Search*, Perft, Satat, int, int) noexcept nogil
    u64 (*perft_kasiet)(Search*, Perft, Kasiet, int, int) noexcept nogil
    u64 (*perft_in_play)(Search*, Perft, InPlay, int, int) noexcept nogil
    u64 (*perft_hidden)(Search*, Perft, Hidden, int, int) noexcept nogil

ctypedef void (*Fill)(Dispatch*) noexcept nogil

cdef extern from *:
    """
    /* raise the number when what a field of a struct or an argument means has changed and no size shows it */
    #define HK_DISPATCH "hakem.dispatch.1"
    """
    const char* DISPATCH "HK_DISPATCH"

cdef inline size_t sizes() noexcept nogil:
    return sizeof(Search) << 16 | sizeof(Dispatch)

cdef inline object offer(Fill fill):
    # What a module with searches calls `dispatch`.
    capsule = PyCapsule_New(<void*>fill, DISPATCH, NULL)
    PyCapsule_SetContext(capsule, <void*>sizes())
    return capsule

cdef inline int take(object module, Dispatch* d) except -1:
    # Fills in the searches of a module; ImportError when it was built for another engine.
    capsule = getattr(module, "dispatch", None)
    if not PyCapsule_IsValid(capsule, DISPATCH) or <size_t>PyCapsule_GetContext(capsule) != sizes():
        raise ImportError(
            f"{module.__name__} was not built with this engine: run python setup.py build_ext --inplace --force")
    (<Fill>PyCapsule_GetPointer(capsule, DISPATCH))(d)
    return 0
