"""Groups as rows."""

from __future__ import annotations

import json
import unittest

from klog.client.admin.reset import ResetPlan, ResetRow, ResetTo
from klog.client.admin.types import GroupDescription, GroupListing, Lag, MemberDescription
from klog.errors import ErrorCode, KlogError
from klog.model import TopicPartition
from klog.reports.groups import group_facts, group_report, reset_rows, total_lag

T0, T1, T2 = (TopicPartition("t", number) for number in range(3))
MEMBER = MemberDescription("m-1", "app", "/10.0.0.1", assignment=(T1, T2))


class GroupTests(unittest.TestCase):
    """What is said of a group."""

    def test_sums(self) -> None:
        self.assertEqual(total_lag({}), {"partitions": 0, "records_behind": None, "seconds_behind": None})
        lags = {T0: Lag(1, 5, 4, 2.0), T1: Lag(1, 3, 2, 9.5), T2: Lag(None)}
        self.assertEqual(total_lag(lags), {"partitions": 3, "records_behind": 6, "seconds_behind": 9.5})

    def test_what_a_broker_does_not_tell_is_none(self) -> None:
        old = group_facts(GroupListing("g", "consumer", coordinator=3))
        self.assertEqual(old, {"group": "g", "state": None, "type": None, "protocol": "consumer", "coordinator": 3})
        self.assertEqual(group_facts(GroupListing("g", "consumer", "Stable", "classic", 3))["state"], "Stable")

    def test_committed_without_owner_and_owned_without_offset(self) -> None:
        trouble = KlogError(ErrorCode.NETWORK_EXCEPTION, "away")
        described = GroupDescription("g", "classic", "Stable", "consumer", "range", (MEMBER,), 1)
        found = group_report(described, {T0: Lag(2, 5, 3, 1.5, 77), T1: Lag(4, error=trouble)})
        first, second, third = found["partitions"]
        self.assertEqual((first["committed"], first["records_behind"], first["timestamp_ms"], first["client_id"]), (2, 3, 77, None))
        self.assertEqual((second["committed"], second["error"], second["member_id"]), (4, "away", "m-1"))
        self.assertEqual((third["partition"], third["committed"], third["end"], third["client_host"]), (2, None, None, "/10.0.0.1"))
        self.assertEqual(found["members"][0]["assignment"], [{"topic": "t", "partition": 1}, {"topic": "t", "partition": 2}])
        self.assertEqual((found["epoch"], found["records_behind"]), (None, 3))
        self.assertEqual(json.loads(json.dumps(found)), found)

    def test_plans(self) -> None:
        plan = ResetPlan("g", ResetTo.earliest(), (ResetRow(T0, 5, 0, 0, 9), ResetRow(T1, None, 3, 3, 9, "so it is")))
        self.assertEqual([row["executed"] for row in reset_rows(plan)], [False, False])
        first, second = reset_rows(plan, {T1: None})
        self.assertEqual((first["before"], first["after"], first["note"], first["executed"]), (5, 0, None, False))
        self.assertEqual((second["before"], second["note"], second["executed"]), (None, "so it is", True))
