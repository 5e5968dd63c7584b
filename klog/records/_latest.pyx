# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False
"""``latest`` in Cython: the same dictionaries, C speed. The two must change together."""

from cpython.buffer cimport PyBUF_SIMPLE, PyBuffer_Release, PyObject_GetBuffer
from cpython.bytes cimport PyBytes_FromStringAndSize

from klog.records.crc32c import extend as _extend
from klog.records.faults import invalid

include "_walk.pxi"

DEF TRANSACTIONAL = 0x10
DEF CONTROL = 0x20

cdef object extend = _extend


cdef inline bytes bytes_of(const uint8_t* p, Py_ssize_t size):
    return PyBytes_FromStringAndSize(<const char*>p, size)


cdef bint is_offset_value(const uint8_t* p, int32_t size) noexcept nogil:
    cdef int32_t version, start, length = 0, shift = 0, position
    if size < 2:
        return False
    version = load16(p)
    if 0 <= version <= 3:
        start = 14 if version == 3 else 10
        if size < start + 2:
            return False
        length = load16(p + start)
        return length >= 0 and size >= start + 2 + length + (16 if version == 1 else 8)
    if version != 4:
        return False
    position = 14
    while position < size and position < 18:
        length |= <int32_t>(p[position] & 0x7F) << shift
        shift += 7
        position += 1
        if p[position - 1] < 0x80:
            return 0 < length <= 0x8000 and size >= position + length - 1 + 9
    return False


cdef class _Fold:
    """One call's view of a `Latest`."""

    cdef dict offsets, others, skipped
    cdef object kinds
    cdef list broken
    cdef int64_t count
    # The group of the record before, which mostly is this one's, too.
    cdef bytes group
    cdef dict of_group

    def __cinit__(self, latest):
        self.offsets = latest.offsets
        self.others = latest.others
        self.skipped = latest.skipped
        self.kinds = latest.kinds
        self.broken = latest.broken
        self.count = 0

    cdef int take(self, int64_t offset, View* view) except -1:
        cdef const uint8_t* key = view.key
        cdef int32_t size = view.key_length
        cdef int kind
        cdef object whole
        if size < 2:
            self.broken.append((offset, "it has no key that says of which kind it is"))
            return 0
        kind = load16(key)
        if kind == 0 or kind == 1:
            return self.take_offset(offset, view)
        if kind in self.kinds:
            whole = bytes_of(key, size)
            self.others.pop(whole, None)
            self.others[whole] = None if view.value_length < 0 else bytes_of(view.value, view.value_length)
        else:
            self.skipped[kind] = self.skipped.get(kind, 0) + 1
        return 0

    cdef int take_offset(self, int64_t offset, View* view) except -1:
        cdef const uint8_t* key = view.key
        cdef int32_t size = view.key_length
        cdef int32_t end, length
        cdef bytes group, rest
        cdef dict of_group = None
        cdef bint bad = True
        if size >= 4:
            end = 4 + load16(key + 2)
            if end >= 4 and end + 2 <= size:
                length = load16(key + end)
                if length >= 0 and end + 6 + length <= size:
                    bad = False
        if not bad:
            group = bytes_of(key + 4, end - 4)
            if self.group is not None and group == self.group:
                of_group = self.of_group
            else:
                of_group = self.offsets.get(group)
                if of_group is None:
                    try:
                        group.decode()
                    except UnicodeDecodeError:
                        bad = True
        if bad:
            self.broken.append((offset, f"its key of {size} bytes is no key of a committed offset"))
            return 0
        self.count += 1
        rest = bytes_of(key + end, 6 + length)
        if view.value_length < 0:
            if of_group is not None and of_group.pop(rest, None) is not None and not of_group:
                del self.offsets[group]
                self.group = None
            return 0
        if not is_offset_value(view.value, view.value_length):
            self.broken.append((offset, f"its value of {view.value_length} bytes is no committed offset"))
            return 0
        if of_group is None:
            of_group = self.offsets[group] = {}
        of_group[rest] = bytes_of(view.value, view.value_length)
        self.group = group
        self.of_group = of_group
        return 0

    cdef int records(self, const uint8_t* p, const uint8_t* end, int64_t count, int64_t base_offset) except -1:
        cdef View view
        cdef Fault fault
        cdef int64_t index
        fault.kind = 0
        fault.a = fault.b = 0
        if count < 0:
            raise invalid(COUNT, -1, count, 0)
        for index in range(count):
            p = parse(p, end, 0, &view, &fault)
            if p == NULL:
                raise invalid(fault.kind, index, fault.a, fault.b)
            self.take(base_offset + view.offset_delta, &view)
        if count and p != end:
            raise invalid(TRAILING, -1, end - p, count)
        return 0


def fold_records(buffer, int64_t count, int64_t base_offset, latest):
    """See ``latest.fold_records``."""
    cdef Py_buffer view
    cdef _Fold fold = _Fold(latest)
    PyObject_GetBuffer(buffer, &view, PyBUF_SIMPLE)
    try:
        fold.records(<const uint8_t*>view.buf, <const uint8_t*>view.buf + view.len, count, base_offset)
    finally:
        latest.count += fold.count
        PyBuffer_Release(&view)


def fold_batches(buffer, Py_ssize_t position, latest):
    """See ``latest.fold_batches``."""
    cdef Py_buffer view
    cdef _Fold fold = _Fold(latest)
    cdef const uint8_t* p
    cdef int64_t size
    PyObject_GetBuffer(buffer, &view, PyBUF_SIMPLE)
    try:
        while True:
            size = whole_batch(&view, position)
            if size < 0:
                break
            p = <const uint8_t*>view.buf + position
            if p[22] & (CODEC_MASK | TRANSACTIONAL | CONTROL):
                break
            if <uint32_t>extend(0, bytes_of(p + CRC_START, size - CRC_START)) != load32(p + 17):
                break
            try:
                fold.records(p + OVERHEAD, p + size, <int32_t>load32(p + 57), load64(p))
            except Exception as error:
                fold.broken.append((load64(p), str(error)))
            position += size
    finally:
        latest.count += fold.count
        PyBuffer_Release(&view)
    return position
