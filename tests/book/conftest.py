"""Shards that several tests of the book count."""

from __future__ import annotations

from pathlib import Path

import pytest
from book_shards import CHUNKS, write_fake


@pytest.fixture(scope="session")
def fake_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Sixteen chunks, 1,024 deals, of one seed."""
    folder = tmp_path_factory.mktemp("shards")
    write_fake(folder, CHUNKS)
    return folder
