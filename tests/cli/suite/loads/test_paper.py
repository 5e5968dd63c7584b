"""The paper's experiment: what the queues' tools report, and what a machine has no memory for."""

from __future__ import annotations

import contextlib
import itertools
import re
import unittest
from collections.abc import Callable
from unittest import mock

from klog.cli.suite.host.processes import Done, Skip, StepFailed
from klog.cli.suite.loads import paper
from klog.cli.suite.loads.measured import Measured
from klog.cli.suite.loads.paper import check_rabbitmq_memory, read_activemq, read_perf_test
from klog.cli.suite.loads.table import LOADS

PERF_TEST = """id: test-1, starting producer #0
id: test-1, time 1.000 s, sent: 15012 msg/s
id: test-1, time 2.000 s, sent: 22011.5 msg/s
id: test-1, sending rate avg: 20120 msg/s
id: test-1, receiving rate avg: 0 msg/s
"""
ACTIVEMQ = """received: 5000 msg/s
received: 6100.5 msg/s
total: 100000 messages in 16.4 s, 6097.6 msg/s
out of order: 0, more than asked for: 0
"""


class ReportTests(unittest.TestCase):
    """Of RabbitMQ's PerfTest and the program on ActiveMQ's client."""

    def test_rabbitmq(self) -> None:
        found = read_perf_test(PERF_TEST, "sent", "sending")
        self.assertEqual((found.per_second, found.rates), (20120.0, (15012.0, 22011.5)))
        with self.assertRaises(StepFailed):
            read_perf_test("Connection refused", "sent", "sending")

    def test_activemq(self) -> None:
        count, found = read_activemq(ACTIVEMQ)
        self.assertEqual((count, found.per_second, found.rates), (100_000, 6097.6, (5000.0, 6100.5)))
        with self.assertRaises(StepFailed):
            read_activemq("nothing")
        with self.assertRaises(StepFailed) as caught:
            read_activemq(ACTIVEMQ.replace("out of order: 0", "out of order: 3"))
        self.assertIn("3 messages out of order", str(caught.exception))

    def test_rabbitmq_at_the_papers_size_is_refused_with_a_sentence(self) -> None:
        with self.assertRaises(Skip) as caught:
            check_rabbitmq_memory(10_000_000, 23.5)
        self.assertIn("RabbitMQ would need 64 GB of memory for 10,000,000 waiting messages without confirms", str(caught.exception))
        self.assertIn("rabbitmq-stream or rabbitmq-confirm", str(caught.exception))
        check_rabbitmq_memory(2_000_000, 23.5)
        check_rabbitmq_memory(10_000_000, 128.0)
        check_rabbitmq_memory(10_000_000, None)

    def test_the_queues_get_fewer(self) -> None:
        run = LOADS["paper.batch1"].run
        self.assertEqual(run.fewer["activemq"]["quick"], 100_000)  # type: ignore[attr-defined]
        self.assertEqual(run.messages["paper"], 10_000_000)  # type: ignore[attr-defined]


