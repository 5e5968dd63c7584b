"""Writes the tables of options into clients.md from the declarations; ``tests/docs/test_options.py`` fails where the page is another.

Run ``python docs/generate_clients.py`` after changing an option. A table stands between ``<!-- options: NAME -->`` and ``<!-- end -->``;
what an option means is the comment (``#:``) above its field.
"""

from __future__ import annotations

import ast
import dataclasses
import importlib
import inspect
import pathlib
import re
from typing import Any

from klog.net.security import Security

PAGE = pathlib.Path(__file__).with_name("clients.md")
#: Tables: module and dataclass.
TABLES = {
    "all": ("klog.client.settings", "ClientSettings"),
    "security": ("klog.net.security", "Security"),
    "producer": ("klog.client.producing.production", "ProducerSettings"),
    "consumer": ("klog.client.fetching.consumer_settings", "ConsumerSettings"),
    "group": ("klog.client.groups.settings", "GroupSettings"),
    "zookeeper": ("klog.client.groups.paper.settings", "ZookeeperGroupSettings"),
}
#: Where the field above speaks for two, or its type does not say enough.
MORE = {
    "connect_timeout_ms": "How long one attempt to connect may take.",
    "reconnect_backoff_max_ms": "The longest of these pauses.",
    "retry_backoff_max_ms": "The longest of these pauses.",
    "reconnect_backoff_ms": "The first pause between attempts to connect; doubled each time, with jitter.",
    "retry_backoff_ms": "The first pause before a request is tried again; doubled each time, with jitter.",
    "heartbeat_interval_ms": "How often the group hears from us; of the consumer protocol the broker decides.",
    "backlog_messages": "The same as a number of records.",
    "fetch_min_bytes": "Brokers wait for so much before they answer, up to `fetch_max_wait_ms`.",
    "fetch_max_wait_ms": "How long brokers wait for `fetch_min_bytes`.",
    "security_protocol": "PLAINTEXT, SSL, SASL_PLAINTEXT or SASL_SSL.",
    "sasl_mechanism": "PLAIN, SCRAM-SHA-256 or SCRAM-SHA-512.",
    "sasl_username": "Who we are.",
    "sasl_password": "Never logged, and in no repr.",
    "compression": "`none`, `gzip`, `snappy`, `lz4` or `zstd`.",
    "partitioner": "`sticky`, `key`, `round_robin`, `random`, or a function of topic, key, value, number of partitions, and those with a "
    "leader.",
    "client_id": "How this client is called in the brokers' logs, and in its own.",
}
#: Not options: given otherwise.
LEFT_OUT = {"bootstrap_servers", "security", "group_id", "topics", "pattern"}


def comments(module: Any, name: str) -> dict[str, str]:
    """Field to the comment above it, and ``:param`` lines of the class's docstring."""
    source = inspect.getsource(module)
    lines = source.splitlines()
    found: dict[str, str] = {}
    for node in ast.parse(source).body:
        if isinstance(node, ast.ClassDef) and node.name == name:
            document = ast.get_docstring(node) or ""
            for field, text in re.findall(r":param (\w+): ((?:.|\n(?!\s*:|\n))*)", document):
                found[field] = text
            for statement in node.body:
                if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
                    above = []
                    number = statement.lineno - 2
                    while lines[number].strip().startswith("#:"):
                        above.insert(0, lines[number].strip().removeprefix("#:").strip())
                        number -= 1
                    if above:
                        found[statement.target.id] = " ".join(above)
    return {field: " ".join(text.split()) for field, text in found.items()}


def shown(name: str, value: Any) -> str:
    """A default as people write it."""
    if value is None:
        return "–"
    if isinstance(value, str):
        return f'`"{value}"`'
    if isinstance(value, bool):
        return f"`{value}`"
    if name.endswith("_bytes") and value >= 1 << 20 and value % (1 << 20) == 0:
        return f"{value >> 20} MiB"
    if name.endswith("_bytes") and value >= 1 << 10 and value % (1 << 10) == 0:
        return f"{value >> 10} KiB"
    if isinstance(value, int):
        return f"{value:,}" + (" ms" if name.endswith("_ms") else _bytes(value) if name.endswith("_bytes") else "")
    if isinstance(value, tuple):
        return f"`{value!r}`"
    return f"`{getattr(value, '__name__', value)}`"


def _bytes(value: int) -> str:
    return " byte" if value == 1 else " bytes"


def table(which: str) -> list[str]:
    """The lines of one table."""
    module_name, class_name = TABLES[which]
    module = importlib.import_module(module_name)
    told = comments(module, class_name)
    rows = ["| option | default | meaning |", "|---|---|---|"]
    seen = {field.name for field in dataclasses.fields(Security)} if which != "security" else set()
    for field in dataclasses.fields(getattr(module, class_name)):
        if field.name in LEFT_OUT or field.name in seen:
            continue
        meaning = MORE.get(field.name) or told.get(field.name)
        if not meaning:
            raise SystemExit(f"{class_name}.{field.name} has no comment above it, and docs/generate_clients.py does not know it")
        meaning = meaning[0].upper() + meaning[1:]
        meaning = meaning.replace("``", "`").replace("|", "\\|").rstrip(".") + "."
        default = field.default if field.default is not dataclasses.MISSING else None
        rows.append(f"| `{field.name}` | {shown(field.name, default)} | {meaning} |")
    return rows


def text() -> str:
    """The page, with fresh tables."""

    def fresh(found: re.Match[str]) -> str:
        return "\n".join([found[1], *table(found[2]), "<!-- end -->"])

    page = PAGE.read_text(encoding="utf-8")
    return re.sub(r"(<!-- options: (\w+) -->)\n(?:.*\n)*?<!-- end -->", fresh, page)


if __name__ == "__main__":
    PAGE.write_text(text(), encoding="utf-8")
