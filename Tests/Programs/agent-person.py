"""A person in front of `locd agent` on a terminal of its own: LOCD-COMMAND… -- ANSWER…

Types the next answer each time that the question ends with its choices, and prints all that the terminal shows.
"""

import os
import pty
import sys

split = sys.argv.index("--")
command, answers = sys.argv[1:split], sys.argv[split + 1 :]
process, terminal = pty.fork()
if process == 0:
    os.execvp(command[0], command)
print(f"agent {process}", flush=True)
seen = b""
while True:
    try:
        part = os.read(terminal, 4096)
    except OSError:
        break
    if not part:
        break
    sys.stdout.write(part.decode(errors="replace"))
    sys.stdout.flush()
    seen += part
    while b"[s] skip? " in seen:
        seen = seen.split(b"[s] skip? ", 1)[1]
        if answers:
            os.write(terminal, answers.pop(0).encode() + b"\n")
