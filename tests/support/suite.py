"""Runs the cases of a test program, and does not let one that was skipped go unseen."""

import sys
import unittest


def main():
    """As unittest.main(), but where a case was skipped and none failed, the exit status is 77: skipped."""
    result = unittest.main(exit=False).result
    for case, reason in result.skipped:
        print(f"skipped: {case}: {reason}")
    sys.exit(1 if not result.wasSuccessful() else 77 if result.skipped else 0)
