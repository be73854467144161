"""Stands for systemd's locd-hook@NAME.socket: PATH LOCD DIRECTORY SEED KILLS.

Runs `LOCD hook --directory DIRECTORY` for each connection to PATH, one after the other. Of the first connections some are closed
unread, and some programs are killed at random moments, KILLS in all; then none, and none once PATH.calm exists. Prints `killed N` for each.
"""

import os
import random
import signal
import socket
import subprocess
import sys

path, locd, directory, seed, kills = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]), int(sys.argv[5])
random.seed(seed)
listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
listener.bind(path)
listener.listen(64)
done = 0
while True:
    connection, _ = listener.accept()
    if os.path.exists(path + ".calm"):
        kills = 0
    if done < kills and random.random() < 0.1:
        connection.close()
        done += 1
        print("killed", done, flush=True)
        continue
    child = subprocess.Popen([locd, "hook", "--directory", directory], stdin=connection, start_new_session=True)
    connection.close()
    if done < kills:
        try:
            child.wait(timeout=random.uniform(0, 0.05))
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            done += 1
            print("killed", done, flush=True)
    child.wait()
