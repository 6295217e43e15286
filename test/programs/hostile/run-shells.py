import os, subprocess
for run in (lambda: subprocess.run(["/bin/sh", "-c", "echo GOT a shell"]), lambda: os.system("echo GOT a shell"),
            lambda: os.execv("/bin/sh", ["sh", "-c", "echo GOT a shell"])):
    try:
        run()
    except OSError:
        pass
