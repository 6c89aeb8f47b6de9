# cython: language_level=3
# Built for every processor.

include "others.pxi"
