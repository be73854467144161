"""The form of the files that locd looks places up in: a header, the list of sections with a checksum each, the header's own, then
the sections, each on a multiple of eight."""

import os
import struct
import zlib


def write(path, magic, version, sizes, sections):
    """Replaces a file with `sections`; `sizes` gives their order and the bytes of one entry of each. Returns its length."""
    head = 24 + 24 * len(sizes) + 8
    listed, body = b"", bytearray()
    for tag, size in sizes.items():
        data = sections[tag]
        listed += struct.pack("<4sIIIQ", tag.encode(), size, len(data) // size, zlib.crc32(data), head + len(body))
        body += data + bytes(-len(data) % 8)
    start = magic + struct.pack("<IIQ", version, len(sizes), head + len(body)) + listed
    with open(path + ".new", "wb") as file:
        file.write(start + struct.pack("<II", zlib.crc32(start), 0) + body)
    os.replace(path + ".new", path)
    return head + len(body)
