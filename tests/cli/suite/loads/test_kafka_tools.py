"""Kafka's tools: what they are told, and what their reports say, as they were printed by 4.3.1."""

from __future__ import annotations

import unittest

from klog.cli.suite.host.processes import StepFailed
from klog.cli.suite.loads import kafka_tools

WITHOUT_WARM_UP = """1 records sent, 0.9 records/sec (0.00 MB/sec), 1167.0 ms avg latency, 1167.0 ms max latency.
11396 records sent, 11294.4 records/sec (1.08 MB/sec), 326.9 ms avg latency, 538.0 ms max latency.
16724 records sent, 16724.0 records/sec (1.59 MB/sec), 720.9 ms avg latency, 877.0 ms max latency.
17168 records sent, 17031.7 records/sec (1.62 MB/sec), 999.8 ms avg latency, 1457.0 ms max latency.
45289 records sent, 41911.148365 records/sec (4.00 MB/sec), 3735.15 ms avg latency, 5628.00 ms max latency, 3958 ms 50th, 5412 ms 95th, \
5620 ms 99th, 5627 ms 99.9th.
"""
WITH_WARM_UP = """Warmup first 200000 records. Steady state results will print after the complete test summary.
17168 records sent, 17031.7 records/sec (1.62 MB/sec), 999.8 ms avg latency, 1457.0 ms max latency.
In steady state.
54855 records sent, 53991.1 records/sec (5.15 MB/sec), 4339.7 ms avg latency, 4678.0 ms max latency.
108780 records sent, 108780.0 records/sec (10.37 MB/sec), 5133.0 ms avg latency, 5628.0 ms max latency.
600000 records sent, 41911.148365 records/sec (4.00 MB/sec), 3735.15 ms avg latency, 5628.00 ms max latency, 3958 ms 50th, 5412 ms 95th, \
5620 ms 99th, 5627 ms 99.9th.
400000 steady state records sent, 41498.080714 records/sec (3.96 MB/sec), 4243.04 ms avg latency, 5628.00 ms max latency, 4016 ms 50th, \
5466 ms 95th, 5622 ms 99th, 5627 ms 99.9th.
"""
#: A slow broker's: a second goes by until a buffer full of the warm-up is gone, and the last window is not whole.
WITH_BACKLOG = """Warmup first 200000 records. Steady state results will print after the complete test summary.
17168 records sent, 170317.0 records/sec (16.24 MB/sec), 999.8 ms avg latency, 1457.0 ms max latency.
In steady state.
1 records sent, 0.1 records/sec (0.00 MB/sec), 9000.0 ms avg latency, 9000.0 ms max latency.
10000 records sent, 100000.0 records/sec (9.54 MB/sec), 900.0 ms avg latency, 990.0 ms max latency.
30000 records sent, 150000.0 records/sec (14.31 MB/sec), 500.0 ms avg latency, 600.0 ms max latency.
20000 records sent, 50000.0 records/sec (4.77 MB/sec), 500.0 ms avg latency, 600.0 ms max latency.
10000 records sent, 100000.0 records/sec (9.54 MB/sec), 500.0 ms avg latency, 600.0 ms max latency.
300000 records sent, 41911.148365 records/sec (4.00 MB/sec), 3735.15 ms avg latency, 5628.00 ms max latency, 3958 ms 50th, 5412 ms 95th, \
5620 ms 99th, 5627 ms 99.9th.
100000 steady state records sent, 7500.000000 records/sec (0.72 MB/sec), 4243.04 ms avg latency, 5628.00 ms max latency, 4016 ms 50th, \
5466 ms 95th, 5622 ms 99th, 5627 ms 99.9th.
"""
CONSUMED = "2026-11-24 03:56:00:495, 2026-11-24 03:56:07:286, 57.2205, 8.4259, 600000, 88352.2309, 2380, 4411, 12.9722, 136023.5774\n"
DETAILED = """time, threadId, data.consumed.in.MB, MB.sec, data.consumed.in.nMsg, nMsg.sec, rebalance.time.ms, fetch.time.ms, fetch.MB, x
2026-11-24 03:55:48:426, 0, 0.0001, 0.0000, 1, 0.4587, 1855, 325, 0.0003, 3.0769
2026-11-24 03:55:48:629, 0, 0.4342, 2.1385, 4553, 22423.6453, 0, 203, 2.1385, 22423.6453
"""
LATENCY = "0\t245.578152\nAvg latency: 7.5559 ms\nPercentiles: 50th = 3, 99th = 44, 99.9th = 245\n"


