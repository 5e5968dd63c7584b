"""Which klog a side is."""

from __future__ import annotations

import shutil
import subprocess

from klog.cli.suite.sides.klog_version import commit_of
from tests.cli.suite.sides.rig import SiteCase


class KlogVersionTests(SiteCase):
    """`commit_of`; the rest is seen by `KlogBrokers.prepare` (tests/cli/suite/sides/test_klog_broker.py)."""

    def test_commits(self) -> None:
        self.assertEqual(commit_of(self.folder), "")
        if shutil.which("git") is None:
            self.skipTest("no git on PATH")
        repository = self.folder / "repository"
        repository.mkdir()

        def git(*words: str) -> None:
            subprocess.run(
                ["git", "-c", "user.name=a", "-c", "user.email=a@b", "-C", str(repository), *words], check=True, stdout=subprocess.DEVNULL
            )

        git("init", "-q")
        suite = repository / "klog" / "cli" / "suite"
        suite.mkdir(parents=True)
        (suite / "load").write_text("1")
        (repository / "klog" / "file.py").write_text("1")
        git("add", "klog")
        git("commit", "-q", "-m", "one")
        clean = commit_of(repository)
        self.assertRegex(clean, r"^[0-9a-f]{7,}$")
        (repository / "page.md").write_text("what the run has written")
        self.assertEqual(commit_of(repository), clean)
        git("add", "page.md")
        git("commit", "-q", "-m", "a page")
        self.assertEqual(commit_of(repository), clean, "a run goes on after its page was committed")
        (repository / "klog" / "file.py").write_text("2")
        changed = commit_of(repository)
        self.assertRegex(changed, f"^{clean}-dirty-[0-9a-f]{{8}}$")
        (suite / "load.py").write_text("2")
        self.assertEqual(commit_of(repository), changed, "another suite")
        (repository / "klog" / "file.py").write_text("3")
        self.assertNotEqual(commit_of(repository), changed, "what was measured yesterday is no longer there")
        (suite / "load.py").unlink()
        git("checkout", "-q", "--", "klog")
        # Another suite is no other klog: what it measures otherwise has a version of its own.
        (suite / "load").write_text("2")
        (suite / "new").write_text("1")
        self.assertEqual(commit_of(repository), clean)
        git("add", "klog")
        git("commit", "-q", "-m", "a load")
        (suite / "load").write_text("3")
        self.assertEqual(commit_of(repository), clean)
        (repository / "twisted").mkdir()
        (repository / "twisted" / "plugin").write_text("1")
        self.assertRegex(commit_of(repository), f"^{clean}-dirty-", "by which twistd finds the broker")
        git("add", "twisted")
        git("commit", "-q", "-m", "a plugin")
        self.assertRegex(commit_of(repository), r"^[0-9a-f]{7,}$")
        self.assertNotEqual(commit_of(repository), clean)
