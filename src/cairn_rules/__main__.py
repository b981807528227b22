"""The command `python -m cairn_rules`, the same as `cairn-rules`."""

import sys

from cairn_rules.cli.main import main

sys.exit(main())
