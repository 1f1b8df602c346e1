"""Sphinx's configuration; scripts/docs runs it."""

import importlib.util
import os
import re
from pathlib import Path

from docutils import nodes
from sphinx.addnodes import desc_content
from sphinx.util.docutils import SphinxDirective

root = Path(__file__).resolve().parent.parent
project = "Ringlet"
author = "the Ringlet authors"
copyright = "the Ringlet authors, Apache-2.0"
release = re.search(r"project\(ringlet VERSION ([0-9.]+)", (root / "CMakeLists.txt").read_text()).group(1)

extensions = ["breathe", "myst_parser"]
exclude_patterns = []
suppress_warnings = ["toc.excluded"]
# The page about Python joins where scripts/docs installed the package.
if importlib.util.find_spec("ringlet") is None:
    exclude_patterns.append("python.rst")
else:
    extensions += ["sphinx.ext.autodoc", "sphinx.ext.doctest", "sphinx.ext.napoleon"]
    # The package's own tests run the same examples with this.
    doctest_global_setup = "import numpy as np; from ringlet import *"
    autodoc_typehints = "description"

breathe_projects = {"ringlet": os.environ["RINGLET_DOXYGEN_XML"]}
breathe_default_project = "ringlet"
breathe_domain_by_extension = {"hpp": "cpp", "h": "c"}
breathe_show_include = False

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

html_theme = "furo"
html_title = f"Ringlet {release}"
html_show_sourcelink = False
html_copy_source = False
html_static_path = ["_static"]
html_css_files = ["ringlet.css"]

FIGURES = re.compile(r"[-−–\d.,/ %×µs^]*\d[-−–\d.,/ %×µs^]*")


def mark_figures(app, doctree, docname):
    """Cells of tables that hold figures only, such as 0.49 / 0.46 µs, are not broken into lines."""
    for cell in doctree.findall(nodes.entry):
        if FIGURES.fullmatch(cell.astext()):
            cell["classes"].append("figures")


class Group(SphinxDirective):
    """Shows groups of Doxygen: the description of each, if it has any, then its members."""

    required_arguments = 1
    final_argument_whitespace = True

    def run(self):
        found = []
        for group in self.arguments[0].split():
            description = self.parse_text_to_nodes(f".. doxygengroup:: {group}\n   :desc-only:\n")
            if any(content.children for node in description for content in node.findall(desc_content)):
                found += description
            members = f".. doxygengroup:: {group}\n   :content-only:\n   :members:\n   :undoc-members:\n"
            found += self.parse_text_to_nodes(members)
        return found


def setup(app):
    app.add_directive("group", Group)
    app.connect("doctree-resolved", mark_figures)
