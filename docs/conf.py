"""Sphinx: the pages in this folder, Markdown through MyST."""

project = "klog"
author = "the klog developers"
copyright = "2026, the klog developers"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
exclude_patterns = ["_build", "newsfragments"]
html_theme = "alabaster"
html_theme_options = {"description": "Apache Kafka's log, anew on Twisted", "page_width": "1100px"}
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3
