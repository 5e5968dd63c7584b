"""What people do with mirrors, from outside."""

from __future__ import annotations

import dataclasses
from unittest import mock

from twisted.internet.defer import succeed

from klog.acls import Acl, AclFilter, AclOperation, AclResourceType
from klog.client.service import Client
from klog.errors import ErrorCode, KlogError
from klog.json_fields import BadRecord
from klog.mirror.administration import Mirrors
from klog.mirror.decisions.answers import OnLoss
from klog.mirror.decisions.names import STATE_TOPIC
from klog.mirror.decisions.records import LinkDefinition
from klog.mirror.decisions.states import Event, TopicState
from klog.mirror.sync.access_rules import AccessRules
from klog.mirror.sync.kinds import Kind
from tests.broker.handlers.acl_rig import AUTHORIZED
from tests.mirror.rig import TwoClusters


class AdministrationCase(TwoClusters):
    """Two clusters, and somebody who looks at the destination."""

    def setUp(self) -> None:
        super().setUp()
        self.client = Client(self.reactor, self.destination.bootstrap, allow_auto_create_topics=False)
        self.client.startService()
        self.mirrors = Mirrors(self.reactor, self.client, self.warnings.append)

    def tearDown(self) -> None:
        self.until(self.mirrors.close())
        self.until(self.client.stopService())
        super().tearDown()

    def make(self) -> None:
        """A link to the source, with a topic."""
        self.source.create_topics({"web.a": 1})
        self.source.put("web.a", [b"a"])
        self.assertTrue(self.until(self.mirrors.load(make=True)))
        self.until(self.mirrors.create(LinkDefinition("dc1", self.source.bootstrap, ("web.*",))))
        self.until_level("web.a")
        self.run_until(lambda: ("web.a", 0) in self.mirrors.link("dc1").copies)

    def refused(self, work: object) -> KlogError:
        """What it is refused with."""
        with self.assertRaises(KlogError) as caught:
            self.until(work)
        return caught.exception


class AdministrationTests(AdministrationCase):
    """From making a link to forgetting it."""

    def test_the_whole_way(self) -> None:
        self.make()
        self.until(self.mirrors.pause("dc1"))
        self.run_until(lambda: self.state("web.a") is TopicState.PAUSED)
        self.until(self.mirrors.resume("dc1", OnLoss.STOP))
        self.run_until(lambda: self.state("web.a") is TopicState.ACTIVE)
        self.assertIs(self.mirrors.link("dc1").definition.on_loss, OnLoss.STOP)  # type: ignore[union-attr]
        self.assertIn("web.a", self.refused(self.mirrors.delete("dc1")).message)
        topics = self.mirrors.topics("dc1", ["web.?"])
        self.assertEqual(topics, ["web.a"])
        self.until(self.mirrors.wish("dc1", topics, Event.PROMOTE))
        self.run_until(lambda: self.mirrors.has_ended("dc1", topics))
        self.until(self.mirrors.delete("dc1"))
        self.run_until(lambda: not self.mirrors.picture.links)
        self.assertEqual(self.destination.put("web.a", [b"ours"]), 1)

    def test_what_cannot_be(self) -> None:
        self.make()
        again = LinkDefinition("dc1", self.source.bootstrap, ("x",))
        self.assertIn("already", self.refused(self.mirrors.create(again)).message)
        own = LinkDefinition("me", self.destination.bootstrap, ("x",))
        self.assertIn("another one", self.refused(self.mirrors.create(own)).message)
        for work in (self.mirrors.pause("dc2"), self.mirrors.resume("dc2"), self.mirrors.delete("dc2")):
            self.assertIs(self.refused(work).code, ErrorCode.RESOURCE_NOT_FOUND)
        with self.assertRaises(KlogError):
            self.mirrors.topics("dc1", ["nothing"])

    def test_no_more_than_may_be(self) -> None:
        self.make()
        with mock.patch("klog.mirror.administration.MOST_LINKS", 1):
            one_more = LinkDefinition("dc2", "192.0.2.77:9092", ("x",))
            self.assertIn("a cluster runs no more", self.refused(self.mirrors.create(one_more)).message)

    def test_no_state_topic(self) -> None:
        self.until(self.here.delete_topic(STATE_TOPIC))
        self.assertFalse(self.until(self.mirrors.load()))
        self.assertTrue(self.until(self.mirrors.load(make=True)))


class CarriedTests(AdministrationCase):
    """What a link carries beside the data."""

    properties = AUTHORIZED
    own_properties = AUTHORIZED
    writes = Acl(AclResourceType.TOPIC, "web.a", "User:anna", AclOperation.WRITE)

    def test_altered(self) -> None:
        """What is not named stays as it was; what is carried no more is this cluster's own."""
        self.make()
        reads = dataclasses.replace(self.writes, operation=AclOperation.READ)
        self.until(self.there.create_acls([reads])).check()
        self.until(self.mirrors.alter("dc1", acls=("*",), never_configs=("retention.ms",)))
        self.run_until(lambda: self.until(self.here.list_acls()) == [reads])
        self.until(self.mirrors.alter("dc1", acls=()))
        self.run_until(lambda: not self.picture().acls and Kind.ACLS.value not in self.picture().synced)
        self.until(self.there.delete_acls([AclFilter()])).check()
        self.run_for(25)
        self.assertEqual(self.until(self.here.list_acls()), [reads])
        self.assertEqual(self.mirrors.link("dc1").definition.never_configs, ("retention.ms",))  # type: ignore[union-attr]
        with self.assertRaises(BadRecord):
            self.until(self.mirrors.alter("dc1", never_configs=("cleanup.policy",)))

    def test_deleted_before_rules_were_given(self) -> None:
        """Those that were held back and could not be given are told."""
        self.make()
        self.until(self.there.create_acls([self.writes])).check()
        self.until(self.mirrors.alter("dc1", acls=("*",)))
        self.run_until(lambda: self.mirrors.link("dc1").acls)
        with mock.patch.object(AccessRules, "give_held", lambda *_: succeed(None)):
            self.until(self.mirrors.wish("dc1", ["web.a"], Event.FAIL_OVER))
            self.run_until(lambda: self.mirrors.has_ended("dc1", ["web.a"]))
            self.until(self.mirrors.delete("dc1"))
        self.assertIn(f"this rule was held back, and is not here: {self.writes}", self.warnings)
