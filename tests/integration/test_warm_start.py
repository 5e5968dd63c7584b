"""Programs that are forked are what they are where they are started as usual."""

from __future__ import annotations

import concurrent.futures
import contextlib
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import textwrap
import time
import unittest
from typing import Any

from tests import peers
from tests.integration import warm_start
from tests.integration.warm_start import WarmPopen

SAYS = """
    import json, os, sys, threading
    print(json.dumps({
        "argv": sys.argv, "name": __name__, "path": sys.path[0], "cwd": os.getcwd(), "environment": dict(sorted(os.environ.items())),
        "session": os.getsid(0) == os.getpid(), "files": sorted(os.listdir("/proc/self/fd")), "threads": threading.active_count(),
        "reactor": "twisted.internet.reactor" in sys.modules, "is_main": sys.modules["__main__"].__dict__ is globals(),
        "streams": [
            (one.name, one.encoding, one.errors, one.line_buffering, one.write_through) for one in (sys.stdin, sys.stdout, sys.stderr)
        ],
        "parent": os.getppid(), "read": sys.stdin.read(), "signals": [str(__import__("signal").getsignal(n)) for n in (1, 2, 13, 15)],
    }))
    print("to the other", file=sys.stderr)
    sys.exit(int(sys.argv[1]))
"""


