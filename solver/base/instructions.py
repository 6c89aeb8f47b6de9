"""How many instructions this thread has carried out, where the machine counts them.

Linux only (perf_event_open, user space, this thread alone); virtual machines and strict systems
refuse. Unlike time, the number does not depend on what else the machine does.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import sys

__all__ = ["InstructionCounter"]

_CALL = {"x86_64": 298, "aarch64": 241}  # the number of perf_event_open
_SIZE = 112  # bytes of perf_event_attr, as of its fifth version
_HARDWARE, _INSTRUCTIONS = 0, 1
_USER_ONLY = 1 << 5 | 1 << 6  # neither the kernel nor a hypervisor
_DENIED = "the system does not allow it (see /proc/sys/kernel/perf_event_paranoid)"
_WHY = {
    errno.ENOENT: "this machine has no counter of them, as most virtual machines",
    errno.EACCES: _DENIED,
    errno.EPERM: _DENIED,
}


class InstructionCounter:
    """`read()` gives the instructions since it was made, None where they are not counted.

    `refused` says why not, in a few words; it is empty where they are. `close()` ends it.
    """

    def __init__(self) -> None:
        self.refused = ""
        self._file = -1
        number = _CALL.get(platform.machine())
        if sys.platform != "linux" or number is None:
            self.refused = f"{sys.platform} on {platform.machine()} is not known to count them"
            return
        head = (ctypes.c_uint32 * 2)(_HARDWARE, _SIZE)
        rest = (ctypes.c_uint64 * ((_SIZE - 8) // 8))(_INSTRUCTIONS, 0, 0, 0, _USER_ONLY)
        attributes = bytes(head) + bytes(rest)
        libc = ctypes.CDLL(None, use_errno=True)
        self._file = libc.syscall(ctypes.c_long(number), attributes, 0, -1, -1, ctypes.c_ulong(0))
        if self._file < 0:
            fault = ctypes.get_errno()
            self.refused = _WHY.get(fault, f"the system says {os.strerror(fault)!r}")

    def read(self) -> int | None:
        """Instructions of this thread since the counter was made."""
        if self._file < 0:
            return None
        return int.from_bytes(os.read(self._file, 8), sys.byteorder)

    def close(self) -> None:
        """Give the counter back."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1
