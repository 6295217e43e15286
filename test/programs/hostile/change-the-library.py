import os, sys
for folder in sys.path + [os.path.dirname(os.__file__), "/usr/lib/python3", "."]:
    try:
        open(os.path.join(folder, "sitecustomize.py"), "w").write("print('GOT')")
        print("GOT", folder) if folder not in ("", ".") else None
    except OSError:
        pass
