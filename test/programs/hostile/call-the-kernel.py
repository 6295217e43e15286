import ctypes, os
libc = ctypes.CDLL(None)
for name, *args in (("ptrace", 0, 0, 0, 0), ("unshare", 0x10000000), ("setuid", 0), ("chroot", b"."), ("mount", b"x", b"/", b"tmpfs", 0, 0),
                    ("shmget", 1, 4096, 0o1600), ("personality", 0x40000)):
    if getattr(libc, name)(*args) >= 0 and name != "personality":
        print("GOT", name)
