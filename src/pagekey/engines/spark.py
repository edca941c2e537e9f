"""pagekey inside Spark: tables are keyed batch by batch where they lie, and SQL gets `pagekey(url)` and `pagekey_struct(url)`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from pagekey.errors import InputError, PagekeyError, PolicyMismatch
from pagekey.keying.arrays import FIELDS, LISTS, keys_of_array, struct_of_array
from pagekey.keying.columns import require
from pagekey.keying.frames import FACTS, keyed_of
from pagekey.keying.io.table import distinct_names
from pagekey.keying.single import ready

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from pagekey.keying.single import AnyPolicy
    from pagekey.policy import Compiled, Policy

NEEDED = ("pyspark", "pandas", "pyarrow")
"""PySpark hands over batches through pyarrow, will not start without pandas, and depends on neither."""


def with_keys(df: DataFrame, url: str = "url", policy: AnyPolicy = "citation@1", columns: Sequence[str] = FACTS) -> DataFrame:
    """The table with what keying made of its column `url` behind its own columns, as `pagekey.keyed` gives it: see FACTS.

    All cells are text: hits and flags are names with a blank between them, `policy` is the stamp. `columns` asks for fewer of FACTS;
    ("key",) alone costs least. A name that the table has already gets `_2` behind it. Rows, their order in a partition, and the partitions
    stay; nothing is shuffled. Lazy as all of Spark.

    The policy travels by value, so that workers read no file, and each worker makes its plan once. PolicyMismatch, in the worker, where
    another pagekey is installed there that would make other keys. InputError if there is no such column or it is no string; PagekeyError
    if pyspark, pandas or pyarrow is missing."""
    types = _needed().types
    require(df.columns, url, "no such column")
    kind = df.schema[url].dataType
    if not isinstance(kind, types.StringType):
        hint = f"df.withColumn({url!r}, df[{url!r}].cast('string'))"
        raise InputError("not a column of strings", expected="string", got=kind.simpleString(), where=f"column {url!r}", hint=hint)
    for name in columns:
        require(FACTS, name, "no such fact", "columns")
    named = dict(zip(FACTS, distinct_names(FACTS, df.columns), strict=True))
    wanted = [*df.columns, *(named[name] for name in columns)]
    plan = ready(policy)
    schema = types.StructType([*df.schema.fields, *(types.StructField(named[name], types.StringType()) for name in columns)])
    only = named["key"] if list(columns) == ["key"] else ""
    return df.mapInArrow(partial(_keyed_batches, url=url, policy=plan.policy, stamp=plan.stamp, wanted=wanted, only=only), schema)


def register(spark: SparkSession, policy: AnyPolicy = "citation@1", name: str = "pagekey") -> str:
    """The stamp of the policy, once the SQL functions `name(url)` and `name_struct(url)` are known to the session.

    `name(url)` takes a string and gives the key, NULL for NULL. `name_struct(url)` gives a struct of key, status, host, domain, site as
    strings and hits, flags as arrays of strings; for NULL its key is NULL and its status `empty`. Two policies at once go by two names;
    a temporary function of the same name is replaced, as Spark does. `with_keys` makes all columns in one pass and is for tables.

    Errors as for `with_keys`."""
    types = _needed().types
    functions, pyarrow = import_module("pyspark.sql.functions"), import_module("pyarrow")
    if not isinstance(name, str) or not name:
        raise PagekeyError("a function needs a name", expected="a word such as pagekey", got=repr(name))
    plan = ready(policy)

    def key(column: Any) -> Any:
        return keys_of_array(column, plan_of_worker(shipped, stamp))

    def struct(column: Any) -> Any:
        return struct_of_array(column, plan_of_worker(shipped, stamp))

    shipped, stamp = plan.policy, plan.stamp
    text = types.StringType()
    fields = [types.StructField(field, types.ArrayType(text) if field in LISTS else text) for field in FIELDS]
    for one, function, kind in ((name, key, text), (f"{name}_struct", struct, types.StructType(fields))):
        # Spark tells by the hints that batches of Arrow come and go.
        function.__annotations__ = {"column": pyarrow.Array, "return": pyarrow.Array}
        spark.udf.register(one, functions.arrow_udf(function, kind))
    return stamp


def _keyed_batches(batches: Iterable[Any], url: str, policy: Policy, stamp: str, wanted: list[str], only: str) -> Iterator[Any]:
    """The batches with their facts, `wanted` columns in that order; `only` is what the key is called where nothing else is asked for."""
    plan = plan_of_worker(policy, stamp)
    for batch in batches:
        if only:
            yield batch.append_column(only, keys_of_array(batch.column(url), plan))
        else:
            yield keyed_of(batch, url, plan, 1).select(wanted)


@lru_cache(maxsize=8)
def plan_of_worker(policy: Policy, stamp: str) -> Compiled:
    """The plan of a policy that was sent here, made once in a process. PolicyMismatch if it is not the one that the sender has."""
    plan = ready(policy)
    if plan.stamp != stamp:
        differences = (("policy", stamp, plan.stamp),)
        hint = "install one version of pagekey on the driver and on all workers"
        raise PolicyMismatch("driver and worker would make other keys", differences=differences, hint=hint)
    return plan


def _needed() -> Any:
    """The module pyspark.sql. PagekeyError that names everything that is missing."""
    missing = []
    for name in NEEDED:
        try:
            import_module(name)
        except ImportError:
            missing.append(name)
    if missing:
        hint = "pip install 'pagekey[spark]'"
        raise PagekeyError("keys in Spark need packages that are not installed", got=f"no {', no '.join(missing)}", hint=hint)
    return import_module("pyspark.sql")
