# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, binding=False
"""The compiled engine: the same .py files that run uncompiled, in one unit, so that calls between them are inlined."""
cdef extern from *:
    const char* PAGEKEY_SOURCES

cdef extern from "blocks.h" nogil:
    int lowest "pk_lowest"(unsigned long long m)
    unsigned long long marked "pk_marked"(const unsigned char *b, Py_ssize_t i, Py_ssize_t end, int kind)
    void copy_over "pk_copy_over"(unsigned char *to, Py_ssize_t w, const unsigned char *src, Py_ssize_t i, Py_ssize_t n)

cdef extern from "Python.h":
    bint PyUnicode_IS_ASCII(str text)
    const unsigned char* PyUnicode_1BYTE_DATA(str text)
    str PyUnicode_New(Py_ssize_t size, Py_UCS4 highest)

SOURCES = PAGEKEY_SOURCES.decode()

include "octets.py"
include "shapes.py"
include "names.py"
include "hosts.py"
include "plan.py"
include "address.py"
include "url.py"
include "authority.py"
include "split.py"
include "escapes.py"
include "host.py"
include "path.py"
include "guard.py"
include "query.py"
include "site.py"
include "match.py"
include "capture.py"
include "rewrite.py"
include "loop.py"
include "calls.py"
include "texts.py"
include "columns.py"
include "words.py"
