"""pagekey inside DuckDB: `pagekey(url)` and `pagekey_struct(url)` in SQL, as Arrow functions over vectors of 2,048 rows."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any

from pagekey.errors import PagekeyError
from pagekey.keying.arrays import FIELDS, LISTS, keys_of_array, struct_of_array
from pagekey.keying.single import ready

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from pagekey.keying.single import AnyPolicy

NEEDED = ("duckdb", "numpy", "pyarrow")
"""DuckDB calls an Arrow function through pyarrow and numpy, and depends on neither."""


def register(con: DuckDBPyConnection, policy: AnyPolicy = "citation@1", name: str = "pagekey") -> str:
    """The stamp of the policy, once the SQL functions `name(url)` and `name_struct(url)` are known to the connection.

    `name(url)` takes VARCHAR and gives the key: NULL for NULL, else the string that `pagekey.key` gives; a bad string never raises.
    `name_struct(url)` gives STRUCT(key, status, host, domain, site VARCHAR, hits, flags VARCHAR[]), the columns of a keyed table; hits and
    flags are lists, for `list_contains` and `unnest`. It is a struct for NULL too, whose key is NULL and whose status is `empty`.

    Two policies at once go by two names. A Python function that this connection registered under the name before is replaced. All cursors
    and connections of the database know the functions, until it is closed; a transaction that is rolled back takes them with it.

    PagekeyError if duckdb, numpy or pyarrow is missing, or if the name is one of DuckDB's own, of a macro or of another connection;
    PolicyError if the policy cannot be used. Registered is always both or neither.
    """
    duckdb = _needed()
    plan = ready(policy)
    if not isinstance(name, str) or not name:
        raise PagekeyError("a function needs a name", expected="a word such as pagekey", got=repr(name))

    def key(column: Any) -> Any:
        return keys_of_array(column, plan)

    def struct(column: Any) -> Any:
        return struct_of_array(column, plan)

    kinds = {field: duckdb.list_type("VARCHAR") if field in LISTS else "VARCHAR" for field in FIELDS}
    wanted = {name.lower(): (key, "VARCHAR"), f"{name.lower()}_struct": (struct, duckdb.struct_type(kinds))}
    create: Any = con.create_function
    _remove(duckdb, con, wanted)
    for one, (function, kind) in wanted.items():
        try:
            create(one, function, ["VARCHAR"], kind, type="arrow", null_handling="special")
        except duckdb.CatalogException as error:
            _remove(duckdb, con, wanted)
            hint = "choose another name=, or register on the connection that registered it first"
            raise PagekeyError("DuckDB does not take the name", got=str(error).splitlines()[0], where=one, hint=hint) from None
    return plan.stamp


def _needed() -> Any:
    """The module duckdb. PagekeyError that names everything that is missing."""
    missing = []
    for name in NEEDED:
        try:
            import_module(name)
        except ImportError:
            missing.append(name)
    if missing:
        hint = "pip install 'pagekey[duckdb]'"
        raise PagekeyError("functions in DuckDB need packages that are not installed", got=f"no {', no '.join(missing)}", hint=hint)
    return import_module("duckdb")


def _remove(duckdb: Any, con: Any, names: Iterable[str]) -> None:
    """Take away what this connection registered under the names; what others registered stays."""
    for name in names:
        # Not registered here, or in a transaction that was rolled back.
        with suppress(duckdb.InvalidInputException, duckdb.CatalogException):
            con.remove_function(name)
