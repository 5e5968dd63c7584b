"""Topics that the link's user may not read, or not even see."""

from __future__ import annotations

from klog.acls import Acl, AclFilter, AclOperation, AclResourceType
from klog.mirror.decisions.states import CopyState, TopicState
from tests.mirror.rig import TwoClusters


class RightsTests(TwoClusters):
    """The source has an authorizer, and the link's user may not do everything."""

    properties = {"authorizer.class.name": "kafka.security.authorizer.AclAuthorizer", "allow.everyone.if.no.acl.found": "true"}

    def setUp(self) -> None:
        super().setUp()
        self.source.create_topics({"web.a": 1, "web.b": 1})
        for topic in ("web.a", "web.b"):
            self.source.put(topic, [b"a"])

    def allow_only(self, *operations: AclOperation) -> None:
        """Whoever comes without a name may do these with web.b."""
        rules = [Acl(AclResourceType.TOPIC, "web.b", "User:ANONYMOUS", operation) for operation in operations]
        nobodys = Acl(AclResourceType.TOPIC, "web.b", "User:nobody", AclOperation.READ)
        self.until(self.there.create_acls([*rules, nobodys])).check()

    def allow_everything(self) -> None:
        """Everything is allowed again."""
        self.until(self.there.delete_acls([AclFilter()])).check()

    def reason(self) -> str:
        """What the partition of web.b waits for."""
        copy = self.picture().copies.get(("web.b", 0))
        return "" if copy is None else copy.reason

    def check_that_it_goes_on(self) -> None:
        """All of it is copied, without anybody's doing."""
        for topic in ("web.a", "web.b"):
            self.source.put(topic, [b"more"])
            self.until_level(topic)
            self.assert_equal(topic)
        self.run_until(lambda: self.picture().copies["web.b", 0].state is CopyState.LEVEL)

    def test_what_may_not_be_read_waits(self) -> None:
        """The other topic is copied meanwhile."""
        self.allow_only(AclOperation.DESCRIBE, AclOperation.DESCRIBE_CONFIGS)
        self.link()
        self.until_level("web.a")
        self.run_until(lambda: "uthoriz" in self.reason())
        self.assertEqual(self.end(self.destination, "web.b"), 0)
        self.allow_everything()
        self.check_that_it_goes_on()

    def test_a_right_that_is_taken_away_and_given_back(self) -> None:
        """What may not be read any more waits, as what never might."""
        self.link()
        self.until_level("web.b")
        self.allow_only(AclOperation.DESCRIBE, AclOperation.DESCRIBE_CONFIGS)
        self.source.put("web.b", [b"hidden"])
        self.run_until(lambda: "uthoriz" in self.reason())
        self.assertEqual(self.end(self.destination, "web.b"), 1)
        self.allow_everything()
        self.check_that_it_goes_on()

    def test_a_topic_that_may_not_be_seen_any_more_is_not_gone(self) -> None:
        """It is in no list then, as one that was deleted; who asks for it by its name is told why."""
        self.link()
        self.until_level("web.b")
        self.allow_only()
        self.source.put("web.a", [b"b"])
        self.until_level("web.a")
        self.run_until(lambda: "uthoriz" in self.picture().waiting.get("web.b", ""))
        self.assertIs(self.state("web.b"), TopicState.ACTIVE)
        self.allow_everything()
        self.check_that_it_goes_on()
        self.run_until(lambda: not self.picture().waiting)
