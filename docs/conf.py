"""Sphinx: the pages in this folder, Markdown through MyST.

The changelog gets what the next release brings out of ``newsfragments`` while it is built, so that it is never behind.
"""

import pathlib

project = "klog"
author = "the klog developers"
copyright = "2026, the klog developers"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
exclude_patterns = ["_build", "newsfragments"]
html_theme = "alabaster"
html_theme_options = {
    "description": "Apache Kafka's log, anew on Twisted",
    "page_width": "1260px",
    "body_max_width": "none",
    "sidebar_width": "230px",
}
html_static_path = ["_static"]
html_css_files = ["klog.css"]
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3

#: The kinds of fragments, in their order.
KINDS = {"feature": "New", "bugfix": "Mended", "doc": "Documentation"}
FRAGMENTS = pathlib.Path(__file__).with_name("newsfragments")


def news() -> str:
    """All fragments as a section, a line each, newest first."""
    lines = ["", "## The next release", ""]
    for kind, title in KINDS.items():
        found = sorted(FRAGMENTS.glob(f"[0-9]*.{kind}*.md"), key=lambda path: -int(path.name.partition(".")[0]))
        if found:
            lines += [f"### {title}", ""]
        for path in found:
            lines += [f"* {' '.join(piece.split())}" for piece in path.read_text(encoding="utf-8").strip().splitlines()]
        lines.append("")
    return "\n".join(lines)


def add_news(app, docname, source):
    """Sphinx calls this with each page's text."""
    if docname == "changelog":
        source[0] += news()


def outdated(app, env, added, changed, removed):
    """Sphinx asks which pages are to be read again: the changelog, whose fragments it does not know."""
    return ["changelog"]


def setup(app):
    """Sphinx calls this at the start."""
    app.connect("env-get-outdated", outdated)
    app.connect("source-read", add_news)
    return {"parallel_read_safe": True}