class WordsTests(unittest.TestCase):
    """Command lines."""

    def test_the_producer_of_the_paper(self) -> None:
        words = kafka_tools.producer_words("kafka", "b:1", "paper", 500, 200, {"acks": 0, "batch.size": 0})
        self.assertEqual(
            " ".join(map(str, words)),
            "kafka 4.3.1 producer-perf-test --topic paper --num-records 500 --record-size 200 --throughput -1 --reporting-interval 1000 "
            "--command-property bootstrap.servers=b:1 acks=0 batch.size=0",
        )
        self.assertIn(
            "--reporting-interval 100 --warmup-records 2",
            " ".join(map(str, kafka_tools.producer_words("k", "b", "t", 5, 5, {}, warm_up=2))),
        )
        self.assertEqual(kafka_tools.BATCH_OF_50, 10511)

    def test_small_records_get_a_heap_that_holds_those_under_way(self) -> None:
        """By what the producer is told alone, whoever the broker is. All others have Kafka's own."""
        settings = {"acks": 1, "buffer.memory": 67108864}
        words = kafka_tools.producer_words("kafka", "b:1", "t", 5, 10, settings)
        self.assertEqual(words[:4], ["env", "KAFKA_HEAP_OPTS=-Xmx2048m", "kafka", "4.3.1"])
        for size in (100, 200, 1_000, 1_000_000):
            self.assertEqual(kafka_tools.producer_words("kafka", "b:1", "t", 5, size, settings)[0], "kafka", size)
        self.assertEqual(kafka_tools.heap_words(100, {}), [])

    def test_the_consumer(self) -> None:
        words = kafka_tools.consumer_words("kafka", "b:1", "t", 5, {"max.poll.records": 1000}, fetch_bytes=200_000, each_ms=250, group="g")
        text = " ".join(map(str, words))
        for part in (
            "--group g",
            "--fetch-size 200000",
            "--show-detailed-stats --reporting-interval 250",
            "--command-property max.poll.records=1000",
        ):
            self.assertIn(part, text)
        self.assertNotIn("--group", kafka_tools.consumer_words("k", "b", "t", 1))
        self.assertIn("--producer-acks", kafka_tools.latency_words("k", "b", "t", 5, "all", 100))


class ReportTests(unittest.TestCase):
    """Reports."""

    def test_produced(self) -> None:
        found = kafka_tools.read_producer(WITHOUT_WARM_UP, 45_289)
        self.assertEqual((found.records, round(found.per_second)), (45_289, 41_911))
        for rate, expected in zip(found.rates, (0.9, 11294.4, 16724.0, 17031.7), strict=True):
            self.assertAlmostEqual(rate, expected)
        self.assertAlmostEqual(kafka_tools.warm(found.rates)["warm_rate"], (16724.0 + 17031.7) / 2)
        self.assertEqual(found.latencies_ms, {"mean": 3735.15, "max": 5628.0, "p50": 3958.0, "p95": 5412.0, "p99": 5620.0, "p999": 5627.0})

    def test_produced_with_a_warm_up(self) -> None:
        found = kafka_tools.read_producer(WITH_WARM_UP, 600_000, 200_000)
        self.assertEqual((found.records, round(found.per_second)), (400_000, 41_498))
        self.assertEqual([round(rate) for rate in found.rates], [53_991, 108_780])
        self.assertEqual(kafka_tools.warm(found.rates), {}, "too few rates to have a second half")
        self.assertEqual(found.latencies_ms["mean"], 4243.04)

    def test_windows_behind_a_warm_up(self) -> None:
        """Of which the first ones may be long and nearly empty, as long as the warm-up is on its way."""
        found = kafka_tools.read_producer(WITH_BACKLOG, 300_000, 200_000)
        self.assertEqual((found.records, found.per_second, found.latencies_ms["mean"]), (100_000, 7_500.0, 4243.04))
        self.assertEqual([round(rate, 1) for rate in found.rates], [0.1, round(60_000 / 0.7, 1)], "the tenth behind it is no half second")
        self.assertEqual([x for x, _ in found.series(100)], [0.0001, 1.0001, 4.0001, 6.0001, 7.0001])

    def test_what_waited_of_a_warm_up_is_in_no_rate(self) -> None:
        """Neither in the count nor in the time, whatever the tools' clocks say."""
        rate = kafka_tools.sent_behind_warm_up_per_second
        self.assertEqual(rate(600_000, 200_500, 1_010.0, [1_020.0]), 39_950.0)
        self.assertEqual(rate(1_800_000, 620_000, 1_010.0, [1_028.0, 1_030.0, 1_029.0]), 59_000.0, "until the last has told")
        for there, at_s in ((0, 1_010.0), (600_000, 1_010.0), (200_500, 1_020.0), (200_500, 1_021.0)):
            self.assertIsNone(rate(600_000, there, at_s, [1_020.0]), (there, at_s))

    def test_what_was_sent_before_the_warm_up_ended_has_no_windows(self) -> None:
        """Of a producer that was done before its first window had ended there are those of the warm-up alone."""
        text = WITH_WARM_UP[: WITH_WARM_UP.index("In steady")] + WITH_WARM_UP[WITH_WARM_UP.index("600000 records") :]
        self.assertEqual(kafka_tools.read_producer(text, 600_000, 200_000).windows, ())

    def test_a_window_of_nearly_nothing(self) -> None:
        self.assertEqual(kafka_tools.Window(1, 0.0).seconds, 20.0)

    def test_a_producer_that_did_not_send_all(self) -> None:
        for text, records, warm_up in (
            (WITHOUT_WARM_UP, 45_290, 0),
            (WITH_WARM_UP, 600_000, 100_000),
            ("", 5, 0),
            (WITHOUT_WARM_UP, 45_289, 5),
        ):
            with self.assertRaises(StepFailed):
                kafka_tools.read_producer(text, records, warm_up)

    def test_consumed(self) -> None:
        found = kafka_tools.read_consumer("some warning\n" + CONSUMED, 600_000)
        self.assertEqual((found.records, round(found.per_second), round(found.fetching_per_second)), (600_000, 88_352, 136_024))
        # It joined its group for 2.38 s, and then fetched for 4.411.
        self.assertAlmostEqual(found.fetching_s - found.began_s, 2.38, places=3)
        self.assertAlmostEqual(found.ended_s - found.fetching_s, 4.411, places=3)
        for text, word in ((CONSUMED, "only 600,000 of 600,001"), ("", "reports nothing"), (DETAILED.splitlines()[0], "reports nothing")):
            with self.assertRaises(StepFailed) as caught:
                kafka_tools.read_consumer(text, 600_001)
            self.assertIn(word, str(caught.exception))

    def test_the_consumers_curve(self) -> None:
        self.assertEqual(kafka_tools.read_consumer_series(DETAILED, 200), [(0.0002, 3.0769), (0.9106, 22423.6453)])
        self.assertEqual(kafka_tools.read_consumer_series("", 200), [])

    def test_latency(self) -> None:
        self.assertEqual(kafka_tools.read_latency(LATENCY), {"mean_ms": 7.5559, "p50_ms": 3.0, "p99_ms": 44.0, "p999_ms": 245.0})
        with self.assertRaises(StepFailed):
            kafka_tools.read_latency("0\t1.0")

    def test_series(self) -> None:
        self.assertEqual(kafka_tools.series_over_bytes([(1e6, 1e6), (2e6, 2e6)], 100), [(100.0, 1e6), (300.0, 2e6)])
        self.assertEqual([kafka_tools.warm(rates) for rates in ([], [1, 2, 3], [1, 2, 3, 5])], [{}, {}, {"warm_rate": 4.0}])