@unittest.skipUnless(sys.platform.startswith("linux"), "elsewhere every start is the usual one")
class WarmStartTests(unittest.TestCase):
    """A small program, started both ways."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name).resolve()
        self.program = self.write(SAYS)

    def write(self, text: str, name: str = "program.py") -> str:
        path = self.folder / name
        path.write_text(textwrap.dedent(text))
        return str(path)

    def both(self, *command: str, data: bytes = b"", **options: Any) -> tuple[int, bytes, bytes]:
        """Exit code and streams, which are the same."""
        ended = []
        for popen in (WarmPopen, subprocess.Popen):
            pipe = subprocess.PIPE
            with popen([sys.executable, *command], stdin=pipe, stdout=pipe, stderr=pipe, **options) as process:
                out, err = process.communicate(data, 60)
            ended.append((process.returncode, out, err))
        self.assertEqual(*ended)
        return ended[0]

    def test_threads_that_start_something_at_first(self) -> None:
        """In a process that has no server yet: it makes one, and all programs are its children."""
        first = """
            import concurrent.futures, os, subprocess, sys
            from tests.integration.warm_start import WarmPopen

            def parent(_):
                return WarmPopen([sys.executable, sys.argv[1]], stdout=subprocess.PIPE).communicate(timeout=60)[0]

            with concurrent.futures.ThreadPoolExecutor(4) as pool:
                print({int(one) == os.getpid() for one in pool.map(parent, range(12))})
        """
        says = self.write("import os; print(os.getppid())", "parent.py")
        command = [sys.executable, self.write(first, "first.py"), says]
        root = str(pathlib.Path(__file__).resolve().parent.parent.parent)
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, env={**os.environ, "PYTHONPATH": root})
        self.assertEqual((done.stdout, done.stderr), ("{True}\n", ""))

    def test_everything_that_a_program_sees(self) -> None:
        environment = {**os.environ, "SOME": "thing", "ODD": "\udcff"}
        code, out, err = self.both(self.program, "3", "ä", data=b"a\r\nb\xff", env=environment, cwd=self.folder)
        self.assertEqual((code, err), (3, b"to the other\n"))
        said = json.loads(out)
        self.assertEqual((said["argv"], said["cwd"], said["parent"]), ([self.program, "3", "ä"], str(self.folder), os.getpid()))
        self.assertEqual((said["environment"]["SOME"], said["read"], said["name"]), ("thing", "a\r\nb\udcff", "__main__"))
        self.assertFalse(said["reactor"])

    def test_a_module_and_a_session_of_its_own(self) -> None:
        self.write("import sys; print(sys.argv, __spec__.name, sys.path[0])", "some_module.py")
        _, out, _ = self.both("-m", "some_module", "x", cwd=self.folder)
        self.assertIn(b"'x'] some_module ", out)
        _, out, _ = self.both(self.program, "0", start_new_session=True, env=dict(os.environ))
        self.assertTrue(json.loads(out)["session"])

    def test_ends(self) -> None:
        for text, code in (("pass", 0), ("raise SystemExit('why')", 1), ("import os; os._exit(7)", 7), ("import os; os.abort()", -6)):
            with self.subTest(text=text):
                self.assertEqual(self.both(self.write(text))[0], code)
        with WarmPopen([sys.executable, self.write("1 / 0")], stderr=subprocess.PIPE) as process:
            err = process.communicate()[1]
        self.assertEqual((process.returncode, err.splitlines()[-1]), (1, b"ZeroDivisionError: division by zero"))

    def test_atexit_and_what_is_not_flushed(self) -> None:
        _, out, _ = self.both(self.write("import atexit, sys\natexit.register(print, 'late')\nsys.stdout.write('no newline')"))
        self.assertEqual(out, b"no newlinelate\n")

    def test_signals(self) -> None:
        text = self.write("import time; print('up', flush=True); time.sleep(600)")
        for number in (signal.SIGTERM, signal.SIGKILL):
            with WarmPopen([sys.executable, text], stdout=subprocess.PIPE) as process:
                assert process.stdout is not None
                self.assertEqual(process.stdout.readline(), b"up\n")
                self.assertIsNone(process.poll())
                process.send_signal(number)
                self.assertEqual(process.wait(60), -number)
            self.assertFalse(os.path.exists(f"/proc/{process.pid}"), "it was waited for")

    def test_many_at_once(self) -> None:
        with concurrent.futures.ThreadPoolExecutor(8) as threads:
            command = [sys.executable, self.write("print(input())")]
            made = [threads.submit(warm_start.run, command, data=b"%d\n" % n, timeout=60, environment=os.environ) for n in range(30)]
            self.assertEqual([one.result().stdout for one in made], [b"%d\n" % n for n in range(30)])

    def test_too_slow(self) -> None:
        begun = time.monotonic()
        with self.assertRaises(subprocess.TimeoutExpired):
            warm_start.run([sys.executable, self.write("import time; time.sleep(600)")], data=b"", timeout=0.1, environment=os.environ)
        self.assertLess(time.monotonic() - begun, 300)

    def test_what_is_started_as_usual(self) -> None:
        """Whatever an interpreter sees when it begins, and what only ``exec`` does."""
        code = "import sys; print('klog.cli.main' in sys.modules)"
        path = self.write(code)
        script = self.folder / "script"
        script.write_text(f"#!{sys.executable}\n{code}")
        script.chmod(0o755)
        cases: list[tuple[list[str], dict[str, Any], bool]] = [
            ([sys.executable, path], {}, True),
            ([sys.executable, path], {"env": {**os.environ, "PYTHONHASHSEED": "1"}}, False),
            ([sys.executable, path], {"env": {**os.environ, "KLOG_NO_EXTENSIONS": "1"}}, False),
            ([sys.executable, path], {"pass_fds": [2]}, False),
            ([sys.executable, "-c", code], {}, False),
            ([sys.executable, "-I", path], {}, False),
            ([str(script)], {}, False),
        ]
        for command, options, is_warm in cases:
            with self.subTest(command=command, options=list(options)), contextlib.ExitStack() as stack:
                process = stack.enter_context(WarmPopen(command, stdout=subprocess.PIPE, **options))
                self.assertEqual(process.communicate()[0], f"{is_warm}\n".encode())

    def test_what_the_command_line_says(self) -> None:
        for command in (["-m", "klog", "--version"], ["-m", "klog", "no", "such"], ["-m", "klog", "topic", "list", "-b", "127.0.0.1"]):
            self.both(*command, env={**os.environ, "HOME": str(self.folder)}, cwd=peers.ROOT)
