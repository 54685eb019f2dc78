"""The second wall of a sandbox: system calls that no build, test or browser needs are refused.

bubblewrap loads the filter just before it starts the command. A refused call fails with EPERM. The
numbers are those of Linux (arch/x86/entry/syscalls/syscall_64.tbl and asm-generic/unistd.h).
"""

import platform
import struct
from collections.abc import Sequence

REFUSED = {
    "x86_64": {
        "keyrings": (248, 249, 250),  # add_key, request_key, keyctl
        "other processes": (101, 310, 311),  # ptrace, process_vm_readv, process_vm_writev
        "mounts": (155, 165, 166, 308, 428, 429, 430, 431, 432, 433, 442),
        "handles": (303, 304),  # name_to_handle_at, open_by_handle_at
        "kernel": (103, 163, 169, 170, 171, 175, 176, 246, 313, 320, 321, 323),
        "swap and quotas": (167, 168, 179, 443),
        "ports": (172, 173),  # iopl, ioperm
        "performance counters": (298,),
        "io_uring": (425, 426, 427),
        "clocks": (159, 164, 227, 305),
        "secret memory": (447,),
    },
    "aarch64": {
        "keyrings": (217, 218, 219),
        "other processes": (117, 270, 271),
        "mounts": (39, 40, 41, 268, 428, 429, 430, 431, 432, 433, 442),
        "handles": (264, 265),
        "kernel": (89, 104, 105, 106, 116, 142, 161, 162, 273, 280, 282, 294),
        "swap and quotas": (60, 224, 225, 443),
        "performance counters": (241,),
        "io_uring": (425, 426, 427),
        "clocks": (112, 170, 171, 266),
        "secret memory": (447,),
    },
}
"""By machine: what is refused, and the numbers of the calls."""
ARCHITECTURE = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
"""The kernel's names of the machines (AUDIT_ARCH_*). A call of another kind ends the process."""
SOCKET = {"x86_64": 41, "aarch64": 198}
AF_ALG = 38
"""Sockets to the kernel's own cryptography."""
X32 = 0x40000000
"""Numbers from here on are the same calls again, under another name."""
LOAD, EQUAL, AT_LEAST, RETURN = 0x20, 0x15, 0x35, 0x06
NUMBER, MACHINE, FIRST_ARGUMENT = 0, 4, 16
"""Where the kernel puts what a filter may look at."""
ALLOW, REFUSE, KILL = 0x7FFF0000, 0x00050001, 0x80000000

Instruction = tuple[int, int, int, int]
"""Code, instructions to skip if true and if false, and a value."""


def seccomp_filter(machine: str = platform.machine()) -> bytes:
    """The filter for this machine, as the kernel takes it; nothing for a machine without a list."""
    if machine not in REFUSED:
        return b""
    refused = sorted(number for numbers in REFUSED[machine].values() for number in numbers)
    # after the list: a socket's family is looked at, then comes what is returned
    ending: Sequence[Instruction] = (
        (EQUAL, 0, 2, SOCKET[machine]),
        (LOAD, 0, 0, FIRST_ARGUMENT),
        (EQUAL, 1, 0, AF_ALG),
        (RETURN, 0, 0, ALLOW),
        (RETURN, 0, 0, REFUSE),
    )
    to_refuse = len(refused) + len(ending) - 1
    program: list[Instruction] = [
        (LOAD, 0, 0, MACHINE),
        (EQUAL, 1, 0, ARCHITECTURE[machine]),
        (RETURN, 0, 0, KILL),
        (LOAD, 0, 0, NUMBER),
        (AT_LEAST, to_refuse, 0, X32),
    ]
    for place, number in enumerate(refused, 1):
        program.append((EQUAL, to_refuse - place, 0, number))
    return b"".join(struct.pack("HBBI", *instruction) for instruction in [*program, *ending])
