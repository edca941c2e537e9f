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

/* Bit k: b[i + k] is worth a look in this kind of text; for at most 64 bytes of b[i:end], and one at least.

   Letters (in a host, small ones), digits, '-', '_' and '.' never are, but for a '.' behind a '.' in a host and behind a '/' in a path.
   A '/' is one in hosts and queries, in a path only behind another. b[i - 1] is read where i > 0. */
enum { PK_HOST, PK_PATH, PK_QUERY };

#if defined(PAGEKEY_VECTORS)
/* x holds sixteen bytes, before the byte in front of each. */
static inline pk_mask pk_marked16(__m128i x, __m128i before, int kind) {
    __m128i slash = _mm_set1_epi8('/'), dot = _mm_set1_epi8('.');
    __m128i folded = kind == PK_HOST ? x : _mm_or_si128(x, _mm_set1_epi8(32));
    /* Signed comparison after a shift that makes 'z', or '9', the largest number of all; '-', '.', '/' and the digits are neighbours. */
    __m128i letter = _mm_cmpgt_epi8(_mm_add_epi8(folded, _mm_set1_epi8(127 - 'z')), _mm_set1_epi8(127 - 'z' + 'a' - 1));
    __m128i digit = _mm_cmpgt_epi8(_mm_add_epi8(x, _mm_set1_epi8(127 - '9')), _mm_set1_epi8(127 - '9' + '-' - 1));
    __m128i plain = _mm_or_si128(_mm_or_si128(letter, digit), _mm_cmpeq_epi8(x, _mm_set1_epi8('_')));
    __m128i odd;
    if (kind == PK_PATH)
        odd = _mm_and_si128(_mm_cmpeq_epi8(before, slash), _mm_cmpeq_epi8(_mm_or_si128(x, _mm_set1_epi8(1)), slash));
    else if (kind == PK_HOST)
        odd = _mm_or_si128(_mm_cmpeq_epi8(x, slash), _mm_and_si128(_mm_cmpeq_epi8(before, dot), _mm_cmpeq_epi8(x, dot)));
    else
        odd = _mm_cmpeq_epi8(x, slash);
    return 0xFFFFu & ~(unsigned)_mm_movemask_epi8(_mm_andnot_si128(odd, plain));
}

static inline pk_mask pk_marked(const unsigned char *b, ptrdiff_t i, ptrdiff_t end, int kind) {
    const __m128i *at = (const __m128i *)(b + i);
    const __m128i *behind = (const __m128i *)(b + i - 1);
    ptrdiff_t n = end - i;
    __m128i x = _mm_loadu_si128(at);
    pk_mask m = pk_marked16(x, i > 0 ? _mm_loadu_si128(behind) : _mm_slli_si128(x, 1), kind);
    m |= pk_marked16(_mm_loadu_si128(at + 1), _mm_loadu_si128(behind + 1), kind) << 16;
    if (n > 32) {                         /* one branch, for how long a text is cannot be foretold */
        m |= pk_marked16(_mm_loadu_si128(at + 2), _mm_loadu_si128(behind + 2), kind) << 32;
        m |= pk_marked16(_mm_loadu_si128(at + 3), _mm_loadu_si128(behind + 3), kind) << 48;
    }
    return n < 64 ? m & (((pk_mask)1 << n) - 1) : m;
}
#else
static inline pk_mask pk_marked(const unsigned char *b, ptrdiff_t i, ptrdiff_t end, int kind) {
    pk_mask m = 0;
    int k;
    for (k = 0; k < 64 && i + k < end; k++) {
        unsigned char c = b[i + k], before = i + k > 0 ? b[i + k - 1] : 0;
        unsigned char folded = kind == PK_HOST ? c : c | 32;
        int plain = (unsigned char)(folded - 'a') < 26 || (unsigned char)(c - '-') < 13 || c == '_';
        int odd = kind == PK_PATH ? before == '/' && (c | 1) == '/' : c == '/' || (kind == PK_HOST && before == '.' && c == '.');
        m |= (pk_mask)(!plain || odd) << k;
    }
    return m;
}
#endif

/* Copy n bytes, which may be 0, and up to 31 behind them, between buffers that have room for those. */
static inline void pk_copy_over(unsigned char *to, ptrdiff_t w, const unsigned char *from, ptrdiff_t i, ptrdiff_t n) {
    to += w;
    from += i;
#if defined(PAGEKEY_VECTORS)
    if (n <= 64) {
        __m128i a = _mm_loadu_si128((const __m128i *)from), b = _mm_loadu_si128((const __m128i *)from + 1);
        _mm_storeu_si128((__m128i *)to, a);
        _mm_storeu_si128((__m128i *)to + 1, b);
        if (n > 32) {
            a = _mm_loadu_si128((const __m128i *)from + 2);
            b = _mm_loadu_si128((const __m128i *)from + 3);
            _mm_storeu_si128((__m128i *)to + 2, a);
            _mm_storeu_si128((__m128i *)to + 3, b);
        }
        return;
    }
#endif
    memcpy(to, from, (size_t)n);
}

#endif
