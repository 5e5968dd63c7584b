"""What a stop may have cost, and whether a replica leads after it: every row of the table."""

from __future__ import annotations

import itertools
import unittest

from klog.storage.log.start_kind import MayLead, StartKind, UncleanStart, kind_of_stop, may_lead

LEAD, REFUSE = UncleanStart


class KindTests(unittest.TestCase):
    """`kind_of_stop`."""

    def test_a_mark_is_enough(self) -> None:
        for now, before in itertools.product((None, "a", "b"), repeat=2):
            self.assertIs(kind_of_stop(was_clean=True, boot_id=now, boot_id_before=before), StartKind.CLEAN)

    def test_without_a_mark(self) -> None:
        expected = {
            ("a", "a"): StartKind.KILLED,
            ("b", "a"): StartKind.MACHINE_STOPPED,
            ("b", None): StartKind.MACHINE_STOPPED,
            (None, "a"): StartKind.MACHINE_STOPPED,
            # Two systems that tell nothing are not the same boot.
            (None, None): StartKind.MACHINE_STOPPED,
        }
        for (now, before), kind in expected.items():
            self.assertIs(kind_of_stop(was_clean=False, boot_id=now, boot_id_before=before), kind, (now, before))


class MayLeadTests(unittest.TestCase):
    """`may_lead`."""

    def judged(self, start: StartKind, flush_rule: bool, setting: UncleanStart, replicas: int = 3, recovering: bool = False) -> MayLead:
        return may_lead(start, flush_rule=flush_rule, setting=setting, replicas=replicas, is_recovering=recovering)

    def test_where_nothing_can_be_missing(self) -> None:
        for start, rule, setting, replicas, recovering in itertools.product(
            (StartKind.CLEAN, StartKind.KILLED), (False, True), UncleanStart, (1, 3), (False, True)
        ):
            self.assertIs(self.judged(start, rule, setting, replicas, recovering), MayLead.YES)

    def test_a_machine_that_stopped(self) -> None:
        self.assertIs(self.judged(StartKind.MACHINE_STOPPED, True, LEAD), MayLead.YES)
        self.assertIs(self.judged(StartKind.MACHINE_STOPPED, True, REFUSE), MayLead.YES)
        self.assertIs(self.judged(StartKind.MACHINE_STOPPED, False, LEAD), MayLead.AT_RISK)
        self.assertIs(self.judged(StartKind.MACHINE_STOPPED, False, REFUSE), MayLead.NO)

    def test_a_log_that_lost_something_by_any_rule(self) -> None:
        for rule in (False, True):
            self.assertIs(self.judged(StartKind.LOST, rule, LEAD), MayLead.AT_RISK)
            self.assertIs(self.judged(StartKind.LOST, rule, REFUSE), MayLead.NO)

    def test_the_only_replica_leads(self) -> None:
        for start, rule in itertools.product((StartKind.MACHINE_STOPPED, StartKind.LOST), (False, True)):
            self.assertIsNot(self.judged(start, rule, REFUSE, replicas=1), MayLead.NO)

    def test_an_unclean_election_has_decided(self) -> None:
        for start, rule, setting in itertools.product(StartKind, (False, True), UncleanStart):
            self.assertIs(self.judged(start, rule, setting, recovering=True), MayLead.YES)