class TogetherTests(unittest.TestCase):
    """Several tools at the same time, over one stretch of time."""

    @staticmethod
    def sent(records: int, per_second: float) -> kafka_tools.Sent:
        return kafka_tools.Sent(records, per_second, (), {})

    def test_producers_are_as_fast_as_the_slowest_of_them_lets_all_be(self) -> None:
        """What the others had done alone, when he had not begun or they had ended, is not what went through at once."""
        self.assertAlmostEqual(kafka_tools.sent_together_per_second([self.sent(1_000, 100.0)]), 100.0)
        self.assertAlmostEqual(kafka_tools.sent_together_per_second([self.sent(1_000, 100.0), self.sent(1_000, 50.0)]), 2_000 / 20)

    def test_consumers_from_the_first_that_fetches_to_the_last_that_has_all(self) -> None:
        one = "2026-11-24 03:56:00:000, 2026-11-24 03:56:06:000, 1, 1, 600, 100.0, 1000, 5000, 1, 120.0"
        other = "2026-11-24 03:56:01:000, 2026-11-24 03:56:11:500, 1, 1, 700, 66.7, 500, 10000, 1, 70.0"
        received = [kafka_tools.read_consumer(text, 600) for text in (one, other)]
        fetching, joined = kafka_tools.received_together_per_second(received)
        self.assertAlmostEqual(fetching, 1_300 / 10.5, places=3)
        self.assertAlmostEqual(joined, 1_300 / 11.5, places=3)
        alone = kafka_tools.received_together_per_second([kafka_tools.read_consumer(CONSUMED, 600_000)])
        self.assertAlmostEqual(alone[0], 136_023.5774, places=0)

    def test_what_is_shorter_than_a_tool_can_tell(self) -> None:
        row = "2026-11-24 03:56:00:000, 2026-11-24 03:56:00:000, 1, 1, 5, NaN, 0, 0, 1, NaN"
        self.assertEqual(kafka_tools.received_together_per_second([kafka_tools.read_consumer(row, 5)])[0], 5_000.0)

    def test_a_report_without_times(self) -> None:
        with self.assertRaises(StepFailed) as caught:
            kafka_tools.read_consumer("yesterday" + CONSUMED[CONSUMED.index(",") :], 5)
        self.assertIn("tells no time: yesterday", str(caught.exception))
