# CRC-32C over memory that is not `bytes`, with the interpreter held; included after ``_walk.pxi``. Where the processor has an instruction for it
# that ``_crc_native.pxi`` knows, that is used on the memory itself; elsewhere the library, which may know others, and wants `bytes`.

from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize
from libc.string cimport memcpy

from klog.records.crc32c import extend as _extend

include "_crc_native.pxi"

DEF PIECE = 65536

cdef object extend = _extend


cdef uint32_t crc_on(const uint8_t* data, Py_ssize_t size, uint32_t value) except? 0xFFFFFFFF:
    """CRC-32C going on from `value`."""
    cdef bytes piece
    if HARDWARE:
        return ~klog_crc_hardware(data, size, ~value)
    # Long data is copied piece by piece within the cache.
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
