# cython: language_level=3
# Built for processors with the bit instructions of x86-64-v3; loaded only where they are found.

include "special.pxi"
