"""The modules of the page that know neither elements nor server, in node where it is installed."""

import shutil
import subprocess

import pytest
from conftest import ROOT


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_the_pure_half_of_the_page():
    files = sorted(str(path) for path in (ROOT / "tests" / "page").glob("*.test.mjs"))
    assert files
    ran = subprocess.run(
        ["node", "--experimental-default-type=module", "--test", *files],
        capture_output=True, text=True, cwd=ROOT, timeout=60, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout + ran.stderr
