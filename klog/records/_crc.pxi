# CRC-32C over memory that is not `bytes`, with the interpreter held; included after ``_walk.pxi``. ``_compact`` has its own, for threads.

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.string cimport memcpy

from klog.records.crc32c import extend as _extend

DEF PIECE = 65536

cdef object extend = _extend


cdef uint32_t crc_of(const uint8_t* data, Py_ssize_t size, uint32_t value) except? 0xFFFFFFFF:
    """CRC-32C going on from `value`; the library wants `bytes`, so long data is copied piece by piece within the cache."""
    cdef bytes piece
    if size > PIECE:
        piece = PyBytes_FromStringAndSize(NULL, PIECE)
        while size >= PIECE:
            memcpy(PyBytes_AS_STRING(piece), data, PIECE)
            value = extend(value, piece)
            data += PIECE
            size -= PIECE
    if size:
        value = extend(value, PyBytes_FromStringAndSize(<const char*>data, size))
    return value
