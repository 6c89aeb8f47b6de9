"""Files that are whole or not there at all, and tell when they were damaged later.

Every file that a command writes is written here: beside its place, forced to the disk and then
renamed. A sealed one begins with a line of its kind, its version and a checksum of all that
follows. Nothing here knows what is inside; the caller says which error a fault in it is.
"""

from __future__ import annotations

import errno
import hashlib
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from .errors import HakemError, WriteError, unread

__all__ = ["BESIDE", "check_place", "checksum", "promised", "read_regular", "seal", "sealed",
           "unsealed", "whole_file", "write_whole"]  # fmt: skip

LARGEST = 1 << 26
"""Bytes of the largest file that is read whole: a thousand times what such files have."""
BESIDE = ".hakem-"
"""How the name of a file begins that is not in its place yet."""
_OPEN_FILES = ("/dev/std", "/dev/fd/", "/proc/")
"""Places that stand for a file which a program has open: to rename onto it would part the two."""
_NAMELESS = hasattr(os, "O_TMPFILE") and os.path.isdir("/proc/self/fd")


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


def read_regular(path: Path, error: type[HakemError]) -> bytes:
    """The bytes of a file that a program of this package wrote; an error naming it for any other.

    FileNotFoundError and NotADirectoryError where nothing is there. Devices, pipes and files beyond
    `LARGEST` bytes are refused before anything is read: none of them ends in reasonable time.
    """
    try:
        told = os.stat(path)
        if not stat.S_ISREG(told.st_mode):
            raise error(f"{path} could not be read: it is no regular file")
        if told.st_size > LARGEST:
            raise error(f"{path} could not be read: it has more than {LARGEST:,} bytes")
        with open(path, "rb") as file:
            return file.read(LARGEST)
    except (FileNotFoundError, NotADirectoryError):
        raise
    except OSError as fault:
        raise error(unread(path, fault)) from None


def write_whole(path: Path | str, data: bytes | str, force: bool = True) -> None:
    """Put these bytes, or this text in UTF-8, in the place of the file, as `whole_file` does it."""
    with whole_file(path, force) as file:
        file.write(data.encode() if isinstance(data, str) else data)


@contextmanager
def whole_file(path: Path | str, force: bool = True) -> Iterator[IO[bytes]]:
    """A file beside its place, to be written and then renamed; the old file stays until then.

    A link is followed and kept; a file that is replaced passes on its mode. `force`: not before the
    disk has it, so that a power cut leaves the old file or the new one; without it that holds for
    the end of this process only. An exception leaves what stood there. Whatever ends this process,
    nothing is left beside but in the instant of the renaming, where the system knows files without
    a name. WriteError, which names the file, for every OSError while it is written.
    """
    name = ""
    try:
        target, mode = _place(path)
        handle, name = _beside(target.parent)
        with open(handle, "wb") as file:
            if mode is not None and os.chmod in os.supports_fd:
                os.chmod(handle, mode)
            yield file
            file.flush()
            if force:
                os.fsync(handle)
            name = name or _named(handle, target.parent)
        os.replace(name, target)
        name = ""
        if force:
            _force_folder(target.parent)
    except OSError as fault:
        raise _unwritten(path, fault) from fault
    finally:
        if name:
            with suppress(OSError):
                os.unlink(name)


def check_place(path: Path | str) -> None:
    """WriteError where `write_whole` cannot write; nothing there is touched or made."""
    try:
        handle, name = _beside(_place(path)[0].parent)
        os.close(handle)
        if name:
            os.unlink(name)
    except OSError as fault:
        raise _unwritten(path, fault) from fault


def _place(path: Path | str) -> tuple[Path, int | None]:
    """Where a file is written, behind all links, and the mode of the one that is there."""
    if "\0" in str(path):
        raise WriteError(f"{str(path)!r} could not be written: it is no name of a file")
    target = Path(os.path.realpath(path))
    try:
        mode = os.stat(target).st_mode
    except FileNotFoundError:
        mode = stat.S_IFREG
    if not stat.S_ISREG(mode) or os.path.abspath(path).startswith(_OPEN_FILES):
        raise WriteError(f"{path} could not be written: it is no regular file")
    if mode == stat.S_IFREG:
        return target, None
    if not os.access(target, os.W_OK):
        raise WriteError(f"{path} could not be written: it is read-only")
    return target, stat.S_IMODE(mode)


def _beside(folder: Path) -> tuple[int, str]:
    """A new file in this folder, open to be written, and its name; it may have none yet."""
    if _NAMELESS:
        try:
            return os.open(folder, os.O_TMPFILE | os.O_WRONLY | os.O_CLOEXEC, 0o666), ""
        except (IsADirectoryError, NotImplementedError):  # an older system
            pass
        except OSError as fault:
            if fault.errno not in (errno.EOPNOTSUPP, errno.EINVAL):
                raise
    name = _fresh_name(folder)
    flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_BINARY", 0)
    return os.open(name, flags | getattr(os, "O_CLOEXEC", 0), 0o666), name


def _named(handle: int, folder: Path) -> str:
    """Give a file without a name one, so that it can be renamed."""
    name = _fresh_name(folder)
    place = os.open(folder, os.O_RDONLY)
    try:  # with a folder open, the link in /proc is followed
        os.link(f"/proc/self/fd/{handle}", os.path.basename(name), dst_dir_fd=place)
    finally:
        os.close(place)
    return name


def _fresh_name(folder: Path) -> str:
    return str(folder / f"{BESIDE}{secrets.token_hex(8)}.new")


def _unwritten(path: Path | str, fault: OSError) -> WriteError:
    folder = os.path.dirname(os.path.realpath(path))
    if fault.errno in (errno.ENOSPC, errno.EDQUOT):
        why = "the disk is full"
    elif not os.path.isdir(folder):
        why = f"there is no folder {folder}"
    else:
        why = fault.strerror or str(fault)
    return WriteError(f"{path} could not be written: {why}")


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
