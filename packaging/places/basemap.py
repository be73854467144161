"""Builds the base map that `locd track map` draws under a track; see FORMAT.txt for the format.

Coasts, borders of countries and borders of states come from the GeoPackage that QGIS carries, which is Natural Earth at 1:10
million. Neighbours share their corners exactly, so each line is kept once: an edge of one country is coast, of two a border, and
one of two states within a country a border of states. Lakes and rivers come from the shapefiles of the same scale that Magics
carries: its land has a hole for each lake. The same input gives the same bytes.
"""

import argparse
import collections
import os
import sqlite3
import struct
import sys

import layout

MAGIC = b"LOCDBASE"
VERSION = 1
# Corners are whole numbers of 1e-4 degree, 11 m: the source is right to some hundred metres.
SCALE = 10_000
# A place in each sea that no country's area covers, so that it is no lake here: the Caspian Sea.
INLAND_SEAS = [(42 * SCALE, 51 * SCALE)]
# The last rank of a river, of Natural Earth's 0 to 10, for each layer of rivers: the largest come first.
RIVER_RANKS = (("RVR0", 3), ("RVR1", 6), ("RVR2", 10))


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


def shapes(path):
    """The parts of each line or area of a shapefile, as rounded corners (ESRI Shapefile Technical Description, 1998)."""
    with open(path, "rb") as file:
        data = file.read()
    at, found = 100, []
    while at < len(data):
        (words,) = struct.unpack_from(">I", data, at + 4)
        (kind,) = struct.unpack_from("<I", data, at + 8)
        parts = []
        if kind in (3, 5):
            count, corners = struct.unpack_from("<II", data, at + 44)
            starts = [*struct.unpack_from(f"<{count}I", data, at + 52), corners]
            flat = struct.unpack_from(f"<{2 * corners}d", data, at + 52 + 4 * count)
            parts = [without_repeats([(round(y * SCALE), round(x * SCALE)) for x, y in zip(flat[2 * a:2 * b:2], flat[2 * a + 1:2 * b:2])])
                     for a, b in zip(starts, starts[1:])]
        elif kind:
            raise ValueError(f"a shape of type {kind}, neither line nor area")
        found.append(parts)
        at += 8 + 2 * words
    return found


def without_repeats(line):
    return [corner for index, corner in enumerate(line) if not index or corner != line[index - 1]]


def attributes(path):
    """The records of a dBASE file, as texts by the names of the fields."""
    with open(path, "rb") as file:
        data = file.read()
    count, head, size = struct.unpack_from("<IHH", data, 4)
    fields, at, offset = [], 32, 1
    while data[at] != 13:
        length = data[at + 16]
        fields.append((data[at:at + 11].split(b"\0")[0].decode("ascii").lower(), offset, length))
        offset += length
        at += 32
    return [{name: data[start + offset:start + offset + length].decode("utf-8", "replace").strip() for name, offset, length in fields}
            for start in range(head, head + count * size, size)]


def turn(ring):
    """Twice the area that a closed ring goes around; negative if it turns clockwise, as the outer rings of shapefiles do."""
    return sum(b[0] * a[1] - a[0] * b[1] for a, b in zip(ring, ring[1:]))


def bounds(ring):
    return min(p[0] for p in ring), min(p[1] for p in ring), max(p[0] for p in ring), max(p[1] for p in ring)


def is_around(ring, corner):
    y, x = corner
    inside = False
    for (y1, x1), (y2, x2) in zip(ring, ring[1:]):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            inside = not inside
    return inside


def lakes(land, seas):
    """The holes of the land, and the islands in them: rings, of which an odd number is around water. What is sea already stays out."""
    rings = [ring for parts in land for ring in parts if len(ring) > 3]
    holes = [(bounds(ring), ring) for ring in rings if turn(ring) > 0]
    holes = [(box, ring) for box, ring in holes
             if not any(box[0] < p[0] < box[2] and box[1] < p[1] < box[3] and is_around(ring, p) for p in seas)]
    # An island lies in the smallest hole around it; it is the land of another part.
    islands = []
    for ring in rings:
        if turn(ring) < 0:
            box = bounds(ring)
            if any(hole[0] <= box[0] and hole[1] <= box[1] and hole[2] >= box[2] and hole[3] >= box[3] and is_around(other, ring[0])
                   for hole, other in holes):
                islands.append(ring)
    return [ring[:-1] for _, ring in holes] + [ring[:-1] for ring in islands]


def rivers(folder):
    """The courses of rivers, in the layer of their rank. What joins them within lakes stays out: the lake is drawn there."""
    path = os.path.join(folder, "ne_10m_rivers_lake_centerlines")
    found = {tag: [] for tag, _ in RIVER_RANKS}
    for parts, what in zip(shapes(path + ".shp"), attributes(path + ".dbf"), strict=True):
        if what["featurecla"] != "River":
            continue
        rank = float(what["scalerank"])
        tag = next(tag for tag, last in RIVER_RANKS if rank <= last)
        found[tag] += [part for part in parts if len(part) > 1]
    return found


def number(value):
    """A signed number: zigzag, then seven bits a byte, the low ones first."""
    value = value << 1 if value >= 0 else -value * 2 - 1
    encoded = bytearray()
    while value > 127:
        encoded.append(value & 127 | 128)
        value >>= 7
    encoded.append(value)
    return bytes(encoded)


def build(path, waters):
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
        "STAT": records(lines(provinces)),
        "LAKE": records(lakes(shapes(os.path.join(waters, "ne_10m_land.shp")), INLAND_SEAS)),
        **{tag: records(found) for tag, found in rivers(waters).items()}, "PNTS": bytes(points),
    }


SIZES = {"LAND": 24, "BORD": 24, "STAT": 24, "LAKE": 24, "RVR0": 24, "RVR1": 24, "RVR2": 24, "PNTS": 1}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--world", required=True, help="world_map.gpkg of qgis-common")
    parser.add_argument("--waters", required=True, help="10m of libmagics++-data")
    parser.add_argument("output")
    arguments = parser.parse_args()
    sections = build(arguments.world, arguments.waters)
    length = layout.write(arguments.output, MAGIC, VERSION, SIZES, sections)
    counts = ", ".join(f"{len(sections[tag]) // 24} {name}" for tag, name in (
        ("LAND", "coasts"), ("BORD", "borders"), ("STAT", "borders of states"), ("LAKE", "lakes and their islands"), ("RVR0", "large rivers"),
        ("RVR1", "rivers"), ("RVR2", "small rivers")))
    print(f"{arguments.output}: {counts}, {length} bytes", file=sys.stderr)


if __name__ == "__main__":
    main()
