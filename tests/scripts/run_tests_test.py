"""What scripts/run-tests.py makes of tests that did not run."""

import contextlib
import importlib.util
import io
import os
import pathlib
import unittest
from unittest import mock

SCRIPT = pathlib.Path(os.environ["PITH_SOURCE_DIR"]) / "scripts" / "run-tests.py"


def run_tests(**environment):
    """The script as a module, as it is with these variables alone."""
    spec = importlib.util.spec_from_file_location("run_tests", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with mock.patch.dict(os.environ):
        for name in ("CI", "PITH_DATA_ABSENT"):
            os.environ.pop(name, None)
        os.environ.update(environment)
        spec.loader.exec_module(module)
    return module


class Skipped(unittest.TestCase):
    NO_DATA = "skipped: no labelled pages in /data/dev (set PITH_DATA)"
    NO_TOOL = "skipped: jing or the schema is missing"
    NO_PROCESSOR = "this processor has no AVX2"

    def counts(self, reason, **environment):
        script = run_tests(**environment)
        with contextlib.redirect_stdout(io.StringIO()):
            script.skip("a test", reason)
        return script.failed, script.skipped

    def test_outside_ci_it_is_no_failure(self):
        for reason in (self.NO_DATA, self.NO_TOOL, self.NO_PROCESSOR):
            self.assertEqual(self.counts(reason), (0, 1))

    def test_in_ci_it_is_one(self):
        self.assertEqual(self.counts(self.NO_DATA, CI="true"), (1, 0))
        self.assertEqual(self.counts(self.NO_TOOL, CI="true"), (1, 0))
        self.assertEqual(self.counts(self.NO_PROCESSOR, CI="true"), (0, 1))

    def test_data_may_be_absent_on_purpose(self):
        self.assertEqual(self.counts(self.NO_DATA, CI="true", PITH_DATA_ABSENT="1"), (0, 1))
        self.assertEqual(self.counts(self.NO_TOOL, CI="true", PITH_DATA_ABSENT="1"), (1, 0))
        self.assertEqual(self.counts(self.NO_DATA, CI="true", PITH_DATA_ABSENT="0"), (1, 0))


if __name__ == "__main__":
    unittest.main()
