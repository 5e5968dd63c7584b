# Checksums that need no interpreter: any CRC of 32 bits by eight tables, and CRC-32C also by the processor's instruction; included after ``_walk.pxi``.
# The instruction takes three cycles and can start one in each, so long data goes as three stretches side by side; a table then moves the sum of a
# stretch over the zeros that the next one is long, and the two are added.

cdef extern from *:
    """
    #include <stdint.h>
    #include <stddef.h>
    #include <string.h>

    #define KLOG_LONG 1024
    #define KLOG_SHORT 128

    static uint32_t klog_table[8][256];
    static uint32_t klog_over_long[4][256];
    static uint32_t klog_over_short[4][256];

    static inline uint64_t klog_crc_word(const uint8_t *p) {
        uint64_t word;
        memcpy(&word, p, 8);
        return word;
    }

    static inline uint32_t klog_crc_with_tables(uint32_t table[8][256], const uint8_t *p, size_t length, uint32_t value) {
        uint32_t low, high;
        for (; length >= 8; length -= 8, p += 8) {
            low = value ^ ((uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24);
            high = (uint32_t)p[4] | (uint32_t)p[5] << 8 | (uint32_t)p[6] << 16 | (uint32_t)p[7] << 24;
            value = table[7][low & 0xff] ^ table[6][low >> 8 & 0xff] ^ table[5][low >> 16 & 0xff] ^ table[4][low >> 24]
                  ^ table[3][high & 0xff] ^ table[2][high >> 8 & 0xff] ^ table[1][high >> 16 & 0xff] ^ table[0][high >> 24];
        }
        while (length--)
            value = value >> 8 ^ table[0][(value ^ *p++) & 0xff];
        return value;
    }

    static uint32_t klog_crc_table(const uint8_t *p, size_t length, uint32_t value) {
        return klog_crc_with_tables(klog_table, p, length, value);
    }

    static void klog_crc_fill_tables(uint32_t table[8][256], uint32_t polynomial) {
        uint32_t i, k, value;
        for (i = 0; i < 256; i++) {
            value = i;
            for (k = 0; k < 8; k++)
                value = value & 1 ? (value >> 1) ^ polynomial : value >> 1;
            table[0][i] = value;
        }
        for (i = 0; i < 256; i++)
            for (k = 1; k < 8; k++)
                table[k][i] = (table[k - 1][i] >> 8) ^ table[0][table[k - 1][i] & 0xff];
    }

    /* What becomes of each byte of a sum behind `length` zeros: the sum is linear, so the 32 bits are enough. */
    static void klog_crc_over(uint32_t over[4][256], size_t length) {
        static const uint8_t zeros[KLOG_LONG];
        uint32_t bits[32];
        int byte, value, bit;
        for (bit = 0; bit < 32; bit++)
            bits[bit] = klog_crc_table(zeros, length, (uint32_t)1 << bit);
        for (byte = 0; byte < 4; byte++)
            for (value = 0; value < 256; value++) {
                over[byte][value] = 0;
                for (bit = 0; bit < 8; bit++)
                    if (value >> bit & 1)
                        over[byte][value] ^= bits[8 * byte + bit];
            }
    }

    static void klog_crc_prepare(void) {
        klog_crc_fill_tables(klog_table, 0x82f63b78u);
        klog_crc_over(klog_over_long, KLOG_LONG);
        klog_crc_over(klog_over_short, KLOG_SHORT);
    }

    #if defined(__x86_64__) && defined(__GNUC__)
    static inline uint64_t klog_crc_moved(uint32_t over[4][256], uint64_t value) {
        return over[0][value & 0xff] ^ over[1][value >> 8 & 0xff] ^ over[2][value >> 16 & 0xff] ^ over[3][value >> 24 & 0xff];
    }

    #define KLOG_THREE(STRETCH, OVER)                                                   \\
        while (length >= 3 * STRETCH) {                                                 \\
            uint64_t second = 0, third = 0;                                             \\
            const uint8_t *stop = p + STRETCH;                                          \\
            do {                                                                        \\
                wide = __builtin_ia32_crc32di(wide, klog_crc_word(p));                  \\
                second = __builtin_ia32_crc32di(second, klog_crc_word(p + STRETCH));    \\
                third = __builtin_ia32_crc32di(third, klog_crc_word(p + 2 * STRETCH));  \\
                p += 8;                                                                 \\
            } while (p < stop);                                                         \\
            wide = klog_crc_moved(OVER, wide) ^ second;                                 \\
            wide = klog_crc_moved(OVER, wide) ^ third;                                  \\
            p += 2 * STRETCH;                                                           \\
            length -= 3 * STRETCH;                                                      \\
        }

    __attribute__((target("sse4.2"))) static uint32_t klog_crc_hardware(const uint8_t *p, size_t length, uint32_t value) {
        uint64_t wide = value;
        KLOG_THREE(KLOG_LONG, klog_over_long)
        KLOG_THREE(KLOG_SHORT, klog_over_short)
        for (; length >= 8; length -= 8, p += 8)
            wide = __builtin_ia32_crc32di(wide, klog_crc_word(p));
        value = (uint32_t)wide;
        while (length--)
            value = __builtin_ia32_crc32qi(value, *p++);
        return value;
    }
    static int klog_has_hardware(void) { return __builtin_cpu_supports("sse4.2") != 0; }
    #else
    #define klog_crc_hardware klog_crc_table
    static int klog_has_hardware(void) { return 0; }
    #endif
    """
    void klog_crc_prepare() noexcept nogil
    uint32_t klog_crc_table(const uint8_t* p, size_t length, uint32_t value) noexcept nogil
    uint32_t klog_crc_hardware(const uint8_t* p, size_t length, uint32_t value) noexcept nogil
    int klog_has_hardware() noexcept nogil

klog_crc_prepare()
cdef bint HARDWARE = klog_has_hardware()


cdef inline uint32_t crc_of(const uint8_t* p, size_t length) noexcept nogil:
    if HARDWARE:
        return ~klog_crc_hardware(p, length, 0xFFFFFFFF)
    return ~klog_crc_table(p, length, 0xFFFFFFFF)
