"""scripts/check-includes.py finds what points the wrong way, and nothing else."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(os.environ["PITH_SOURCE_DIR"]) / "scripts" / "check-includes.py"


class CheckIncludes(unittest.TestCase):
    def run_on(self, files: dict[str, str]) -> subprocess.CompletedProcess:
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                path = pathlib.Path(folder) / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            return subprocess.run([sys.executable, SCRIPT, folder], capture_output=True, text=True, check=False)

    def assert_clean(self, files: dict[str, str]) -> None:
        result = self.run_on(files)
        self.assertEqual((result.returncode, result.stdout), (0, ""), result.stderr)

    def assert_fault(self, files: dict[str, str], *parts: str) -> None:
        result = self.run_on(files)
        self.assertEqual(result.returncode, 1, result.stderr)
        for part in parts:
            self.assertIn(part, result.stdout)

    def test_left_own_folder_system_and_public_are_fine(self):
        self.assert_clean({
            "src/html/parser.cpp": '#include "html/parser.hpp"\n#include <vector>\n#include "text/decode.hpp"\n'
                                   '#include "pith/limits.hpp"\n#include <pith/pith.hpp>\n',
            "src/extractor.cpp": '#include "render/text.hpp"\n#include "version.hpp"\n',
            "src/cli/main.cpp": '#include "batch/batch.hpp"\n#include "html/parser.hpp"\n',
            "include/pith/pith.hpp": '#include "pith/limits.hpp"\n',
        })

    def test_right_is_refused_with_file_and_line(self):
        self.assert_fault({"src/text/decode.cpp": '// first line\n#include "html/document.hpp"\n'},
                          'src/text/decode.cpp:2: #include "html/document.hpp"')

    def test_neighbours_do_not_know_each_other(self):
        self.assert_fault({"src/filter/ads.cpp": '#include "models/forest.hpp"\n'}, "src/filter/ads.cpp:1")

    def test_learners_know_nothing_of_html(self):
        self.assert_fault({"src/learn/forest.cpp": '#include "html/names.hpp"\n'}, "learn/ knows nothing of HTML")
        self.assert_fault({"src/learn/forest.cpp": '#include "page/page.hpp"\n'}, "learn/ knows nothing of HTML")

    def test_line_does_not_know_the_extractor(self):
        self.assert_fault({"src/render/text.cpp": '#include "extractor.hpp"\n'}, "render/ comes before the extractor")

    def test_public_headers_do_not_show_the_inside(self):
        self.assert_fault({"include/pith/pith.hpp": '#include "html/document.hpp"\n'}, "public headers")

    def test_paths_are_relative_to_src(self):
        self.assert_fault({"src/html/parser.cpp": '#include "../text/decode.hpp"\n'}, "relative to src/")

    def test_new_folder_must_be_given_a_place(self):
        self.assert_fault({"src/misc/helper.cpp": "\n"}, "src/misc has no place")


if __name__ == "__main__":
    unittest.main()
