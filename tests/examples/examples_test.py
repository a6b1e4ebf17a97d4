"""The three example programs take the main content from every example page."""

import os
import pathlib
import subprocess
import sys
import unittest

SOURCE = pathlib.Path(os.environ["PITH_SOURCE_DIR"])
BUILD = pathlib.Path(os.environ["PITH_BUILD_DIR"])
PITH = pathlib.Path(os.environ["PITH"])
sys.path.insert(0, str(SOURCE / "tests" / "support"))
import suite  # noqa: E402

PAGES = sorted((SOURCE / "examples" / "pages").glob("*.html"))

# From the middle of each page's main content.
PHRASES = {
    "blog.html": "A blower-door test went from 4,100 to 2,350 cubic feet a minute",
    "broken.html": "On the twelfth of June we took the sandbags away",
    "chinese-blog.html": "第一年我买了三箱蜂，到了七月只剩空箱",
    "chinese-government-notice.html": "对下沉式立交、地下车库、老旧小区等易涝点位开展清淤疏浚",
    "chinese-news-gbk.html": "云岭江大桥全长2.37公里",
    "documentation.html": "The pause doubles each time and is spread by a random factor",
    "english-news.html": "In a ballot that drew almost nine in ten of those entitled to vote",
    "forum-thread.html": "A chain that has gone 6,000 km is usually past 0.75%",
    "questions-answers.html": "Gluten at fridge temperature hardly relaxes",
    "shop-product.html": "Its 28 litres swallow a rope or a warm jacket",
    "list-archive.html": "",  # a list of links: nothing is promised but that it goes well
    "table-report.html": "A dry spell in June and July accounts for nearly all of the increase",
}


class Examples(unittest.TestCase):
    def output(self, *command) -> str:
        run = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False,
                             env=os.environ | {"PITH": str(PITH)})
        self.assertEqual((run.returncode, run.stderr.decode()), (0, ""), command)
        return run.stdout.decode("utf-8")

    def test_every_page_is_tested(self):
        self.assertEqual([page.name for page in PAGES], sorted(PHRASES))

    def test_c_and_cpp_find_the_main_content(self):
        for page in PAGES:
            with self.subTest(page=page.name):
                cpp = self.output(BUILD / "example_extract_cpp", page)
                self.assertIn(PHRASES[page.name], cpp)
                self.assertEqual(self.output(BUILD / "example_extract_c", page), cpp)

    def test_shell_shows_each_page(self):
        if not PITH.exists():
            self.skipTest("built without the command line")
        output = self.output(SOURCE / "examples" / "extract.sh", *PAGES)
        self.assertEqual(output.count("== "), len(PAGES))

    def test_unreadable_file_is_told(self):
        for name in ("example_extract_cpp", "example_extract_c"):
            run = subprocess.run([BUILD / name, SOURCE / "no-such-page"], capture_output=True, text=True, check=False)
            self.assertEqual(run.returncode, 2)
            self.assertIn("no-such-page", run.stderr)


if __name__ == "__main__":
    suite.main()
