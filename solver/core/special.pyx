# cython: language_level=3
# Built for every processor.

include "special.pxi"
