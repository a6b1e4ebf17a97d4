"""scripts/abi.py: what would break a program built against the last release is found, what may be added is not."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(os.environ["PITH_SOURCE_DIR"])
HEADER, SOURCE = "include/pith/pith.h", "src/c_api.cpp"


@unittest.skipIf(shutil.which("abidiff") is None, "abidiff is not installed")
class Abi(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        shutil.copytree(ROOT / "include", self.root / "include")
        (self.root / "src").mkdir()
        for entry in (ROOT / "src").iterdir():
            if entry != ROOT / SOURCE:
                (self.root / "src" / entry.name).symlink_to(entry)
        shutil.copy(ROOT / SOURCE, self.root / SOURCE)
        self.abi("--renew")

    def abi(self, *arguments):
        command = [sys.executable, str(ROOT / "scripts/abi.py"), "--root", str(self.root), *arguments]
        return subprocess.run(command, check=False, capture_output=True, text=True)

    def change(self, path, old, new):
        text = (self.root / path).read_text(encoding="utf-8")
        self.assertIn(old, text)
        (self.root / path).write_text(text.replace(old, new), encoding="utf-8")

    def assert_compatible(self):
        result = self.abi()
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def assert_broken(self, named):
        result = self.abi()
        self.assertEqual(result.returncode, 1, result.stdout + result.stderr)
        self.assertIn(named, result.stdout)

    def test_additions_are_compatible(self):
        self.assert_compatible()
        self.change(HEADER, "} pith_block;", "  int32_t added;\n} pith_block;")
        self.change(HEADER, "} pith_options;", "  uint32_t added;\n} pith_options;")
        self.change(HEADER, "PITH_API pith_string pith_version(void);",
                    "PITH_API pith_string pith_version(void);\nPITH_API int pith_added(void);")
        self.change(SOURCE, "pith_string pith_version(void)",
                    "int pith_added(void) { return 1; }\npith_string pith_version(void)")
        self.change(HEADER, "PITH_CATEGORIES = 2", "PITH_CATEGORIES = 2, PITH_ADDED = 3")
        self.assert_compatible()

    def test_a_function_that_went(self):
        self.change(HEADER, "pith_result_body_count", "pith_result_count_of_bodies")
        self.change(SOURCE, "pith_result_body_count", "pith_result_count_of_bodies")
        self.assert_broken("pith_result_body_count")

    def test_a_member_in_between(self):
        begin = "typedef struct pith_options {\n  size_t size"
        self.change(HEADER, begin + ";", begin + ", added;")
        self.assert_broken("pith_options")

    def test_a_struct_without_size_that_grew(self):
        self.change(HEADER, "} pith_string;", "  size_t added;\n} pith_string;")
        self.assert_broken("pith_string")

    def test_another_parameter(self):
        self.change(HEADER, "pith_result_list_size(const pith_result* result, int list)",
                    "pith_result_list_size(const pith_result* result, long list)")
        self.change(SOURCE, "pith_result_list_size(const pith_result* result, int list)",
                    "pith_result_list_size(const pith_result* result, long list)")
        self.change(SOURCE, "list_of(const pith_result* result, int list)",
                    "list_of(const pith_result* result, long list)")
        self.assert_broken("pith_result_list_size")

    def test_another_value(self):
        self.change(HEADER, "PITH_TAGS = 1, PITH_CATEGORIES = 2", "PITH_TAGS = 2, PITH_CATEGORIES = 1")
        self.assert_broken("PITH_TAGS")


if __name__ == "__main__":
    unittest.main()
