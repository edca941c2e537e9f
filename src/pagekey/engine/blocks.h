/* Sixteen bytes at a time. What these functions return is written down in bits.py, which serves where the engine runs uncompiled.

   Buffers of the engine (octets.Buf) have SLACK bytes behind what they hold, so that a whole block may be read, and written, at their end.
   With PAGEKEY_EXACT no byte behind the end is touched: so a sanitizer sees every byte that the engine itself reads or writes too far. */
#ifndef PAGEKEY_BLOCKS_H
#define PAGEKEY_BLOCKS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if (defined(__SSE2__) || defined(_M_X64)) && !defined(PAGEKEY_EXACT)
#define PAGEKEY_VECTORS
#include <emmintrin.h>
#endif
#if defined(_MSC_VER)
#include <intrin.h>
#endif

typedef unsigned long long pk_mask;

/* The number of the lowest bit that is set; m is not 0. */
static inline int pk_lowest(pk_mask m) {
#if defined(_MSC_VER)
    unsigned long k;
    _BitScanForward64(&k, m);
    return (int)k;
#else
    return __builtin_ctzll(m);
#endif
}

/* Bit k: b[i + k] is no letter (with fold = 0: no small letter), digit, '-' or '_'; for at most 64 bytes of b[i:end], and one at least. */
#if defined(PAGEKEY_VECTORS)
static inline pk_mask pk_marked16(const unsigned char *b, unsigned char fold) {
    __m128i x = _mm_loadu_si128((const __m128i *)b);
    /* Signed comparison after a shift that makes 'z', or '9', the largest number of all. */
    __m128i letter = _mm_cmpgt_epi8(_mm_add_epi8(_mm_or_si128(x, _mm_set1_epi8((char)fold)), _mm_set1_epi8(127 - 'z')),
                                    _mm_set1_epi8(127 - 'z' + 'a' - 1));
    __m128i digit = _mm_cmpgt_epi8(_mm_add_epi8(x, _mm_set1_epi8(127 - '9')), _mm_set1_epi8(127 - '9' + '0' - 1));
    __m128i sign = _mm_or_si128(_mm_cmpeq_epi8(x, _mm_set1_epi8('-')), _mm_cmpeq_epi8(x, _mm_set1_epi8('_')));
    return 0xFFFFu & ~(unsigned)_mm_movemask_epi8(_mm_or_si128(_mm_or_si128(letter, digit), sign));
}

static inline pk_mask pk_marked(const unsigned char *b, ptrdiff_t i, ptrdiff_t end, unsigned char fold) {
    ptrdiff_t n = end - i;
    pk_mask m = pk_marked16(b + i, fold);
    if (n > 16) {
        m |= pk_marked16(b + i + 16, fold) << 16;
        if (n > 32) {
            m |= pk_marked16(b + i + 32, fold) << 32;
            if (n > 48)
                m |= pk_marked16(b + i + 48, fold) << 48;
        }
    }
    return n < 64 ? m & (((pk_mask)1 << n) - 1) : m;
}
#else
static inline pk_mask pk_marked(const unsigned char *b, ptrdiff_t i, ptrdiff_t end, unsigned char fold) {
    pk_mask m = 0;
    int k;
    for (k = 0; k < 64 && i + k < end; k++) {
        unsigned char c = b[i + k];
        int plain = (unsigned char)((c | fold) - 'a') < 26 || (unsigned char)(c - '0') < 10 || c == '-' || c == '_';
        m |= (pk_mask)!plain << k;
    }
    return m;
}
#endif

/* Copy n bytes, which may be 0, and up to fifteen behind them, between buffers that have room for those. */
static inline void pk_copy_over(unsigned char *to, ptrdiff_t w, const unsigned char *from, ptrdiff_t i, ptrdiff_t n) {
    to += w;
    from += i;
#if defined(PAGEKEY_VECTORS)
    if (n <= 64) {
        while (n > 0) {
            memcpy(to, from, 16);
            to += 16;
            from += 16;
            n -= 16;
        }
        return;
    }
#endif
    memcpy(to, from, (size_t)n);
}

#endif
