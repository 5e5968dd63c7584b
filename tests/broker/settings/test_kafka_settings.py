"""The table of Kafka's broker settings."""

from __future__ import annotations

from twisted.trial.unittest import SynchronousTestCase

from klog.broker.settings.kafka_settings import TABLE


class TableTests(SynchronousTestCase):
    """Its form; ``test_settings`` reads every default."""

    def test_columns(self) -> None:
        names = []
        for line in TABLE.splitlines():
            columns = line.partition(" = ")[0].removesuffix(" =").split(" ")
            self.assertEqual(len(columns), 7, line)
            name, kind, _, importance, mode, since, internal = columns
            names.append(name)
            self.assertIn(kind, ("bool", "string", "int", "short", "long", "double", "list", "class", "password"), line)
            self.assertIn(importance, "hml")
            self.assertIn(mode, "rbc")
            self.assertIn(since, ("both", "new", "old"))
            self.assertIn(internal, ("-", "internal"))
        self.assertEqual(names, sorted(set(names)))
        self.assertGreater(len(names), 400)
