# Varints, Java's hash of keys, and a body that grows, for what fills batches in C: ``_append`` and ``_encode``.

from cpython.mem cimport PyMem_Free, PyMem_Realloc
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t

from klog.records.appending import LARGEST_BODY_BYTES

cdef int64_t largest_body = LARGEST_BODY_BYTES


cdef class GrowingBody:
    """The records of a batch in the making."""

    cdef uint8_t* data
    cdef Py_ssize_t room
    cdef readonly Py_ssize_t size
    cdef readonly Py_ssize_t count
    cdef int64_t base_timestamp
    cdef int64_t max_timestamp

    def __cinit__(self):
        self.data = NULL
        self.room = self.size = self.count = 0
        self.base_timestamp = 0
        self.max_timestamp = -1

    def __dealloc__(self):
        PyMem_Free(self.data)

    cdef int want(self, Py_ssize_t more) except -1:
        cdef Py_ssize_t room
        cdef void* grown
        if self.size + more > largest_body:
            raise ValueError("a batch cannot hold more than 2 GiB")
        if self.size + more > self.room:
            # By halves, so that less than half of the memory is ever empty.
            room = max(self.size + more, self.room + self.room // 2, 256)
            grown = PyMem_Realloc(self.data, room)
            if grown == NULL:
                raise MemoryError
            self.data = <uint8_t*>grown
            self.room = room
        return 0


cdef inline int number_size(int64_t value) noexcept nogil:
    cdef uint64_t rest = (<uint64_t>value << 1) ^ <uint64_t>(value >> 63)
    cdef int size = 1
    while rest >= 0x80:
        rest >>= 7
        size += 1
    return size


cdef inline uint8_t* put_number(uint8_t* p, int64_t value) noexcept nogil:
    """A zig-zag varint; where it ends."""
    cdef uint64_t rest = (<uint64_t>value << 1) ^ <uint64_t>(value >> 63)
    while rest >= 0x80:
        p[0] = <uint8_t>(rest | 0x80)
        p += 1
        rest >>= 7
    p[0] = <uint8_t>rest
    return p + 1


cdef inline uint32_t murmur2_of(const uint8_t* p, uint32_t length) noexcept nogil:
    """Java's hash without its sign bit."""
    cdef uint32_t m = 0x5BD1E995
    cdef uint32_t h = <uint32_t>0x9747B28C ^ length, k, left = length
    while left >= 4:
        k = p[0] | (<uint32_t>p[1] << 8) | (<uint32_t>p[2] << 16) | (<uint32_t>p[3] << 24)
        k *= m
        k ^= k >> 24
        k *= m
        h = h * m ^ k
        p += 4
        left -= 4
    if left:
        k = p[0]
        if left > 1:
            k |= <uint32_t>p[1] << 8
        if left > 2:
            k |= <uint32_t>p[2] << 16
        h = (h ^ k) * m
    h = (h ^ h >> 13) * m
    return (h ^ h >> 15) & 0x7FFFFFFF
