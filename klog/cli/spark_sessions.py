"""Spark for commands: a session for the time of one command, its noise in a file, its failures as sentences.

The JVM and its workers write pages to standard error, also where all is well. In a command they go to a file that is gone with the command;
where Spark fails, the file stays and is named beside the sentence.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from typing import Any

from klog.cli.connection import Connection
from klog.cli.exit_codes import CommandFailed, usage
from klog.cli.output import Output

#: Lines of a Python traceback that end it: the exception's name, and what it says.
_PYTHON_ERROR = re.compile(r"^\s*(?:[A-Za-z_][\w.]*\.)?([A-Z]\w+): (.+)$", re.MULTILINE)
#: What wraps other exceptions and says nothing itself.
_WRAPPERS = frozenset(
    ("PythonException", "PySparkRuntimeError", "SparkException", "StreamingQueryException", "AnalysisException", "RuntimeException")
)
_SPARK_CLASS = re.compile(r"^\[[A-Z0-9_.]+\]\s*")


@contextlib.contextmanager
def open_session(master: str | None, out: Output, *, settings: Mapping[str, str] | None = None) -> Iterator[Any]:
    """A SparkSession, stopped in the end.

    :param master: as Spark writes it; the machine's cores where None.
    :param settings: Spark's, by name.
    :raises CommandFailed: Spark cannot be used here, or failed within.
    """
    from klog.spark.launcher import CannotStart
    from klog.spark.session import start

    folder = tempfile.mkdtemp(prefix="klog-spark-")
    log_file = os.path.join(folder, "spark.log")
    keep = False
    session: Any = None
    out.note("klog: starting Spark …")
    try:
        session = start(master=master, app_name="klog", settings=settings, log_file=log_file)
        yield session
    except CannotStart as error:
        keep = os.path.exists(log_file) and os.path.getsize(log_file) > 0
        raise CommandFailed(str(error)) from None
    except Exception as error:
        if not is_sparks(error):
            raise
        keep = True
        raise CommandFailed(f"{sentence_of(error)}; Spark's own words are in {log_file}") from None
    finally:
        if session is not None:
            # Py4J's own errors: the JVM may be gone, which must not hide why.
            with contextlib.suppress(Exception):
                session.stop()
        if not keep:
            shutil.rmtree(folder, ignore_errors=True)


def is_sparks(error: BaseException) -> bool:
    """Whether it is an exception of pyspark's or of its bridge to Java."""
    return type(error).__module__.split(".")[0] in ("pyspark", "py4j")


def sentence_of(error: BaseException) -> str:
    """What a failure of Spark's is about, without the stacks of two languages.

    The innermost Python exception where there is one, as klog's sources and sinks run in Python; else the first line.
    """
    java = getattr(error, "java_exception", None)
    text = str(java.toString() if java is not None else error)
    found = [(match[1], match[2]) for match in _PYTHON_ERROR.finditer(text) if match[1] not in _WRAPPERS]
    if found:
        return found[0][1].strip().rstrip(".")
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    first = lines[0] if lines else type(error).__name__
    return re.sub(r"\s*SQLSTATE: \w+\s*$", "", _SPARK_CLASS.sub("", first)).rstrip(".")


def source_options(connection: Connection) -> dict[str, str]:
    """The options ``kafka.…`` of klog's source and sink that say what a command's ``-b``, ``-X`` and ``-F`` said.

    :raises CommandFailed: something that sources cannot be told.
    """
    from klog.client.settings import split_options

    settings, _ = split_options(connection.bootstrap, connection.client)
    security = settings.security
    named: dict[str, Any] = {
        "bootstrap.servers": settings.bootstrap_servers,
        "client.id": settings.client_id,
        "request.timeout.ms": settings.request_timeout_ms,
        "socket.connection.setup.timeout.ms": settings.connect_timeout_ms,
        "reconnect.backoff.ms": settings.reconnect_backoff_ms,
        "reconnect.backoff.max.ms": settings.reconnect_backoff_max_ms,
        "retry.backoff.ms": settings.retry_backoff_ms,
        "retry.backoff.max.ms": settings.retry_backoff_max_ms,
        "metadata.max.age.ms": settings.metadata_max_age_ms,
        "security.protocol": security.security_protocol,
        "ssl.ca.location": security.ssl_ca_file,
        "ssl.truststore.location": security.ssl_truststore_file,
        "ssl.truststore.password": security.ssl_truststore_password,
        "ssl.certificate.location": security.ssl_certificate_file,
        "ssl.key.location": security.ssl_key_file,
        "ssl.key.password": security.ssl_key_password,
        "ssl.keystore.location": security.ssl_keystore_file,
        "ssl.keystore.password": security.ssl_keystore_password,
        "ssl.crl.location": security.ssl_crl_file,
        "sasl.mechanism": security.sasl_mechanism,
        "sasl.username": security.sasl_username,
        "sasl.password": security.sasl_password,
        **({} if security.ssl_check_hostname else {"ssl.endpoint.identification.algorithm": "none"}),
        **({"isolation.level": connection.names.consumer["isolation_level"]} if "isolation_level" in connection.names.consumer else {}),
    }
    return {f"kafka.{name}": str(value) for name, value in named.items() if value is not None}


def check_regex(session: Any, option: str, pattern: str | None) -> None:
    """Whether Java takes it as a regular expression.

    :raises CommandFailed: it does not.
    """
    if pattern is None:
        return
    try:
        session._jvm.java.util.regex.Pattern.compile(pattern)
    except Exception as error:
        if not is_sparks(error):
            raise
        why = re.search(r"PatternSyntaxException: ([^\n]+)", str(error))
        raise usage(
            f"{option} {pattern}: {why[1] if why else 'it is no regular expression'} (Java's regular expressions are meant)"
        ) from None
