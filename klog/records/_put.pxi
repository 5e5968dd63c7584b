# Varints, Java's hash of keys, and a body that grows, for what fills batches in C: ``_append`` and ``_encode``.

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, _PyBytes_Resize
from cpython.object cimport PyObject
from cpython.ref cimport Py_INCREF, Py_XDECREF
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from klog.records.appending import LARGEST_BODY_BYTES

cdef int64_t largest_body = LARGEST_BODY_BYTES
# Below this a block is copied in the end: Python's own allocator would do the same.
DEF SMALL_ROOM = 4096


cdef class GrowingBody:
    """The records of a batch in the making. They grow inside of the `bytes` that they become, so that nothing is copied in the end."""

    cdef PyObject* block
    # The beginning of the block.
    cdef uint8_t* data
    cdef Py_ssize_t room
    cdef readonly Py_ssize_t size
    cdef readonly Py_ssize_t count
    cdef int64_t base_timestamp
    cdef int64_t max_timestamp

    def __cinit__(self):
        self.block = NULL
        self.data = NULL
        self.room = self.size = self.count = 0
        self.base_timestamp = 0
        self.max_timestamp = -1

    def __dealloc__(self):
        Py_XDECREF(self.block)

    cdef int want(self, Py_ssize_t more) except -1:
        cdef Py_ssize_t room
        cdef bytes grown
        cdef uint8_t* start
        if self.size + more > largest_body:
            raise ValueError("a batch cannot hold more than 2 GiB")
        if self.size + more > self.room:
            # By halves, so that less than half of the memory is ever empty.
            room = max(self.size + more, self.room + self.room // 2, 256)
            # Whoever runs out of memory here keeps what there is.
            grown = PyBytes_FromStringAndSize(NULL, room)
            start = <uint8_t*>PyBytes_AS_STRING(grown)
            if self.size:
                memcpy(start, self.data, self.size)
            Py_XDECREF(self.block)
            Py_INCREF(grown)
            self.block = <PyObject*>grown
            self.data = start
            self.room = room
        return 0

    cdef bytes take(self):
        """The records. They stay in the body until `let_go`: whoever fails to compress them may try again, and append meanwhile."""
        cdef PyObject* block
        if self.room < SMALL_ROOM:
            return PyBytes_FromStringAndSize(<const char*>self.data, self.size)
        if self.size != self.room:
            # The tail goes back to the system; where that failed there would be no block any more.
            block = self.block
            self.block = NULL
            self.data = NULL
            self.room = 0
            _PyBytes_Resize(&block, self.size)
            self.block = block
            self.data = <uint8_t*>PyBytes_AS_STRING(<object>block)
            # Nothing fits into it, so nobody writes into what was handed out.
            self.room = self.size
        return <bytes>self.block

    cdef void let_go(self) noexcept:
        """Begin again, without memory."""
        Py_XDECREF(self.block)
        self.block = NULL
        self.data = NULL
        self.room = self.size = self.count = 0
        self.max_timestamp = -1


cdef inline int number_size(int64_t value) noexcept nogil:
    cdef uint64_t rest = (<uint64_t>value << 1) ^ <uint64_t>(value >> 63)
    cdef int size = 1
    # Nearly all are short.
    if rest < 0x80:
        return 1
    if rest < 0x4000:
        return 2
    while rest >= 0x80:
        rest >>= 7
        size += 1
    return size


cdef inline uint8_t* put_number(uint8_t* p, int64_t value) noexcept nogil:
    """A zig-zag varint; where it ends."""
    cdef uint64_t rest = (<uint64_t>value << 1) ^ <uint64_t>(value >> 63)
    if rest < 0x80:
        p[0] = <uint8_t>rest
        return p + 1
    if rest < 0x4000:
        p[0] = <uint8_t>(rest | 0x80)
        p[1] = <uint8_t>(rest >> 7)
        return p + 2
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
