"""Which of a topic's settings at the source its copy has, and what follows when they change: pure decisions.

==========  ========================================================================================================================
never       `NEVER_COPIED`: they are a cluster's own, or make sense there alone
by choice   all others that our brokers know, but those that a link leaves out (``--never-config``)
always      `ALWAYS_COPIED`: by another one the copy would not hold what the source holds. A link cannot leave them out, and whoever
            changes them here is put right
==========  ========================================================================================================================

One by choice goes by what the link has carried before (`configs_to_change`):

=====================  =======================  ===================================================================================
at the source          here                     what follows
=====================  =======================  ===================================================================================
set                    not set                  it is set here
set                    the same                 nothing; from now on it counts as carried
set                    as it was carried        the source's new value is set here
set                    another one              it is an operator's, who wants the copy so (kept for longer, as a rule): left alone
not set (any more)     as it was carried        it goes back to the default here
not set                anything else            likewise an operator's: left alone
=====================  =======================  ===================================================================================

So who takes back what he has set here gets the source's again. Where nobody knows what was carried, all that differs is an operator's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from klog.mirror.decisions.topics import LINK_CONFIG

ALWAYS_COPIED = frozenset({"cleanup.policy", "max.message.bytes", "message.timestamp.type"})
#: Configurations that a copy has of its own, whatever the source says: who has how many copies, and what only makes sense there.
NEVER_COPIED = frozenset(
    {
        LINK_CONFIG,
        "follower.replication.throttled.replicas",
        "leader.replication.throttled.replicas",
        "min.insync.replicas",
        "unclean.leader.election.enable",
        "remote.storage.enable",
        "remote.log.copy.disable",
        "remote.log.delete.on.disable",
        "local.retention.bytes",
        "local.retention.ms",
        "message.format.version",
    }
)


def _copied(known: Iterable[str], never: Iterable[str]) -> frozenset[str]:
    return frozenset(known) - NEVER_COPIED - (frozenset(never) - ALWAYS_COPIED)


def configs_to_make(source: Mapping[str, str], known: Iterable[str], never: Iterable[str] = ()) -> dict[str, str]:
    """What of a topic's configurations a copy begins with.

    :param source: what was set for the topic at the source.
    :param known: configurations that our brokers know; others are left out.
    :param never: those that the link leaves out.
    """
    copied = _copied(known, never)
    return {name: value for name, value in source.items() if name in copied}


class ConfigChanges(NamedTuple):
    """What is to be done for one topic.

    :ivar changes: to be set here; None: back to the default.
    :ivar carried: what of the topic's is the source's, when that is done.
    :ivar own: those that are the operator's here, though the source has other ones.
    """

    changes: dict[str, str | None]
    carried: dict[str, str]
    own: list[str]


def configs_to_change(
    source: Mapping[str, str], here: Mapping[str, str], carried: Mapping[str, str], known: Iterable[str], never: Iterable[str] = ()
) -> ConfigChanges:
    """The table of the module; parameters as `configs_to_make`.

    :param here: what is set for the copy.
    :param carried: what of that came from the source, as far as that is known.
    """
    found = ConfigChanges({}, {}, [])
    for name in sorted(_copied(known, never)):
        wanted, now, before = source.get(name), here.get(name), carried.get(name)
        is_ours = now is None or now == before or name in ALWAYS_COPIED
        if wanted is None:
            if now is not None and (name in ALWAYS_COPIED or now == before):
                found.changes[name] = None
        elif now == wanted:
            found.carried[name] = wanted
        elif is_ours:
            found.changes[name] = found.carried[name] = wanted
        else:
            found.own.append(name)
    return found
