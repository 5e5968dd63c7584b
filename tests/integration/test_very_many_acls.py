"""A hundred thousand ACLs in ZooKeeper, over the wire; they are there after a restart, and one resource has as many as a znode holds."""

from __future__ import annotations

import time
import unittest

import pytest

from klog.errors import ErrorCode
from klog.wire.messages.create_acls import AclCreation, CreateAclsRequest
from klog.wire.messages.describe_acls import DescribeAclsRequest
from klog.wire.messages.metadata import MetadataRequest
from tests import peers
from tests.integration.raw import Raw
from tests.integration.running import KlogBroker
from tests.integration.test_authorizer import ANYTHING, SETTINGS, rule
from tests.integration.zookeepers import RealZooKeeper

COUNT = 100_000
#: About one resource each.
OF_ONE = 5
#: In one request.
BATCH = 2_000
#: More than a znode of ZooKeeper's holds.
TOO_MANY = 15_000


def number_of(address: str) -> int:
    """How many there are, as the broker tells."""
    with Raw(address, timeout=60) as client:
        answer = client.ask(DescribeAclsRequest(**ANYTHING), 3)
    assert answer.error_code == 0
    return sum(len(one.acls) for one in answer.resources)


def make(client: Raw, rules: list[AclCreation]) -> tuple[set[int], str]:
    """Error codes, and what is said of one."""
    results = client.ask(CreateAclsRequest(creations=rules), 3).results
    return {one.error_code for one in results}, results[0].error_message or ""


@pytest.mark.soak
@unittest.skipUnless(peers.SOAK, "a hundred thousand rules in ZooKeeper take some minutes: make soak")
class VeryManyTests(unittest.TestCase):
    """One broker."""

    def test_all(self) -> None:
        connect = RealZooKeeper.of_class(type(self)).connect + "/many"
        settings = {**SETTINGS, "zookeeper.connect": connect, "broker.id": "1", "klog.slow.turn.ms": "1000"}
        broker = KlogBroker(settings=settings).start()
        self.addCleanup(lambda: broker.stop())
        began = time.monotonic()
        with Raw(broker.address, timeout=120) as client:
            for first in range(0, COUNT, BATCH):
                numbers = range(first, first + BATCH)
                rules = [rule(2, f"t{number // OF_ONE}", 3, pattern=3 + number // OF_ONE % 2, who=f"User:u{number}") for number in numbers]
                self.assertEqual(make(client, rules), ({0}, ""), first)
            made_s = time.monotonic() - began
            # Of one resource there is a bound, which a sentence says; what there was stays, and the session, too.
            codes, sentence = make(client, [rule(2, "wide", 3, who=f"User:somebody-with-a-name-{number}") for number in range(TOO_MANY)])
            self.assertEqual(codes, {ErrorCode.UNKNOWN_SERVER_ERROR})
            self.assertIn("jute.maxbuffer", sentence)
            self.assertEqual(make(client, [rule(2, "wide", 3)]), ({0}, ""))
        began = time.monotonic()
        self.assertEqual(number_of(broker.address), COUNT + 1)
        told_s = time.monotonic() - began
        broker.stop()
        began = time.monotonic()
        broker.start()
        self.assertEqual(number_of(broker.address), COUNT + 1)
        print(f"made in {made_s:.0f} s, told in {told_s:.1f} s, there after a start of {time.monotonic() - began:.1f} s")
        with Raw(broker.address) as client:
            began = time.monotonic()
            self.assertEqual(client.ask(MetadataRequest(topics=[]), 9).topics, [])
            self.assertLess(time.monotonic() - began, 5)
