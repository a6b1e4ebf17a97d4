"""Two people on machines that have nothing but what they were told to install.

A new user unpacks the source tarball and types what README.md says, then installs. The machine has Debian's essential
packages, make, and those of `scripts/install-dependencies.sh run`. An application developer has a compiler, CMake and
pkg-config, the installed pith and the libraries it runs with, but none of their headers, and builds projects in C++ and C.

The machines are roots made of the files of the packages installed here, as dpkg knows them, so nothing is downloaded:
that the packages install is left to apt. What is written in them is lost with them (an overlay in memory). ccache is
there beside the named packages, with the cache of this machine and the option of its build that warnings are errors, so
that what was compiled a minute ago with the same compiler, flags and sources is not compiled again.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ["PITH_SOURCE_DIR"])
sys.path.insert(0, str(SOURCE / "tests" / "support"))
import suite  # noqa: E402

# Of the command line and of the libraries, at run time.
RUN_TIME = ["libicu72", "libstemmer0d"]
# Those Debian's own pith would depend on for the command line are not here: the developer links the libraries.
DEVELOPER = ["g++", "cmake", "make", "pkg-config", *RUN_TIME]


def installed_packages() -> dict[str, dict[str, str]]:
    packages: dict[str, dict[str, str]] = {}
    for stanza in pathlib.Path("/var/lib/dpkg/status").read_text(encoding="utf-8").split("\n\n"):
        fields = dict(re.findall(r"^([A-Za-z-]+): (.*)$", stanza, re.M))
        if fields.get("Status", "").endswith(" installed"):
            packages.setdefault(fields["Package"], fields | {"stanza": stanza})
    return packages


def with_dependencies(wanted: list[str], packages: dict[str, dict[str, str]]) -> list[str]:
    """Also Debian's essential packages, and what all of them need."""
    provided = {word.split()[0]: name for name, fields in packages.items()
                for word in re.split(r", *", fields.get("Provides", "")) if word}
    waiting = wanted + [name for name, fields in packages.items() if fields.get("Essential") == "yes"]
    found: set[str] = set()
    while waiting:
        name = waiting.pop()
        name = name if name in packages else provided.get(name, "")
        if not name or name in found:
            continue
        found.add(name)
        needs = ", ".join(packages[name].get(kind, "") for kind in ("Depends", "Pre-Depends"))
        for need in re.split(r", *", needs):
            ways = [re.split(r"[ :(]", way.strip())[0] for way in need.split("|")]
            waiting += [way for way in ways if way in packages or way in provided][:1]
    return sorted(found)


def make_root(root: pathlib.Path, wanted: list[str]) -> None:
    packages = installed_packages()
    missing = [name for name in wanted if name not in packages]
    if missing:
        raise AssertionError(f"not installed: {missing}")
    names = with_dependencies(wanted, packages)
    for folder in ("usr/bin", "usr/sbin", "usr/lib", "usr/lib64", "etc/alternatives", "var/lib/dpkg/info", "dev", "proc"):
        (root / folder).mkdir(parents=True)
    for folder in ("tmp", "root"):
        (root / folder).mkdir()
    for folder in ("bin", "sbin", "lib", "lib64"):
        (root / folder).symlink_to(f"usr/{folder}")
    paths = subprocess.run(["dpkg-query", "-L", *names], capture_output=True, text=True, check=True).stdout.splitlines()
    for path in sorted({path for path in paths if path.startswith("/")}):
        put(pathlib.Path(path), root)
    # What the packages' own scripts make: alternatives, users, the list of packages itself.
    for link in pathlib.Path("/etc/alternatives").iterdir():
        if link.is_symlink() and (root / os.readlink(link).lstrip("/")).exists():
            put(link, root)
    for link in pathlib.Path("/usr/bin").iterdir():
        if link.is_symlink() and os.readlink(link).startswith("/etc/alternatives/"):
            put(link, root)
    (root / "etc/passwd").write_text("root:x:0:0:root:/root:/bin/bash\n")
    (root / "etc/group").write_text("root:x:0:\n")
    (root / "var/lib/dpkg/status").write_text("\n\n".join(packages[name]["stanza"] for name in names) + "\n\n")


def put(path: pathlib.Path, root: pathlib.Path) -> None:
    """The file in the root, as a link where that goes: the overlay above sees to it that nothing is written to it."""
    there = root / str(path).lstrip("/")
    if there.is_symlink() or there.exists() or not (path.is_symlink() or path.exists()):
        return
    if path.is_dir() and not path.is_symlink():
        there.mkdir(parents=True, exist_ok=True)
        return
    there.parent.mkdir(parents=True, exist_ok=True)
    if path.is_symlink():
        there.symlink_to(os.readlink(path))
        return
    try:
        os.link(path, there)
    except OSError:
        shutil.copy2(path, there)


