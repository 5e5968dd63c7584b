"""Who can be had on this machine, looked for before the first step, so that a run knows whose figures could not be measured anew
(`klog.cli.suite.steps.runner`).

Brokers get ready for the run, and what they lack is fetched. Of the sides that a load brings itself (clients, connectors, mirrors, an old
Kafka) only that is looked for which is found at once: a package of Python, a script of the peers'. What they lack besides is told by their
steps.
"""

from __future__ import annotations

import contextlib
import importlib.metadata
from collections.abc import Callable

from klog.cli.suite.host.machine import Machine
from klog.cli.suite.host.processes import Skip
from klog.cli.suite.host.site import Site
from klog.cli.suite.loads.mirror.pair import MIRROR_MAKER
from klog.cli.suite.loads.python_clients import CLIENTS, check_installed
from klog.cli.suite.loads.spark import CONNECTOR, TUNED, spark_script
from klog.cli.suite.sides.kafka_broker import KAFKA_VERSION, install
from klog.cli.suite.sides.names import OURS, side_named
from klog.cli.suite.sides.old_kafka import OLD
from klog.cli.suite.steps.plan import Plan
from klog.cli.suite.steps.scratch_folder import Scratch


def broker_sides(plan: Plan) -> list[str]:
    """Names of all brokers that take part: klog's own, and those that loads without sides of their own are put on."""
    found: dict[str, None] = {}
    for load, sides in plan.sides().items():
        found.update(dict.fromkeys(["klog"] if plan.loads[load].sides else sides))
    return list(found)


def client_versions(plan: Plan) -> dict[str, str]:
    """Of the clients and of Spark's connector that take part, as far as they are installed."""
    packages = {**{name: name for name in CLIENTS if name != OURS}, CONNECTOR: "pyspark", TUNED: "pyspark"}
    found: dict[str, str] = {}
    for side in dict.fromkeys(side for sides in plan.sides().values() for side in sides if side in packages):
        with contextlib.suppress(importlib.metadata.PackageNotFoundError):
            found[side] = f"{packages[side]} {importlib.metadata.version(packages[side])}"
    return found


def own_sides(plan: Plan) -> list[str]:
    """Names of all that take part in loads with sides of their own, klog left out."""
    return list(dict.fromkeys(side for load, sides in plan.sides().items() if plan.loads[load].sides for side in sides if side != OURS))


def look_for_sides(plan: Plan, scratch: Scratch, machine: Machine, say: Callable[[str], None]) -> tuple[dict[str, str], dict[str, str]]:
    """Versions of those that are there, and why the others are not, both by name.

    :param say: told what is done meanwhile: a peer that is fetched takes a while.
    """
    versions = client_versions(plan)
    absent: dict[str, str] = {}
    brokers = broker_sides(plan)
    with scratch.step() as folder, contextlib.suppress(Skip):
        # Its tools put the load on klog, too, and would be fetched by the first one, while that is measured.
        install(Site(folder, plan.size, machine, say=say), KAFKA_VERSION)
    for name in dict.fromkeys([*brokers, *own_sides(plan)]):
        with scratch.step() as folder:
            site = Site(folder, plan.size, machine, say=say)
            try:
                if name in brokers:
                    versions[name] = side_named(name).prepare(site)
                else:
                    look_for_own_side(name, site)
            except Skip as told:
                absent[name] = str(told)
    return versions, absent


def look_for_own_side(name: str, site: Site) -> None:
    """Look for a side that a load brings itself, as far as that is done at once.

    :raises Skip: it lacks a package of Python, or a script of the peers'.
    """
    if name in CLIENTS:
        check_installed(name)
    elif name in (CONNECTOR, TUNED):
        spark_script(site)
    elif name in (OLD, MIRROR_MAKER):
        site.script("kafka")
