"""The command line `pith`, as `python -m pith` and as the program of the wheel."""

from __future__ import annotations

import signal
import sys

from pith import _core


def main() -> int:
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # the engine does not ask Python, and minds it itself where it must
    return _core.run(["pith", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
