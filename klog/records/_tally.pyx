# cython: language_level=3, boundscheck=False, wraparound=False
"""How many records there are in batches of one window, in C; ``tally`` says what it does and must stay the same."""

from cpython.long cimport PyLong_AsLongLongAndOverflow
from libc.stdint cimport int64_t


cdef class FastTally:
    """`PlainTally` in C."""

    cdef public int64_t start_ms
    cdef public int64_t end_ms
    cdef public int64_t count

    def __cinit__(self):
        self.start_ms = self.end_ms = self.count = 0

    def add(self, int64_t base_offset, int64_t last_offset, min_timestamp, max_timestamp):
        cdef int least_overflows = 0, most_overflows = 0
        cdef int64_t least = PyLong_AsLongLongAndOverflow(min_timestamp, &least_overflows)
        cdef int64_t most = PyLong_AsLongLongAndOverflow(max_timestamp, &most_overflows)
        if self.start_ms <= least and most < self.end_ms and not least_overflows and not most_overflows:
            self.count += last_offset - base_offset + 1
            return True
        return False
