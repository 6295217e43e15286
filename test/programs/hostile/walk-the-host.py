import os
secret = input().split()[0]
for path in (secret, "/etc/passwd", "/etc/shadow", "/proc/1/environ", "/proc/self/environ", "/root/.ssh/id_rsa"):
    try:
        print("GOT", open(path).read(64))
    except OSError:
        pass
print("GOT", os.environ["SECRET"]) if "SECRET" in os.environ else None
