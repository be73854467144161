"""Builds the base map that `locd track map` draws under a track; see Documentation/BaseMap.md for the format.

Coasts, borders of countries and borders of states come from the GeoPackage that QGIS carries, which is Natural Earth at 1:10
million. Neighbours share their corners exactly, so each line is kept once: an edge of one country is coast, of two a border, and
one of two states within a country a border of states. The same input gives the same bytes.
"""

import argparse
import collections
import os
import sqlite3
import struct
import sys
import zlib

MAGIC = b"LOCDBASE"
VERSION = 1
# Corners are whole numbers of 1e-4 degree, 11 m: the source is right to some hundred metres.
SCALE = 10_000


def rings(blob):
    """The rings of a geometry in a GeoPackage: a header, then WKB."""
    envelope = blob[3] >> 1 & 7
    return polygons(blob, 8 + {0: 0, 1: 32, 2: 48, 3: 48, 4: 64}[envelope])[0]


def polygons(blob, at):
    order = "<" if blob[at] == 1 else ">"
    kind, count = struct.unpack_from(order + "II", blob, at + 1)
    at += 9
    found = []
    if kind == 6:
        for _ in range(count):
            inner, at = polygons(blob, at)
            found += inner
    elif kind == 3:
        for _ in range(count):
            (corners,) = struct.unpack_from(order + "I", blob, at)
            flat = struct.unpack_from(f"{order}{2 * corners}d", blob, at + 4)
            at += 4 + 16 * corners
            found.append([(round(y * SCALE), round(x * SCALE)) for x, y in zip(flat[::2], flat[1::2])])
    else:
        raise ValueError(f"a geometry of type {kind}, not a polygon")
    return found, at


def edges(database, table):
    """Each edge in the direction of its ring, with how many times it is there."""
    counts = collections.Counter()
    for (blob,) in database.execute(f"SELECT geom FROM {table} ORDER BY fid"):
        for ring in rings(blob):
            for edge in zip(ring, ring[1:]):
                if edge[0] != edge[1]:
                    counts[edge] += 1
    return counts


def rounds(edges):
    """Directed edges put together to rings, without their last corner."""
    following = collections.defaultdict(list)
    for start, end in edges:
        following[start].append(end)
    result = []
    for start in sorted(following):
        while following[start]:
            ring = [start]
            while following[ring[-1]]:
                following_corner = following[ring[-1]].pop(0)
                if following_corner == start:
                    break
                ring.append(following_corner)
            if len(ring) > 2:
                result.append(ring)
    return result


def lines(edges):
    """Edges of either direction put together to lines, which end where not exactly two edges meet; else they are rings."""
    neighbours = collections.defaultdict(list)
    for start, end in edges:
        neighbours[start].append(end)
        neighbours[end].append(start)
    ends = {corner: len(others) != 2 for corner, others in neighbours.items()}
    result = []
    for start in sorted(neighbours, key=lambda corner: (not ends[corner], corner)):
        while neighbours[start]:
            line = [start]
            while neighbours[line[-1]]:
                corner = neighbours[line[-1]].pop(0)
                neighbours[corner].remove(line[-1])
                line.append(corner)
                if ends[corner]:
                    break
            result.append(line)
    return result


def once(counts):
    """Edges between two areas, in one direction each."""
    return sorted({min(edge, edge[::-1]) for edge in counts if edge[::-1] in counts})


def number(value):
    """A signed number: zigzag, then seven bits a byte, the low ones first."""
    value = value << 1 if value >= 0 else -value * 2 - 1
    encoded = bytearray()
    while value > 127:
        encoded.append(value & 127 | 128)
        value >>= 7
    encoded.append(value)
    return bytes(encoded)


def build(path):
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    countries, states = edges(database, "countries"), edges(database, "states_provinces")
    coast = sorted(edge for edge in countries if edge[::-1] not in countries)
    borders = once(countries)
    known = set(borders)
    provinces = [edge for edge in once(states) if edge not in known and edge[::-1] not in known]
    points = bytearray()

    def records(found):
        packed = bytearray()
        for line in sorted(found, key=lambda line: (-len(line), line)):
            latitudes, longitudes = [p[0] for p in line], [p[1] for p in line]
            packed += struct.pack(
                "<iiiiII", *(10 * bound for bound in (min(latitudes), min(longitudes), max(latitudes), max(longitudes))),
                len(points), len(line))
            before = (0, 0)
            for point in line:
                points.extend(number(point[0] - before[0]) + number(point[1] - before[1]))
                before = point
        return bytes(packed)

    return {
        "LAND": records(rounds(coast)), "BORD": records(lines(borders)),
        "STAT": records(lines(provinces)), "PNTS": bytes(points),
    }


SIZES = {"LAND": 24, "BORD": 24, "STAT": 24, "PNTS": 1}


def lay_out(sections):
    """As the place table: a header, the list of sections with a checksum each, its own, the sections on multiples of eight."""
    head = 24 + 24 * len(SIZES) + 8
    listed, body = b"", bytearray()
    for tag, size in SIZES.items():
        data = sections[tag]
        listed += struct.pack("<4sIIIQ", tag.encode(), size, len(data) // size, zlib.crc32(data), head + len(body))
        body += data + bytes(-len(data) % 8)
    start = MAGIC + struct.pack("<IIQ", VERSION, len(SIZES), head + len(body)) + listed
    return start + struct.pack("<II", zlib.crc32(start), 0) + body


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--world", required=True, help="world_map.gpkg of qgis-common")
    parser.add_argument("output")
    arguments = parser.parse_args()
    sections = build(arguments.world)
    data = lay_out(sections)
    with open(arguments.output + ".new", "wb") as file:
        file.write(data)
    os.replace(arguments.output + ".new", arguments.output)
    counts = ", ".join(f"{len(sections[tag]) // 24} {name}" for tag, name in (
        ("LAND", "coasts"), ("BORD", "borders"), ("STAT", "borders of states")))
    print(f"{arguments.output}: {counts}, {len(data)} bytes", file=sys.stderr)


if __name__ == "__main__":
    main()
