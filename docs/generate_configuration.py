"""Writes configuration.md from the declared settings; ``tests/test_docs.py`` fails where the page is not what this writes.

Run ``python docs/generate_configuration.py`` after changing a setting.
"""

from __future__ import annotations

import pathlib
from collections.abc import Iterable

from klog.broker.settings.declared_settings import AUTHORIZER_SETTINGS, COPYING_RATES, KLOG_SETTINGS, SENTENCES, declared
from klog.broker.settings.mirror_sources import settings_of_source
from klog.broker.settings.settings import PER_LISTENER, needs_restart_here
from klog.broker.settings.topic_configs import TOPIC_SETTINGS
from klog.config import LONG_MAX, Dynamic, Setting

PAGE = pathlib.Path(__file__).with_name("configuration.md")


def while_running(setting: Setting) -> str:
    """Whether a change counts before the next start."""
    if setting.dynamic is Dynamic.READ_ONLY or needs_restart_here(setting.name):
        return "–"
    return "per listener" if setting.name in PER_LISTENER else "yes"


def table(settings: Iterable[Setting], *, dynamic: bool = False) -> list[str]:
    """One row per setting."""
    heads = ["setting", "default", "allowed", *(["while running"] if dynamic else []), "what it does"]
    rows = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|"]
    for setting in settings:
        default = "" if setting.default is None else setting.default
        default = ("no limit" if setting.unit == "bytes" else "never") if default == str(LONG_MAX) else default
        shown = f"`{default}`" if default else "–"
        unit = setting.unit if default.lstrip("-").isdigit() else ""
        columns = [f"`{setting.name}`", f"{shown} {unit}".strip(), setting.allowed() or setting.kind.name.lower()]
        if dynamic:
            columns.append(while_running(setting))
        rows.append(f"| {' | '.join([*columns, setting.sentence])} |")
    return rows


def text() -> str:
    """The whole page."""
    honoured = [setting for name in sorted(SENTENCES) if (setting := declared(name)) is not None]
    lines = [
        "# Configuration",
        "",
        "Kafka's names and Kafka's defaults (4.3.1). This page is made from the declarations by `docs/generate_configuration.py`.",
        "",
        "## The broker",
        "",
        "Settings of Kafka that klog honours. Every other name that Kafka 3.9.2 or 4.3.1 knows is accepted with a warning at start,",
        "or refused where ignoring it would change durability or security. *While running*: `kafka-configs --entity-type brokers`",
        "changes it at once; *per listener* with `listener.name.<name>.` before it, the name in small letters.",
        "",
        *table(honoured, dynamic=True),
        "",
        "## Who may do what",
        "",
        "Beside `authorizer.class.name`; see [Who may come in](security.md).",
        "",
        *table(AUTHORIZER_SETTINGS),
        "",
        "## How fast copies are made",
        "",
        "Quotas to Kafka, which has them in no properties file: set with `kafka-configs --entity-type brokers`, and changed at once.",
        "",
        *table(COPYING_RATES),
        "",
        "## klog's own",
        "",
        *table(KLOG_SETTINGS),
        "",
        "## The sources of mirrors",
        "",
        "`LINK` is the name of the link; see [mirrors](mirror.md). Read at the start; no request shows a password.",
        "",
        *table(settings_of_source("LINK")),
        "",
        "## Topics",
        "",
        "Set when a topic is created, or with `kafka-configs --entity-type topics`. What is not set follows the broker's setting of",
        "the same meaning (`log.retention.ms` for `retention.ms`).",
        "",
        *table(setting for setting in TOPIC_SETTINGS.values() if not setting.internal),
        "",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    PAGE.write_text(text(), encoding="utf-8")
