"""Build the documentation as its readers get it, with a sample address: `build_site.py FOLDER`."""

from __future__ import annotations

import logging
import os
import sys
from pathlib import Path

from mkdocs.commands.build import build
from mkdocs.config import load_config

REPOSITORY = "https://github.com/someone/cairn-rules"

if __name__ == "__main__":
    logging.basicConfig(level=logging.WARNING)  # each of them is an error
    site = str(Path(sys.argv[1]).resolve())
    os.chdir(Path(__file__).parent.parent.parent)
    config = load_config("mkdocs.yml", site_dir=site, extra={"repository": REPOSITORY}, strict=True)
    config.plugins.on_startup(command="build", dirty=False)
    build(config)
