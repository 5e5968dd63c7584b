"""klog answers as Apache Kafka does: one script of requests, good and bad, over every API and version, put to both.

Apache Kafka 4.3.1 is the judge, 3.9.2 of the versions that 4.3.1 dropped. What differs stands in ``behaviour/differences.py`` with its
reason, and nothing else differs; a row there that no longer has anything to cover is removed, or the test fails.
"""

from __future__ import annotations

from typing import ClassVar

from twisted.trial import unittest

from klog.wire.apis import SERVED
from tests import peers
from tests.integration.behaviour import differences
from tests.integration.behaviour.running import Outcome, run, script_for
from tests.integration.behaviour.steps import JUDGED

#: Requests that the two scripts have at least.
MINIMUM = 12000


class ScriptTests(unittest.SynchronousTestCase):
    """The script itself."""

    def test_every_version(self) -> None:
        """Of every API that klog announces, some step of the judge that has the version."""
        asked = {tuple(step.name.split(":")[0].split(" v")) for judge in JUDGED for step in script_for(judge).steps}
        wanted = {(api.name, str(version)) for api in SERVED.values() for version in range(api.announced.lowest, api.announced.highest + 1)}
        self.assertEqual(wanted - asked, set())

    def test_length(self) -> None:
        """It is as long as the documentation says."""
        self.assertGreater(sum(len(script_for(judge).steps) for judge in JUDGED), MINIMUM)

    def test_page(self) -> None:
        """The documentation says what the list says."""
        self.assertEqual(differences.PAGE.read_text(encoding="utf-8"), differences.page(), "python -m tests.integration.behaviour --write")


class BehaviourTests(unittest.SynchronousTestCase):
    """The script on real brokers."""

    outcomes: ClassVar[dict[str, Outcome]] = {}

    def outcome(self, judge: str) -> Outcome:
        """The run of `judge`, once for all tests."""
        peers.kafka(judge)
        if judge not in self.outcomes:
            self.outcomes[judge] = run(judge)
        return self.outcomes[judge]

    def check(self, judge: str) -> None:
        """Nothing differs that is not listed."""
        found = differences.unlisted(self.outcome(judge).differences)
        self.assertEqual(found, [], "\n" + "\n".join(map(str, found[:50])))

    def test_kafka_4(self) -> None:
        """Against Apache Kafka 4.3.1."""
        self.check("4.3.1")

    def test_kafka_3_of_dropped_versions(self) -> None:
        """Against Apache Kafka 3.9.2, in the versions that 4.3.1 no longer has."""
        self.check("3.9.2")

    def test_list_is_used(self) -> None:
        """Every row of the list covers something."""
        found = [difference for judge in JUDGED for difference in self.outcome(judge).differences]
        unused = differences.unused(found)
        self.assertEqual(unused, [], "\n" + "\n".join(map(str, unused)))
