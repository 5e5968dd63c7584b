"""The pages in a real browser, as wide as a small laptop's screen: nothing is cut off, and there is a picture to look at.

Needs Sphinx and Chromium (``KLOG_CHROMIUM``, or on the PATH); skipped by name where one is missing. A page is measured by a script that
Chromium runs in it; the pictures lie in the test's own folder, which pytest keeps for a while.
"""

from __future__ import annotations

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

import pytest

from tests.docs.pages import DOCS

WIDTH = 1280
PAGES = ("index", "configuration", "clients")
#: What is wider than the window, or than the box that should show all of it; an element that scrolls by itself is no better.
MEASURE = """
<script>
addEventListener("load", () => {
  const cut = [];
  for (const one of document.querySelectorAll("table, pre, td")) {
    const box = one.getBoundingClientRect();
    if (box.right > innerWidth + 1 || one.scrollWidth > one.clientWidth + 1)
      cut.push(one.tagName + ": " + one.textContent.trim().slice(0, 60));
  }
  const told = document.createElement("pre");
  told.id = "told";
  told.textContent = JSON.stringify({cut, width: innerWidth, page: document.documentElement.scrollWidth});
  document.body.appendChild(told);
});
</script>
"""


def chromium() -> str:
    """The browser; skips where there is none."""
    found = os.environ.get("KLOG_CHROMIUM") or next(
        filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
    )
    if not found:
        raise unittest.SkipTest("chromium is not here")
    return found


def in_browser(page: pathlib.Path, *arguments: str) -> str:
    """What Chromium prints of a page."""
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--window-size={WIDTH},1600"]
    command = [chromium(), *options, f"--user-data-dir={page.parent.parent / 'profile'}", *arguments, page.as_uri()]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """The built pages: those of `make docs` where nothing has changed since."""
    pytest.importorskip("sphinx")
    built = DOCS / "_build" / "html"
    index = built / "index.html"
    pages = [path for path in DOCS.rglob("*") if path.is_file() and "_build" not in path.parts and "__pycache__" not in path.parts]
    if index.exists() and all(path.stat().st_mtime < index.stat().st_mtime for path in pages):
        copy = tmp_path_factory.mktemp("site") / "html"
        shutil.copytree(built, copy)
        return copy
    folder = tmp_path_factory.mktemp("site")
    subprocess.run(
        [sys.executable, "-m", "sphinx", "-q", "-b", "html", "-D", "html_copy_source=0", str(DOCS), str(folder / "html")],
        check=True,
        timeout=300,
    )
    return folder / "html"


def test_nothing_is_cut_off(site: pathlib.Path) -> None:
    """At 1,280 pixels, on the pages with the widest tables and listings."""
    wrong = []
    for name in PAGES:
        page = site / f"{name}.html"
        measured = page.with_name(f"{name}-measured.html")
        measured.write_text(page.read_text(encoding="utf-8").replace("</body>", f"{MEASURE}</body>"), encoding="utf-8")
        told = re.search(r'<pre id="told">(.*?)</pre>', in_browser(measured, "--dump-dom"), re.S)
        assert told, name
        found = json.loads(told[1].replace("&quot;", '"').replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">"))
        picture = site.parent / f"{name}.png"
        in_browser(page, f"--screenshot={picture}")
        assert picture.read_bytes()[:4] == b"\x89PNG"
        wrong += [f"{name}: {one}" for one in found["cut"]]
        if found["page"] > found["width"]:
            wrong.append(f"{name} is {found['page']} pixels wide")
    assert not wrong, "\n".join(wrong[:40])


def test_the_front_page_tells_where_to_go() -> None:
    """Pages are in groups with a sentence each, and every kind of reader is sent somewhere."""
    text = (DOCS / "index.md").read_text(encoding="utf-8")
    groups = re.findall(r":caption: (.+)", text)
    assert len(groups) >= 5, groups
    assert max(len(block.split()) for block in re.findall(r"```\{toctree\}.*?```", text, re.S)) < 20, "a flat list of pages"
    for word in ("asyncio", "synchronous", "Twisted"):
        assert word in text, word


def test_the_changelog_is_not_empty(site: pathlib.Path) -> None:
    """What the next release brings is told from the fragments."""
    page = re.sub(r"<[^>]*>", "", (site / "changelog.html").read_text(encoding="utf-8"))
    for fragment in (DOCS / "newsfragments").glob("[0-9]*.md"):
        words = re.findall(r"[A-Za-z ]{12,}", fragment.read_text(encoding="utf-8"))
        assert words[0].strip() in page, fragment.name
