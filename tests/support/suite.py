"""Runs the cases of a test program, and does not let one that was skipped go unseen."""

import faulthandler
import sys
import unittest

SECONDS = 840  # less than ctest gives a test before it ends it without a word


def main():
    """As unittest.main(), but where a case was skipped and none failed, the exit status is 77: skipped.

    A case that hangs says where it does before all of them are ended.
    """
    faulthandler.dump_traceback_later(SECONDS, exit=True)
    result = unittest.main(exit=False).result
    for case, reason in result.skipped:
        print(f"skipped: {case}: {reason}")
    sys.exit(1 if not result.wasSuccessful() else 77 if result.skipped else 0)