class PaperTests(unittest.TestCase):
    """`Paper`."""

    def run_paper(self, side: str, said: Callable[[str, list[str]], str], step_mb: float = 1.0) -> tuple[list[str], Measured]:
        """One step; what was run, and what was found.

        :param said: what a program prints. :param step_mb: how much more memory there is at each look.
        """
        happened: list[str] = []

        def run(name: str, words: list[object], limit_s: float) -> Done:
            told = [str(word) for word in words]
            happened.append(" ".join(told))
            return Done(said(name, told), 1.0, 1.0)

        def begin(*_: object) -> mock.Mock:
            happened.append("watch")
            return mock.Mock(figures=lambda *_: {})

        running, site = mock.Mock(bootstrap="b:1", port=1), mock.Mock(size="smoke")
        running.name = side
        running.disk_bytes.return_value = 0
        running.memory_mb.side_effect = itertools.count(100.0, step_mb)
        running.tools.return_value.run.side_effect = run
        site.script.side_effect = lambda name: name
        site.machine.facts.return_value = {"memory_gb": 24.0}
        with (
            mock.patch.object(paper, "side_named") as named,
            mock.patch.object(paper, "check_disk"),
            mock.patch.object(paper, "create_topic"),
            mock.patch.object(paper, "check_nothing_lost", return_value=0.5),
            mock.patch("klog.cli.suite.loads.paper.time.sleep"),
            mock.patch.object(paper, "rest_figures", return_value={}),
            mock.patch.object(paper, "PhaseWatch") as watch,
        ):
            watch.side_effect = begin
            named.return_value.serve.return_value = contextlib.nullcontext(running)
            return happened, paper.Paper(1, {"smoke": 1_000})(site, side)

    def test_a_queue_is_warmed_up_by_another_one(self) -> None:
        """Filled and read once, as long as nobody looks; of the one that is measured nothing is taken before."""
        waiting: dict[str, str] = {}

        def said(name: str, words: list[str]) -> str:
            if name == "rabbitmqctl":
                return "".join(f"{queue}\t{count}\n" for queue, count in waiting.items())
            if "--pmessages" in words:
                waiting[words[words.index("--queue") + 1]] = words[words.index("--pmessages") + 1]
                return PERF_TEST
            return PERF_TEST.replace("receiving rate avg: 0", "receiving rate avg: 500")

        happened, found = self.run_paper("rabbitmq", said)
        short = [re.sub(r".*--queue (\S+) .*--([pc])messages (\d+).*", r"\1 \2 \3", one) for one in happened if " ctl " not in one]
        self.assertEqual(short, ["watch", "paper p 1000", "paper-warm-up p 200", "paper-warm-up c 200", "watch", "paper c 1000"])
        self.assertEqual((found.figures["produce.rate"], found.figures["consume.rate"]), (20_120.0, 500.0))
        self.assertNotIn("produce.warm_rate", found.figures, "two seconds have no second half")
        # The peak is that before the second queue was made, or what there is in the end.
        self.assertEqual((found.figures["rss_peak_mb"], found.figures["rss_after_mb"]), (102.0, 102.0))
        figures = self.run_paper("rabbitmq", said, step_mb=-1.0)[1].figures
        self.assertEqual((figures["rss_peak_mb"], figures["rss_after_mb"]), (100.0, 98.0))

    def test_activemqs_queue_is_warmed_up_as_well(self) -> None:
        def said(name: str, words: list[str]) -> str:
            return ACTIVEMQ.replace("100000 messages", f"{words[words.index('--messages') + 1]} messages")

        happened, _ = self.run_paper("activemq", said)
        short = [re.sub(r".*perf (\S+) .*--queue (\S+) --messages (\d+).*", r"\2 \1 \3", one) for one in happened]
        self.assertEqual(
            short, ["watch", "paper produce 1000", "paper-warm-up produce 200", "paper-warm-up consume 200", "watch", "paper consume 1000"]
        )

    def test_messages_that_do_not_come_or_come_twice(self) -> None:
        for more, sentence in ((-5, "5 of 1,000 messages were lost"), (5, "5 messages more than the 1,000 sent")):

            def said(name: str, words: list[str], more: int = more) -> str:
                return ACTIVEMQ.replace("100000 messages", f"{1_000 + more} messages")

            with mock.patch("klog.cli.suite.sides.topics.time.sleep"), self.assertRaises(StepFailed) as caught:
                self.run_paper("activemq", said)
            self.assertEqual(str(caught.exception), f"activemq: {sentence}; no rate is printed")

    def test_what_the_warm_up_is_told_as(self) -> None:
        self.assertEqual(LOADS["paper.batch1"].warm_up, "none of what is produced; a fifth is read before reading is measured")
        self.assertEqual(LOADS["paper.batch1.long"].warm_up, "")
