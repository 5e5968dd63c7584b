# The memory that ``_columns`` fills and hands out, and its columns of strings; included after ``_walk.pxi``.
# Fresh memory costs more than all the rest: the system hands it out page by page, each with a fault and zeros. So blocks that come back are kept,
# up to `KEPT_BYTES` of this process, and the next piece takes them. The pool is touched with the interpreter held only.

from cpython.buffer cimport PyBuffer_FillInfo
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy, memset

from klog.records.columns import BinaryColumn as _BinaryColumn

# Blocks that are kept, their bytes, and the smallest that is worth it.
DEF KEPT_BLOCKS = 32
DEF KEPT_BYTES = 32 << 20
DEF SMALL_BYTES = 64 << 10
# Short keys and values are copied in steps of so many bytes, which may write beyond their end, into room that is always left.
DEF STEP = 16
DEF SHORT_BYTES = 256
DEF SLACK = SHORT_BYTES + STEP
DEF FIRST_ROOM = 4096

cdef object make_binary = _BinaryColumn


# Blocks ----------------------------------------------------------------------------------------------------------------------------

cdef struct Block:
    # In front of what is used; 16 bytes keep the alignment of `malloc`.
    int64_t room
    int64_t unused

cdef Block* kept[KEPT_BLOCKS]
cdef int kept_count = 0
cdef int64_t kept_bytes = 0


cdef inline int64_t room_of(void* data) noexcept nogil:
    return (<Block*>data - 1).room if data != NULL else 0


cdef int grow(void** data, int64_t size) noexcept nogil:
    """Room for `size` bytes at least."""
    cdef Block* block
    if room_of(data[0]) >= size:
        return 0
    block = <Block*>realloc(<Block*>data[0] - 1 if data[0] != NULL else NULL, size + sizeof(Block))
    if block == NULL:
        return -1
    block.room = size
    data[0] = block + 1
    return 0


cdef int borrow(void** data, int64_t size) except -1:
    """A block of `size` bytes, or somewhat more, where `data` is none yet: one that came back, or a new one."""
    global kept_count, kept_bytes
    cdef int i, best = -1
    for i in range(kept_count):
        if size <= kept[i].room <= 2 * size + SMALL_BYTES and (best < 0 or kept[i].room < kept[best].room):
            best = i
    if best < 0:
        if grow(data, size if size < SMALL_BYTES else size + size // 8):
            raise MemoryError
        return 0
    data[0] = kept[best] + 1
    kept_bytes -= kept[best].room
    kept_count -= 1
    kept[best] = kept[kept_count]
    return 0


cdef void give_back(void* data) noexcept:
    global kept_count, kept_bytes
    cdef Block* block
    if data == NULL:
        return
    block = <Block*>data - 1
    if block.room < SMALL_BYTES or kept_count == KEPT_BLOCKS or kept_bytes + block.room > KEPT_BYTES:
        free(block)
        return
    kept[kept_count] = block
    kept_count += 1
    kept_bytes += block.room


def kept_memory():
    """(blocks, bytes) that came back and wait for the next piece, for tests."""
    return kept_count, kept_bytes


cdef class Memory:
    """A block as a buffer; it goes back with the last view of it."""

    cdef void* data
    cdef Py_ssize_t size

    def __dealloc__(self):
        give_back(self.data)

    def __getbuffer__(self, Py_buffer* view, int flags):
        PyBuffer_FillInfo(view, self, self.data, self.size, True, flags)


cdef object memory(void** data, int64_t size):
    """A view of a `Memory` that takes over `data`, of which `size` bytes are used; a copy where little of it is."""
    cdef Memory out = Memory.__new__(Memory)
    cdef void* copy = NULL
    if data[0] == NULL or room_of(data[0]) > 4 * size + SMALL_BYTES:
        if grow(&copy, max(size, 1)):
            raise MemoryError
        if size:
            memcpy(copy, data[0], size)
        out.data = copy
    else:
        out.data = data[0]
        data[0] = NULL
    out.size = size
    return memoryview(out)


# Columns of strings ----------------------------------------------------------------------------------------------------------------

cdef struct Bytes:
    # A column of strings in the making; `rows` of its offsets have room.
    int32_t* offsets
    int64_t rows
    uint8_t* data
    int64_t used
    int64_t room
    uint8_t* validity
    int64_t nulls


cdef int first_null(Bytes* column, int64_t row) noexcept nogil:
    """All rows up to now are there, and so are those to come until something else is said."""
    if grow(<void**>&column.validity, column.rows // 8 + 1):
        return -1
    memset(column.validity, 0xFF, column.rows // 8 + 1)
    return 0


cdef int more_rows(Bytes* column, int64_t rows) noexcept nogil:
    cdef int64_t before = column.rows // 8 + 1
    if grow(<void**>&column.offsets, (rows + 1) * sizeof(int32_t)):
        return -1
    if column.validity != NULL:
        if grow(<void**>&column.validity, rows // 8 + 1):
            return -1
        memset(column.validity + before, 0xFF, rows // 8 + 1 - before)
    column.rows = rows
    return 0


cdef int more_data(Bytes* column, int64_t size) noexcept nogil:
    cdef int64_t room = max(max(2 * column.room, FIRST_ROOM), column.used + size + SLACK)
    if grow(<void**>&column.data, room):
        return -1
    column.room = room
    return 0


cdef inline int add(Bytes* column, int64_t row, const uint8_t* p, int32_t length, const uint8_t* readable) noexcept nogil:
    """Row `row`, which comes next: `length` bytes from `p` of which memory can be read up to `readable`, or null."""
    cdef uint8_t* out
    cdef int32_t done = 0
    if length > 0:
        if column.used + length + SLACK > column.room:
            if more_data(column, length):
                return -1
        out = column.data + column.used
        if length <= SHORT_BYTES and readable - p >= length + STEP:
            while done < length:
                memcpy(out + done, p + done, STEP)
                done += STEP
        else:
            memcpy(out, p, length)
        column.used += length
    elif length < 0:
        if column.validity == NULL:
            if first_null(column, row):
                return -1
        column.validity[row >> 3] &= <uint8_t>~(1 << (row & 7))
        column.nulls += 1
    column.offsets[row + 1] = <int32_t>column.used
    return 0


cdef void release(Bytes* column) noexcept:
    give_back(column.offsets)
    give_back(column.data)
    give_back(column.validity)


cdef object bits_of(Bytes* column, int64_t rows):
    """The bitmap, bits behind the last row cleared; None without a null."""
    if column.nulls == 0:
        return None
    if rows & 7:
        column.validity[rows >> 3] &= <uint8_t>((1 << (rows & 7)) - 1)
    return memory(<void**>&column.validity, (rows + 7) >> 3)


cdef object binary(Bytes* column, int64_t rows):
    return make_binary(
        memory(<void**>&column.offsets, (rows + 1) * sizeof(int32_t)),
        memory(<void**>&column.data, column.used),
        bits_of(column, rows),
        column.nulls,
    )
