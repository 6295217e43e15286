import socket
secret, port, path, pid = input().split()
for family, address in ((socket.AF_INET, ("127.0.0.1", int(port))), (socket.AF_UNIX, path), (socket.AF_UNIX, "\0" + path)):
    try:
        socket.socket(family, socket.SOCK_STREAM).connect(address)
        print("GOT connected")
    except OSError:
        pass
