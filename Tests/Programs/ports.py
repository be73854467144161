"""A port of the loopback that nobody uses."""

import contextlib
import random
import socket


def free_port():
    """Below the ports that the kernel gives to outgoing connections, and to whoever asks for any: those may be gone before they are used."""
    while True:
        port = random.randrange(10_000, 32_000)
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
