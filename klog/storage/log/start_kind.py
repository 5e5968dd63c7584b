"""What a stop may have cost a log, and whether its replica may lead afterwards: a table, and a decision over plain values.

A replica that is in sync has every record that was acknowledged; that is why it may lead. A stop can make that untrue while nobody notices:
the replica still stands among those in sync, and what it has lost the others cut off when they follow it (KAFKA-15583, KIP-966). Kafka
with ZooKeeper leads all the same. What a start can know of a log:

===============  ========================================  ============================  ==========================================
`StartKind`      how it is known                           what may be missing           with the flush rule
===============  ========================================  ============================  ==========================================
CLEAN            the mark of a stop in order               nothing                       nothing
KILLED           no mark, and the machine has not been     nothing: what was             nothing
                 started since                             acknowledged was in the page
                                                           cache, which a process does
                                                           not take along
MACHINE_STOPPED  no mark, and another boot of the machine  what was not flushed          nothing: it was acknowledged when it was
                 than at the last start, or no boot known                                flushed
LOST             the log ends below what checkpoints say   what is missing, by any rule  the same: the disk lost what it had
                 of it, or is not there at all
===============  ========================================  ============================  ==========================================

So `may_lead` lets the first two lead, and the third under the flush rule. Where something may be missing ``klog.unclean.start`` decides:
``lead``, as Kafka does, with a warning; or ``refuse``, until another replica leads, from which this one gets back what it lost, or until a
person has an unclean election decide. A partition's only replica leads in any case: nobody else has what it has not.

The doubt ends when the replica has led, or had all that its leader had (`klog.storage.log.base.LogBase.start_kind`). Until then every
further start knows of it (`start_records`), however the stop before it was.
"""

from __future__ import annotations

import enum


class StartKind(enum.Enum):
    """How a log's last stop was, or an earlier one whose doubt has not ended; see the module. The values stand in files."""

    CLEAN = "clean"
    KILLED = "killed"
    MACHINE_STOPPED = "machine"
    LOST = "lost"

    @property
    def is_doubtful(self) -> bool:
        """Whether something acknowledged may be missing."""
        return self in (StartKind.MACHINE_STOPPED, StartKind.LOST)


class UncleanStart(enum.Enum):
    """The setting ``klog.unclean.start``."""

    LEAD = "lead"
    REFUSE = "refuse"


class MayLead(enum.Enum):
    """What becomes of a leadership."""

    YES = "nothing acknowledged is missing"
    AT_RISK = "it leads, and says that acknowledged records may be missing"
    NO = "it refuses, so that another replica leads"


def kind_of_stop(*, was_clean: bool, boot_id: str | None, boot_id_before: str | None) -> StartKind:
    """How a data directory's last stop was.

    :param was_clean: whether the mark of a stop in order is there.
    :param boot_id: of the machine's present boot; None where the system does not tell.
    :param boot_id_before: that of the last start; None where nobody noted it.
    """
    if was_clean:
        return StartKind.CLEAN
    if boot_id is None or boot_id != boot_id_before:
        return StartKind.MACHINE_STOPPED
    return StartKind.KILLED


def may_lack(start: StartKind, *, flush_rule: bool) -> bool:
    """Whether something that was acknowledged may be missing in a log."""
    return start.is_doubtful and not (start is StartKind.MACHINE_STOPPED and flush_rule)


def may_lead(start: StartKind, *, flush_rule: bool, setting: UncleanStart, replicas: int, is_recovering: bool = False) -> MayLead:
    """Whether a replica that is in sync leads where the controller tells it to.

    :param start: the log's.
    :param flush_rule: whether messages are acknowledged only after their flush.
    :param replicas: that the partition has in all.
    :param is_recovering: whether this comes of an unclean election (KIP-704): it was decided what is kept.
    """
    if is_recovering or not may_lack(start, flush_rule=flush_rule):
        return MayLead.YES
    if setting is UncleanStart.REFUSE and replicas > 1:
        return MayLead.NO
    return MayLead.AT_RISK
