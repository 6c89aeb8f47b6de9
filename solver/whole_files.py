"""Files that are whole or not there at all, and tell when they were damaged later.

A file is written beside its place, forced to the disk and then renamed. A sealed one begins with a
line of its kind, its version and a checksum of all that follows. Nothing here knows what is inside;
the caller says which error a fault is.
"""

from __future__ import annotations

import errno
import hashlib
import os
from contextlib import suppress
from pathlib import Path

from .errors import HakemError

__all__ = ["checksum", "promised", "seal", "sealed", "unsealed", "write_whole"]


def seal(name: bytes, version: int, body: bytes) -> bytes:
    """The first line of a file of this kind: its name, its version, the checksum of the body."""
    return b"%s %d %s\n" % (name, version, checksum(body).encode())


def sealed(name: bytes, version: int, body: bytes) -> bytes:
    """A file of this kind: the first line and the body."""
    return seal(name, version, body) + body


def promised(name: bytes, version: int, line: bytes, path: Path, error: type[HakemError]) -> str:
    """The checksum in a first line; an error naming the file when it is of another kind."""
    words = line.rstrip(b"\n").rsplit(b" ", 2)
    what = name.decode().removeprefix("hakem ")
    if len(words) != 3 or words[0] != name or not words[1].isdigit():
        raise error(f"{path} is no {what}")
    if int(words[1]) != version:
        raise error(
            f"{path} is a {what} of version {int(words[1])}, this program reads version {version}"
        )
    return words[2].decode("latin-1")


def unsealed(name: bytes, version: int, data: bytes, path: Path, error: type[HakemError]) -> bytes:
    """What follows the first line; an error naming the file when it is damaged or foreign."""
    line = data[:200].partition(b"\n")[0]
    said = promised(name, version, line, path, error)
    body = data[len(line) + 1 :]
    if checksum(body) != said:
        raise error(f"{path} is damaged: its checksum does not fit, so nothing of it is used")
    return body


def checksum(data: bytes) -> str:
    """Sixteen bytes of BLAKE2b in hexadecimal."""
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def write_whole(path: Path, data: bytes, error: type[HakemError], force: bool = True) -> None:
    """Write beside the place, rename; the old file stays until then.

    `force`: not before the disk has it, so that a power cut leaves the old file or the new one;
    without it that holds for the end of this process only. An error names the file and says why it
    could not be written.
    """
    beside = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(beside, "wb") as file:
            file.write(data)
            file.flush()
            if force:
                os.fsync(file.fileno())
        os.replace(beside, path)
        if force:
            _force_folder(path.parent)
    except OSError as fault:
        with suppress(OSError):
            beside.unlink()
        why = "the disk is full" if fault.errno == errno.ENOSPC else fault.strerror or str(fault)
        raise error(
            f"{path} could not be written: {why}; what stood there before is kept"
        ) from fault


def _force_folder(folder: Path) -> None:
    """The new name must reach the disk as well, where the system lets a folder be opened."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