# $1 the root, $2 a folder for what is given and kept, $3 the folder to work in, $4 the script; from this machine JOBS,
# and what ccache tells compilations apart by: LANG, CCACHE_*.
ENTER = r"""
set -e
memory=$1.memory
mkdir "$memory" && mount -t tmpfs memory "$memory"
mkdir "$memory"/{upper,work}
mount -t overlay overlay -o "lowerdir=$1,upperdir=$memory/upper,workdir=$memory/work" "$1"
mount --rbind /dev "$1/dev" && mount -t proc proc "$1/proc"
mkdir -p "$1/given" "$1/$3" "$1/cache" && mount --bind "$2" "$1/given"
[ -z "$CCACHE_DIR" ] || mount --bind "$CCACHE_DIR" "$1/cache"
exec env -i PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin HOME=/root JOBS="$JOBS" \
  ${LANG:+LANG="$LANG"} CCACHE_DIR=/cache CCACHE_BASEDIR="$CCACHE_BASEDIR" ${CCACHE_NOHASHDIR:+CCACHE_NOHASHDIR=1} \
  chroot "$1" bash -c "ldconfig; cd '$3'; set -ex; $4"
"""


def ccache(key: str) -> str:
    if shutil.which("ccache") is None:
        return ""
    return subprocess.run(["ccache", "-k", key], capture_output=True, text=True, check=True).stdout.strip()


def readme_commands() -> str:
    blocks = re.findall(r"^```sh\n(.*?)^```", (SOURCE / "README.md").read_text(encoding="utf-8"), re.M | re.S)
    return "".join(blocks)


class CleanRoot(unittest.TestCase):
    folder: pathlib.Path
    given: pathlib.Path

    @classmethod
    def setUpClass(cls) -> None:
        if os.geteuid() != 0 or subprocess.run(["unshare", "-m", "true"], check=False).returncode != 0:
            raise unittest.SkipTest("making a root takes root")
        cls.folder = pathlib.Path(tempfile.mkdtemp(dir=os.environ["PITH_BUILD_DIR"]))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.given = cls.folder / "given"
        cls.given.mkdir()

    def enter(self, packages: list[str], place: pathlib.Path, script: str) -> str:
        root = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
        make_root(root, packages)
        settings = {"JOBS": os.environ.get("JOBS", "2"), "CCACHE_DIR": ccache("cache_dir"),
                    "CCACHE_BASEDIR": ccache("base_dir"),
                    "CCACHE_NOHASHDIR": "1" if ccache("hash_dir") == "false" else ""}
        run = subprocess.run(["unshare", "-m", "bash", "-c", ENTER, "enter", root, self.given, place, script],
                             stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                             env=os.environ | settings, check=False)
        self.assertEqual(run.returncode, 0, run.stdout[-6000:])
        return run.stdout

    def test_1_new_user(self):
        subprocess.run([SOURCE / "scripts" / "dist.sh", self.given], capture_output=True, check=True)
        listed = (SOURCE / "scripts" / "install-dependencies.sh").read_text(encoding="utf-8")
        named = re.sub(r"#.*", "", re.findall(r"^run_packages=\((.*?)^\)", listed, re.M | re.S)[0]).split()
        said = self.enter([*named, "make", "ccache"], SOURCE, f"""
tar xzf /given/pith-*.tar.gz --strip-components=1
cmake --preset release -DPITH_WERROR=ON > /dev/null
{readme_commands()}
make install PREFIX=/given/prefix
""")
        self.assertIn("云岭江大桥全长2.37公里", said)  # make run
        self.assertIn("| Winter | Coldest night |", said)  # extract
        self.assertIn("webcollector", said)  # eval
        self.assertNotIn("installing", said)

    def test_2_application_developer(self):
        self.assertTrue((self.given / "prefix").exists(), "the new user has not come to the end")
        shutil.copytree(SOURCE / "tests" / "consumers", self.given / "consumers")
        said = self.enter(DEVELOPER, pathlib.Path("/project"), """
export PKG_CONFIG_PATH=$(dirname $(find /given/prefix -name pith.pc)) CMAKE_PREFIX_PATH=/given/prefix
export LD_LIBRARY_PATH=$(dirname $PKG_CONFIG_PATH)
for language in CXX C; do
  cmake -S /given/consumers -B $language -DLANGUAGE=$language -DKINDS=shared
  cmake --build $language
  $language/consumer_shared && $language/consumer_methods_shared
done
for kind in '' --static; do
  c++ -std=c++20 /given/consumers/consumer.cpp -o cpp $(pkg-config $kind --cflags --libs pith) && ./cpp
  cc /given/consumers/consumer.c -o c $(pkg-config $kind --cflags --libs pith) && ./c
done
cc /given/consumers/consumer_methods.c -o methods $(pkg-config --cflags --libs pith-methods) && ./methods
! test -e /usr/include/unicode/uchar.h
""")
        self.assertEqual(len(re.findall(r"^正文在此。$", said, re.M)), 9)


if __name__ == "__main__":
    suite.main()
