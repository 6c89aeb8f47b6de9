# cython: language_level=3
# distutils: define_macros=HK_PLAIN=1
# Built for every processor.

include "kot_first.pxi"
