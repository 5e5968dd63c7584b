"""``klog mirror verify``, run in this process against two embedded brokers: what it prints, and how it ends."""

from __future__ import annotations

import contextlib
import io
import json
import pathlib
import tempfile
import unittest
from collections.abc import Callable
from typing import Any
from unittest import mock

from klog.cli.main import run
from klog.cli.mirror import verify as command
from klog.cli.output import Format
from klog.cli.run_coroutine import Interrupted
from klog.errors import ErrorCode, KlogError
from klog.mirror.verify.job import Verification
from klog.net.client.errors import BrokerUnreachable
from tests.cli.rig import Captured
from tests.mirror.verify.rig import TwoBrokers, batch, batches


class VerifyCase(TwoBrokers):
    """The command."""

    def run_command(self, *arguments: str) -> tuple[int, str, str]:
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            code = run(["mirror", "verify", *arguments])
        return code, out.getvalue(), err.getvalue()

    def verify(self, *arguments: str) -> tuple[int, str, str]:
        return self.run_command(self.a.bootstrap, self.b.bootstrap, *arguments)

    def json(self, *arguments: str) -> tuple[int, Any]:
        code, text, _ = self.verify(*arguments, "-o", "json")
        return code, json.loads(text)

    def different(self) -> str:
        other = batches(3)
        other[1] = batch(*(f"1-{index}".encode() if index != 5 else b"?" for index in range(10)), timestamp=1_600_000_000_100)
        return self.topic(batches(3), other)


class VerdictTests(VerifyCase):
    """Tables, JSON, exit codes."""

    def test_equal(self) -> None:
        topic = self.topic(batches(3))
        code, text, remarks = self.verify("--topics", topic, "-o", "table")
        self.assertEqual(code, 0)
        self.assertRegex(text, rf"TOPIC +PARTITIONS +VERDICT +EQUAL RECORDS +BEHIND +DIFFERENCES\n{topic} +1 +equal +30 +0 +0\n")
        self.assertIn("Equal: 30 records are the same on both sides", remarks)

    def test_different(self) -> None:
        topic = self.different()
        code, text, remarks = self.verify("--topics", topic, "-o", "table")
        self.assertEqual(code, 1)
        self.assertRegex(text, rf"{topic} +0 +differs +15 +1 +value\n")
        self.assertIn("Different", remarks)
        code, document = self.json("--topics", topic)
        self.assertEqual((code, document["verify"]["verdict"], document["verify"]["differences"]), (1, "different", 1))
        [finding] = document["findings"]
        self.assertEqual(
            finding,
            {
                "topic": topic,
                "partition": 0,
                "kind": "differs",
                "first_a": 15,
                "next_a": 16,
                "first_b": 15,
                "next_b": 16,
                "records": 1,
                "detail": "value",
            },
        )

    def test_text(self) -> None:
        topic = self.different()
        _, text, _ = self.verify("--topics", topic, "-o", "text")
        self.assertIn(f"{topic}\t0\tdifferent\t0\t30\t20\t0\t0\t0\t1\t", text)
        self.assertIn(f"{topic}\t0\tdiffers\t15\t\t1\tvalue", text)

    def test_it_cannot_be_said(self) -> None:
        code, _, remarks = self.verify("--topics", "nowhere")
        self.assertEqual((code, remarks), (2, "klog: topic nowhere is not in A\n"))
        code, _, remarks = self.run_command("127.0.0.1:1", self.b.bootstrap, "--timeout", "0.3")
        self.assertEqual(code, 2)
        self.assertIn("127.0.0.1:1", remarks)

    def test_behind(self) -> None:
        topic = self.topic(batches(3), batches(2))
        code, document = self.json("--topics", topic)
        self.assertEqual((code, document["verify"]["behind"]), (0, 10))
        self.assertEqual(self.verify("--topics", topic, "--complete")[0], 1)

    def test_renumbered_and_prefixed(self) -> None:
        name = self.topic(batches(3))
        self.b.create_topic(f"dc1.{name}")
        self.append(self.client_b, f"dc1.{name}", [batch(b"once")])
        code, document = self.json("--topics", name, "--prefix", "dc1.", "--renumbered")
        self.assertEqual(code, 1)
        for one in batches(3):
            self.append(self.client_b, f"dc1.{name}", [one])
        code, document = self.json("--topics", name, "--prefix", "dc1.", "--renumbered", "--ignore", "timestamp")
        self.assertEqual((code, document["partitions"][0]["records"]), (1, 30))
        self.assertEqual([(one["kind"], one["first_b"], one["next_b"]) for one in document["findings"]], [("extra", 0, 1)])

    def test_deep(self) -> None:
        topic = self.topic([batch(b"1", b"2")], [batch(b"1"), batch(b"2", timestamp=1_600_000_000_001)])
        self.assertEqual(self.verify("--topics", topic)[0], 1)
        self.assertEqual(self.verify("--topics", topic, "--deep")[0], 0)

    def test_a_position(self) -> None:
        topic = self.topic(batches(3))
        with tempfile.TemporaryDirectory() as folder:
            path = str(pathlib.Path(folder) / "position")
            self.assertEqual(self.json("--topics", topic, "--position", path)[1]["verify"]["records"], 30)
            self.assertEqual(self.json("--topics", topic, "--position", path)[1]["verify"]["records"], 0)
            code, _, remarks = self.run_command(self.b.bootstrap, self.a.bootstrap, "--topics", topic, "--position", path)
            self.assertEqual(code, 2)
            self.assertIn("use another file", remarks)
            pathlib.Path(path).write_text("{}")
            self.assertEqual(self.verify("--topics", topic, "--position", path)[0], 2)

    def test_options_that_do_not_fit(self) -> None:
        for arguments, words in (
            (("--interval", "5s"), "--interval is for --follow"),
            (("--topics", ""), "a topic's name cannot be empty"),
            (("--ignore", "key"), "--ignore is about records"),
            (("--read-uncommitted",), "--read-uncommitted is about records"),
            (("--deep", "--epochs"), "--epochs is about batch headers"),
            (
                ("--deep", *(word for field in ("timestamp", "key", "value", "headers") for word in ("--ignore", field))),
                "something has to be left",
            ),
            (("--topics", "!x"), "only takes out"),
            (("-F", "x", "--config-a", "y"), "-F is for both clusters"),
            (("--config-b", "/nowhere/b.conf"), "/nowhere/b.conf"),
        ):
            code, _, remarks = self.verify(*arguments)
            self.assertEqual(code, 2, arguments)
            self.assertIn(words, remarks)


