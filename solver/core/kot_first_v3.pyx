# cython: language_level=3
# distutils: define_macros=HK_PLAIN=1
# Built for processors with the bit instructions of x86-64-v3; loaded only where they are found.

include "kot_first.pxi"
