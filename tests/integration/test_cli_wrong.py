"""The command ``klog`` typed wrongly: a sentence and an exit code for each, never a traceback.

``KLOG_INSTEAD=4.3.1`` runs all of it on Apache Kafka.
"""

from __future__ import annotations

import concurrent.futures
import contextlib
import io
import itertools
import os
import sys
from typing import ClassVar
from unittest import mock

from klog.cli import main
from klog.cli.output import safe
from tests.integration.command import Ended, OnBroker, environment, piped


class NeedsReactor(BaseException):
    """The command wants the process's one reactor, which is the tests'."""


class WrongTests(OnBroker):
    """Wrong flags, addresses, topics, files: a sentence and the right exit code, never a traceback."""

    #: (arguments, exit code, words of the sentence); BROKER is the broker's address, FOLDER an empty directory.
    TABLE: ClassVar[tuple[tuple[str, int, str], ...]] = (
        ("nix", 2, "nix"),
        ("--nix", 2, "--nix"),
        ("topic", 2, ""),
        ("topic nix", 2, "nix"),
        ("topic list --nix", 2, "--nix"),
        ("topic list -o xml", 2, "xml"),
        ("topic list -b", 2, "-b"),
        ("topic list --timeout soon", 2, "soon"),
        ("topic list --timeout 0", 2, "0"),
        ("topic create", 2, "TOPIC"),
        ("topic create t -p 0", 2, "0"),
        ("topic create t -p many", 2, "many"),
        ("topic create t -c retention", 2, "name=value"),
        ("topic create t -r 5", 1, "topic t"),
        ("topic create bad/name", 2, "bad/name"),
        ("topic create t -c nix.nix=1", 1, "nix.nix"),
        ("topic create t -c retention.ms=soon", 1, "retention.ms"),
        ("topic create there", 1, "there"),
        ("topic describe", 2, "TOPIC"),
        ("topic describe nix", 4, "nix"),
        ("topic describe nix -o json", 4, "nix"),
        ("topic alter there", 2, "nothing to change"),
        ("topic alter nix -p 5", 4, "nix"),
        ("topic alter there -p 1", 1, "there"),
        ("topic alter there -c x", 2, "name=value"),
        ("topic delete there", 2, "--yes"),
        ("topic delete nix --yes", 4, "nix"),
        ("topic trim there", 2, "--before"),
        ("topic trim there --before 1 --all", 2, "one of"),
        ("topic trim there:x --all", 2, "there:x"),
        ("topic trim nix --all", 4, "nix"),
        ("topic trim there --before-time yesterday", 2, "yesterday"),
        ("topic list -b BROKER -X nix=1", 2, "nix"),
        ("topic list -b BROKER -X nix", 2, "name=value"),
        ("topic list -b BROKER -X security.protocol=tls", 2, "SASL_SSL"),
        ("topic list -b BROKER -X ssl.ca.location=/nonexistent.pem", 2, "ssl.ca.location"),
        ("topic list -b BROKER -X security.protocol=ssl -X ssl.ca.location=/nonexistent.pem --timeout 2", 1, "/nonexistent.pem"),
        ("topic list -b BROKER -X security.protocol=ssl --timeout 2", 3, ""),
        ("topic list -b BROKER -X security.protocol=sasl_plaintext", 2, "sasl.mechanism"),
        (
            "topic list -b BROKER -X security.protocol=sasl_plaintext -X sasl.mechanism=PLAIN -X sasl.username=u "
            "-X sasl.password=p --timeout 2",
            -1,
            "",
        ),
        ("topic list -b BROKER -F /nonexistent.conf", 4, "/nonexistent.conf"),
        ("topic list -b BROKER -F FOLDER", 1, "FOLDER"),
        ("topic list -b 127.0.0.1:1 --timeout 1", 3, "127.0.0.1:1"),
        ("topic list -b kafka.invalid:9092 --timeout 1", 3, "kafka.invalid"),
        ("topic list -b host:port", 2, "port"),
        ("topic list -b host:99999", 2, "99999"),
        ("topic list -b kafka://host:9092", 2, "kafka://"),
        ("topic list -b ,", 2, ","),
        ("group list --state nix -b 127.0.0.1:1 --timeout 1", 3, "127.0.0.1:1"),
        ("group describe nix", 4, "nix"),
        ("group describe", 2, "GROUP"),
        ("group describe g --watch never", 2, "never"),
        ("group reset g", 2, "--to-earliest"),
        ("group reset g --to-earliest --to-offset 5", 2, "one of"),
        ("group reset nix --to-earliest", 1, "nix"),
        ("group reset g --to-earliest -t nix", 4, "nix"),
        ("group reset g --ago yesterday -t there", 2, "yesterday"),
        ("group reset g --to-time 2011-99-99 -t there", 2, "2011-99-99"),
        ("group seek g", 2, "TOPIC:PARTITION:OFFSET"),
        ("group seek g there:0", 2, "there:0"),
        ("group seek g there:0:-5", 2, "there:0:-5"),
        ("group seek g there:77:5", 4, "77"),
        ("group delete nix", 4, "nix"),
        ("cluster -b 127.0.0.1:1 --timeout 1", 3, "127.0.0.1:1"),
        ("cluster extra", 2, "extra"),
        ("log dump", 2, "PATH"),
        ("log dump /nonexistent", 4, "/nonexistent"),
        ("log dump /etc/passwd", 2, "/etc/passwd"),
        ("log dump FOLDER", 4, "FOLDER"),
        ("log verify /nonexistent", 4, "/nonexistent"),
        ("log verify /etc/passwd", 2, "/etc/passwd"),
        ("log dump FOLDER --offset -1", 2, "-1"),
        ("bench produce -n 0", 2, "0"),
        ("bench produce -s huge", 2, "huge"),
        ("bench produce --plot x.pdf", 2, "x.pdf"),
        ("bench consume -t nix", 4, "nix"),
        ("bench consume -t there", 4, "empty"),
        ("bench e2e -s 1", 2, "1"),
        ("doctor --log-dir /nonexistent/a/b -b 127.0.0.1:1 --timeout 1", 3, "problems"),
        ("doctor -b kafka.invalid:9092 --timeout 2", 3, "problem"),
        ("completion", 2, "bash"),
        ("completion tcsh", 2, "tcsh"),
        ("cat -b BROKER -C", 2, "-t"),
        ("cat -b BROKER -P", 2, "-t"),
        ("cat -b BROKER -C -P -t there", 2, "one mode"),
        ("cat -b BROKER -C -t nix", 4, "nix"),
        ("cat -b BROKER -C -t there -p 9", 4, "9"),
        ("cat -b BROKER -C -t there -p one", 2, "one"),
        ("cat -b BROKER -C -t there -o soon", 2, "soon"),
        ("cat -b BROKER -C -t there -o stored", 2, "group.id"),
        ("cat -b BROKER -C -t there -f %z", 2, "%z"),
        ("cat -b BROKER -C -t there -f %", 2, "%"),
        ("cat -b BROKER -C -t there -D \\x", 2, "\\x"),
        ("cat -b BROKER -C -t there -s value=z", 2, "z"),
        ("cat -b BROKER -C -t there -s avro", 2, "avro"),
        ("cat -b BROKER -C -t there some-file", 2, "some-file"),
        ("cat -b BROKER -P -t there -z lzma", 2, "lzma"),
        ("cat -b BROKER -P -t there -p 9 /etc/hostname", 1, "9"),
        ("cat -b BROKER -P -t there -H =x", 2, "=x"),
        ("cat -b BROKER -P -t there /nonexistent", 4, "/nonexistent"),
        ("cat -b BROKER -P -t there -l /nonexistent", 4, "/nonexistent"),
        ("cat -b BROKER -P -t bad/name /etc/hostname", 1, "bad/name"),
        ("cat -b BROKER -Q", 2, "topic:partition:timestamp"),
        ("cat -b BROKER -Q -t there", 2, "there"),
        ("cat -b BROKER -Q -t nix:0:0", 4, "nix"),
        ("cat -b BROKER -L -t nix", 4, "nix"),
        ("cat -b BROKER -G g", 2, "topics"),
        ("cat -b BROKER -G g ^(", 2, "^("),
        ("cat -b BROKER -y", 2, "-y"),
        ("cat -b 127.0.0.1:1 -L -m 1", 3, "127.0.0.1:1"),
        ("cat -b 127.0.0.1:1 -C -t there -m 1", 3, "127.0.0.1:1"),
        ("cat -b 127.0.0.1:1 -G g there -m 1", 3, "127.0.0.1:1"),
        ("cat -L -F /nonexistent.conf -b BROKER", 4, "/nonexistent.conf"),
    )

    def test_a_sentence_and_a_code(self) -> None:
        self.assertGreaterEqual(len(self.TABLE), 60)
        self.make("there")
        empty = self.folder / "empty"
        empty.mkdir()

        def run(row: tuple[str, int, str]) -> Ended:
            words = row[0].replace("BROKER", self.broker.address).replace("FOLDER", str(empty)).split()
            return self.klog(*words)

        def run_here(row: tuple[str, int, str]) -> Ended:
            """What is refused before the reactor runs needs no process of its own."""
            words = row[0].replace("BROKER", self.broker.address).replace("FOLDER", str(empty)).split()
            out, err = io.StringIO(), io.StringIO()
            clean = mock.patch.dict(os.environ, environment(KLOG_BOOTSTRAP=self.broker.address), clear=True)
            stdin = mock.patch.object(sys, "stdin", io.StringIO())
            no_reactor = mock.patch("klog.cli.run_coroutine.run", side_effect=NeedsReactor)
            try:
                with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), clean, stdin, no_reactor:
                    code = main.run(words)
            except NeedsReactor:
                return run(row)
            return Ended(int(code), out.getvalue().encode(), err.getvalue().encode())

        here = [row for row in self.TABLE if row[1] == 2]
        there = [row for row in self.TABLE if row[1] != 2]
        ended_here = [run_here(row) for row in here]

        with concurrent.futures.ThreadPoolExecutor(max(2, os.cpu_count() or 2)) as pool:
            for row, ended in zip([*here, *there], itertools.chain(ended_here, pool.map(run, there)), strict=True):
                with self.subTest(arguments=row[0]):
                    self.assertNotIn("Traceback", ended.remarks)
                    self.assertNotIn("mistake in klog", ended.remarks)
                    if row[1] >= 0:
                        self.assertEqual(ended.code, row[1], ended.remarks or ended.text)
                    self.assertNotEqual(ended.code, 0)
                    self.assertTrue(ended.err.strip(), "no word about it")
                    self.assertLessEqual(len(ended.remarks.strip().splitlines()), 20)
                    self.assertIn(safe(row[2].replace("FOLDER", str(empty))), ended.remarks)

    def test_nobody_is_named(self) -> None:
        for words in (("topic", "list"), ("cat", "-L"), ("doctor",)):
            ended = piped(*words)
            self.assertEqual(ended.code, 2)
            self.assertIn("KLOG_BOOTSTRAP", ended.remarks)
