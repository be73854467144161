"""Reads what R wrote (the XDR serialization of the manual "R Internals", section 1.8), as far as packages of data use it."""

import bz2
import gzip
import lzma
import struct
import zlib


class Value(list):
    """A vector with the attributes that R hangs onto it."""

    attributes = {}


class Reader:
    def __init__(self, data):
        if data[:2] != b"X\n":
            raise ValueError("no XDR serialization of R")
        self.data, self.at, self.seen = data, 14, []
        if struct.unpack_from(">i", data, 2)[0] >= 3:  # names its encoding
            self.at = 18 + struct.unpack_from(">i", data, 14)[0]

    def integer(self):
        self.at += 4
        return struct.unpack_from(">i", self.data, self.at - 4)[0]

    def remember(self, value):
        self.seen.append(value)
        return value

    def vector(self, values, has_attributes):
        value = Value(values)
        value.attributes = dict(self.item()) if has_attributes else {}
        return value

    def numbers(self, code, size, count):
        self.at += size * count
        return struct.unpack_from(f">{count}{code}", self.data, self.at - size * count)

    def item(self):
        flags = self.integer()
        kind, has_attributes, has_tag = flags & 255, flags >> 9 & 1, flags >> 10 & 1
        if kind in (254, 253, 252, 251, 242):  # nothing, and the environments that everybody knows
            return []
        if kind == 255:
            return self.seen[(flags >> 8 or self.integer()) - 1]
        if kind == 1:
            return self.remember(self.item())
        if kind == 9:
            count = self.integer()
            if count < 0:
                return None
            self.at += count
            return self.data[self.at - count : self.at].decode("utf-8", "replace")
        if kind in (2, 6):  # pairs, in a loop: a list of thousands is no recursion of thousands
            pairs = []
            while kind in (2, 6):
                if has_attributes:
                    self.item()
                tag = self.item() if has_tag else None
                pairs.append((tag, self.item()))
                flags = self.integer()
                kind, has_attributes, has_tag = flags & 255, flags >> 9 & 1, flags >> 10 & 1
            if kind != 254:
                raise ValueError(f"a list that ends with type {kind}")
            return pairs
        if kind == 25:
            return self.vector([], has_attributes)
        count = self.integer()
        if kind in (10, 13):
            return self.vector(self.numbers("i", 4, count), has_attributes)
        if kind == 14:
            return self.vector(self.numbers("d", 8, count), has_attributes)
        if kind in (16, 19, 20):
            return self.vector([self.item() for _ in range(count)], has_attributes)
        raise ValueError(f"type {kind} at byte {self.at}")


def expand(data):
    """A record of a lazy-load database: its length, and how it was compressed."""
    if data[4:5] == b"2":
        return bz2.decompress(data[5:])
    if data[4:5] == b"Z":
        return lzma.decompress(
            data[5:], format=lzma.FORMAT_RAW, filters=[{"id": lzma.FILTER_LZMA2, "dict_size": 1 << 26}])
    return zlib.decompress(data[4:])


def variable(path, name):
    """A variable of a lazy-load database, `path` without its .rdx and .rdb."""
    with open(path + ".rdx", "rb") as file:
        packed = file.read()
    index = Reader(gzip.decompress(packed) if packed[:2] == b"\x1f\x8b" else zlib.decompress(packed)).item()
    variables = index[0]
    offset, length = dict(zip(variables.attributes["names"], variables))[name]
    with open(path + ".rdb", "rb") as file:
        file.seek(offset)
        return Reader(expand(file.read(length))).item()


def column(frame, name):
    """A column of a data frame as a list, a factor as its words."""
    values = dict(zip(frame.attributes["names"], frame))[name]
    if "levels" not in values.attributes:
        return list(values)
    return [values.attributes["levels"][v - 1] if v > 0 else None for v in values]
