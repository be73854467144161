"""Builds the table of time zones that `locd` reads; see FORMAT.txt for the format.

The boundaries are those of timezone-boundary-builder, from OpenStreetMap, as PyPI's timezonefinder-data carries them (ODbL). The earth
is cut into cells of half a degree. A cell in one zone needs its number only; of any other, the pieces of all zones but the largest
are kept, with corners on a grid of 1/65535 of the cell, at most 0.9 m apart, and without corners that change nothing by more than TOLERANCE.
The same input gives the same bytes.
"""

import argparse
import struct
import sys

import layout
import numpy
import shapely
from timezonefinder import TimezoneFinder

MAGIC = b"LOCDZONE"
VERSION = 1
ROWS, COLUMNS, PER_DEGREE = 360, 720, 2
# Degrees: 5 m.
TOLERANCE = 0.00005
STEPS = 65535
MIXED = 0x80000000
SIZES = {"ZONE": 48, "CELL": 4, "MIXD": 8, "RING": 8, "VRTX": 4, "NOTE": 1}
NOTE = b"Boundaries (c) OpenStreetMap contributors, Open Database License 1.0 (ODbL), by timezone-boundary-builder and timezonefinder-data"


def zones():
    finder = TimezoneFinder(in_memory=True)
    for name in sorted(finder.timezone_names):
        yield name, shapely.multipolygons([
            shapely.polygons(shapely.linearrings(rings[0]), holes=[shapely.linearrings(hole) for hole in rings[1:]] or None)
            for rings in finder.get_geometry(tz_name=name, coords_as_pairs=True)
        ])


class Table:
    def __init__(self, names):
        self.names = names
        self.cells = numpy.zeros(ROWS * COLUMNS, dtype="<u4")
        self.mixed, self.rings, self.corners = [], [], []
        self.corner_count = 0

    def cut(self, pieces, row, column, size):
        """Fills a square of cells with the zones' pieces in it."""
        if len(pieces) == 1 and shapely.area(pieces[0][1]) >= (size / PER_DEGREE) ** 2 * (1 - 1e-12):
            for line in range(row, row + size):
                self.cells[line * COLUMNS + column : line * COLUMNS + column + size] = pieces[0][0]
            return
        if size == 1:
            self.fill(pieces, row, column)
            return
        # An odd size is cut into a larger and a smaller half.
        half = (size + 1) // 2
        for south, rows in ((row, half), (row + half, size - half)):
            for west, columns in ((column, half), (column + half, size - half)):
                if rows and columns:
                    self.clip(pieces, south, west, rows, columns)

    def clip(self, pieces, row, column, rows, columns):
        west, south = column / PER_DEGREE - 180, row / PER_DEGREE - 90
        east, north = west + columns / PER_DEGREE, south + rows / PER_DEGREE
        found = []
        for zone, shape in pieces:
            bounds = shapely.bounds(shape)
            if bounds[0] >= east or bounds[2] <= west or bounds[1] >= north or bounds[3] <= south:
                continue
            part = shapely.clip_by_rect(shape, west, south, east, north)
            if shapely.area(part) > 0:
                found.append((zone, part))
        if rows == columns:
            self.cut(found, row, column, rows)
            return
        for line in range(rows):
            for place in range(columns):
                self.clip(found, row + line, column + place, 1, 1)

    def fill(self, pieces, row, column):
        west, south = column / PER_DEGREE - 180, row / PER_DEGREE - 90
        pieces = sorted(pieces, key=lambda piece: (-shapely.area(piece[1]), piece[0]))
        if not pieces:
            raise ValueError(f"no zone at {south} {west}")
        first = len(self.rings)
        for zone, shape in pieces[1:]:
            for polygon in shapely.get_parts(shapely.simplify(shape, TOLERANCE)):
                if shapely.get_type_id(polygon) != 3 or shapely.is_empty(polygon):
                    continue
                for ring in shapely.get_rings(polygon):
                    self.ring(zone, shapely.get_coordinates(ring), west, south)
        count = len(self.rings) - first
        if count == 0:
            self.cells[row * COLUMNS + column] = pieces[0][0]
            return
        self.cells[row * COLUMNS + column] = MIXED | len(self.mixed)
        self.mixed.append(struct.pack("<HHI", pieces[0][0], count, first))

    def ring(self, zone, corners, west, south):
        grid = numpy.rint((corners[:-1] - (west, south)) * PER_DEGREE * STEPS).clip(0, STEPS).astype("<u2")
        keep = numpy.any(grid != numpy.roll(grid, 1, axis=0), axis=1)
        grid = grid[keep]
        if len(grid) < 3:
            return
        if len(grid) > 0xFFFF:
            raise ValueError("a ring has too many corners")
        self.rings.append(struct.pack("<HHI", zone, len(grid), self.corner_count))
        self.corners.append(grid.tobytes())
        self.corner_count += len(grid)

    def sections(self):
        return {
            "ZONE": b"".join(struct.pack("<48s", name.encode()) for name in self.names), "CELL": self.cells.tobytes(),
            "MIXD": b"".join(self.mixed), "RING": b"".join(self.rings), "VRTX": b"".join(self.corners), "NOTE": NOTE,
        }


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("output")
    arguments = parser.parse_args()
    names, shapes = zip(*zones())
    if any(len(name.encode()) > 47 for name in names):
        raise ValueError("a name is too long")
    table = Table(names)
    for row in range(0, ROWS, 40):
        for column in range(0, COLUMNS, 40):
            table.clip(list(enumerate(shapes)), row, column, 40, 40)
    length = layout.write(arguments.output, MAGIC, VERSION, SIZES, table.sections())
    print(f"{arguments.output}: {len(names)} zones, {len(table.mixed)} cells with borders, {length} bytes", file=sys.stderr)


if __name__ == "__main__":
    main()