class FollowTests(VerifyCase):
    """Rounds without end."""

    def follow(self, out: Captured, verification: Verification, *steps: Callable[[], object]) -> int:
        left = iter(steps)

        def sleep(seconds: float) -> None:
            self.assertEqual(seconds, 5.0)
            step = next(left, None)
            if step is None:
                raise Interrupted(2)
            step()

        return command._follow(verification, 5.0, out, sleep)

    def verification(self, topic: str) -> Verification:
        verification = Verification(self.settings(topics=(topic,)))
        self.addCleanup(verification.close)
        return verification

    def append_both(self, topic: str, one: bytes, other: bytes) -> None:
        self.append(self.client_a, topic, [one])
        self.append(self.client_b, topic, [other])

    def test_what_is_new_is_told(self) -> None:
        topic = self.topic(batches(2))
        out = Captured(Format.JSON)
        code = self.follow(
            out,
            self.verification(topic),
            lambda: None,
            lambda: self.append_both(topic, batch(b"1"), batch(b"1")),
            lambda: self.append_both(topic, batch(b"2"), batch(b"x")),
            lambda: None,
        )
        rows = [json.loads(line) for line in out.out.text.splitlines()]
        self.assertEqual(
            [(row["verdict"], row["records"], len(row["findings"])) for row in rows],
            [("equal", 20, 0), ("equal", 1, 0), ("different", 0, 1), ("equal", 0, 0)],
        )
        self.assertEqual(code, 1)

    def test_findings_are_sentences_for_people(self) -> None:
        topic = self.topic([batch(b"1")], [batch(b"2")])
        out = Captured(Format.TABLE)
        self.assertEqual(self.follow(out, self.verification(topic)), 1)
        self.assertIn(f"klog: topic {topic}, partition 0, offsets 0: differs (value)\n", out.err.text)

    def test_brokers_that_are_away_are_waited_for(self) -> None:
        topic = self.topic(batches(1))
        verification = self.verification(topic)
        out = Captured(Format.TEXT)
        whole = verification.round
        answers: list[Any] = [BrokerUnreachable("x:1", "nobody listens"), BrokerUnreachable("x:1", "nobody listens"), None]

        def unreliable(*arguments: Any) -> Any:
            error = answers.pop(0)
            if error is not None:
                raise error
            return whole(*arguments)

        with mock.patch.object(verification, "round", unreliable):
            self.assertEqual(self.follow(out, verification, lambda: None, lambda: None), 0)
        self.assertEqual(out.err.text.count("trying again every 5"), 1)
        self.assertIn("Both answer again.", out.err.text)

    def test_a_refusal_is_an_end(self) -> None:
        verification = self.verification(self.topic(batches(1)))
        refused = KlogError(ErrorCode.CLUSTER_AUTHORIZATION_FAILED, "no")
        with mock.patch.object(verification, "round", side_effect=refused), self.assertRaises(KlogError):
            self.follow(Captured(), verification)


if __name__ == "__main__":
    unittest.main()
