"""Spark's way to klog: it imports every module whose name begins with ``pyspark_`` and registers the class ``DefaultSource`` in it.

One such module that cannot be imported makes Spark lose all of them, other people's included. So importing this one never raises. Where
klog itself cannot be imported, the source is still there, and says at its first use what is missing. Nothing else is imported: the parts
of klog that read and write are loaded when they are asked for.
"""

try:
    from klog.spark.source import KlogDataSource as DefaultSource
except Exception as _error:
    # A variable of an except clause is gone after it.
    _reason = f"{type(_error).__name__}: {_error}"
    try:
        from pyspark.sql.datasource import DataSource as _DataSource
    except Exception:
        # No pyspark, or one before 4.0, which has no Python data sources: nobody will ask.
        pass
    else:

        class DefaultSource(_DataSource):  # type: ignore[no-redef]
            """Stands in for a klog that cannot be imported."""

            _reason = _reason

            @classmethod
            def name(cls) -> str:
                """What stands in ``format(...)``."""
                return "klog"

            def schema(self) -> str:
                """Says what is missing.

                :raises ImportError: always.
                """
                raise ImportError(
                    f"format('klog') is here, but klog cannot be imported by this Python: {self._reason}. "
                    "Install it there with: pip install 'klog[spark]'"
                )
