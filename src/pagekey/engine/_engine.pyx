# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True, binding=False
"""The compiled engine: the same .py files that run uncompiled, in one unit, so that calls between them are inlined."""
cdef extern from *:
    const char* PAGEKEY_SOURCES

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
include "columns.py"
