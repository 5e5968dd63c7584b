"""As many rules as a broker that is alone keeps, made over the wire, and one more."""

from __future__ import annotations

from unittest import mock

import pytest

from klog.acls import AclPattern
from klog.cluster import state
from klog.errors import ErrorCode
from klog.wire.messages.create_acls import AclCreation, CreateAclsRequest
from klog.wire.messages.delete_acls import DeleteAclsRequest
from tests import peers
from tests.broker.handlers.acl_rig import AclFixture, ask, creation, wanted

#: A hundred thousand in `make soak`.
COUNT = 100_000 if peers.SOAK else 3_000


def rule(number: int) -> AclCreation:
    """About names, prefixes and users, each time others."""
    pattern = AclPattern.PREFIXED if number % 3 == 0 else AclPattern.LITERAL
    return creation(resource_name=f"t{number // 2}", resource_pattern_type=pattern, principal=f"User:u{number % 1000}")


class VeryManyTests(AclFixture):
    """A broker in memory, with its own file."""

    @pytest.mark.soak
    def test_they_count_and_no_more_are_made(self) -> None:
        with mock.patch.object(state, "MOST_ACLS", COUNT):
            for first in range(0, COUNT, 1000):
                # The first is written by itself, and all others together, as where a disk takes its time.
                self.broker.hold_threads = True
                self.client.send((CreateAclsRequest(creations=[rule(number) for number in range(first, first + 1000)]), 3))
                self.broker.run_threads()
                self.broker.hold_threads = False
                (made,) = self.client.receive()
                self.client.answers.clear()
                self.assertEqual({result.error_code for result in made.results}, {0})
            one_more = self.client.ask(CreateAclsRequest(creations=[rule(COUNT), rule(0)]), 3).results
            self.assertEqual([result.error_code for result in one_more], [ErrorCode.POLICY_VIOLATION, 0])
            self.assertIn(f"keeps {COUNT} ACLs at most", one_more[0].error_message)
            (deleted,) = self.client.ask(DeleteAclsRequest(filters=[wanted(principal_filter="User:u1")]), 3).filter_results
            self.assertEqual(len(deleted.matching_acls), COUNT // 1000)
            self.assertEqual(self.client.ask(CreateAclsRequest(creations=[rule(COUNT)]), 3).results[0].error_code, 0)
        left = COUNT - COUNT // 1000 + 1
        for _ in range(2):
            told = self.client.ask(ask(), 3)
            self.assertEqual(sum(len(resource.acls) for resource in told.resources), left)
            self.broker.stop()
            self.broker.start()
            self.client = self.broker.connect()
