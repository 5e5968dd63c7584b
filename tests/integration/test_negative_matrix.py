"""The negative matrix: klog's answers beside those of Apache Kafka 3.9.2 with ZooKeeper and of 4.3.1 (`tests.integration.rights`).

CI asks klog alone, in memory, and compares with what both Kafkas have answered (`tests.integration.rights.record` says how that is
written); `make soak` asks all three, sees to it that the record is what they say, and asks for every cell.
"""

from __future__ import annotations

import unittest

import pytest

from klog.broker.authorization.api_rights import API_RIGHTS
from tests import peers
from tests.integration.rights.brokers import run_three
from tests.integration.rights.cells import AUTHENTICATIONS, Grant, users
from tests.integration.rights.record import FILE, JUDGES, differences, expected, read, unused, versions, write
from tests.integration.rights.running import Asked, Findings, request_types, run
from tests.integration.rights.sides import MemorySide

#: Of Kafka with ZooKeeper alone.
BETWEEN_BROKERS = {4, 5, 6, 7, 56, 67}
#: Of Kafka without ZooKeeper alone.
NEWER = {74, 75}


class RecordTests(unittest.TestCase):
    """klog in memory, alone."""

    def ask(self, every: int) -> tuple[Findings, dict[str, int]]:
        """Every so manieth user of the matrix; what came of it, and how many cells it were."""
        lines = read(FILE.read_text())
        types = request_types()
        asked = {api_key: Asked(types[api_key], tuple(sorted(set().union(*of.values())))) for api_key, of in versions(lines).items()}
        chosen = [user for user in users() if not user.number % every]
        side = MemorySide(chosen)
        self.addCleanup(side.broker.stop)
        side.prepare(chosen)
        findings = run(side, asked, chosen)
        record = expected(lines, findings.outcomes)
        self.assertEqual(list(differences(findings.outcomes, record)), [])
        self.assertEqual(findings.leaks, [])
        return findings, {judge: len(answers) for judge, answers in record.items()}

    @pytest.mark.soak
    def test_answers(self) -> None:
        _, counts = self.ask(1 if peers.SOAK else 3)
        self.assertGreater(min(counts.values()), 2000 if peers.SOAK else 1000)

    def test_the_record_is_of_every_api(self) -> None:
        """In each kind of authentication; beside each kind of rule what its row names."""
        lines = read(FILE.read_text())
        self.assertEqual({line.api_key for line in lines}, set(API_RIGHTS))
        for api_key, of in versions(lines).items():
            judges = JUDGES[:1] if api_key in BETWEEN_BROKERS else JUDGES[1:] if api_key in NEWER else JUDGES
            self.assertEqual(set(of), set(judges), api_key)
            kinds = {line.authentication for line in lines if line.api_key == api_key}
            self.assertEqual(kinds, set(AUTHENTICATIONS), api_key)
        self.assertEqual({len(line.outcomes) for line in lines}, {len(Grant)})


@pytest.mark.soak
@unittest.skipUnless(peers.SOAK, "Kafka 3.9.2 and 4.3.1 beside klog, and thirty thousand questions: make soak")
class BesideBothTests(unittest.TestCase):
    """All three in one run."""

    def test_all(self) -> None:
        found = run_three(users())
        klog = found["klog"].outcomes
        judges = {judge: found[judge].outcomes for judge in JUDGES}
        self.assertEqual(list(differences(klog, judges)), [])
        self.assertEqual(unused(klog, judges), [])
        self.assertEqual(found["klog"].leaks, [])
        self.assertGreater(min(map(len, judges.values())), 2000)
        self.assertEqual(write(judges).splitlines(), FILE.read_text().splitlines())
