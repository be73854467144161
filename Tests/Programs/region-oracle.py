#!/usr/bin/env python3
"""An oracle for regions that shares nothing with locd: Shapely (GEOS) decides what lies inside of what.

Writes lines of JSON, each a case: a GeoJSON feature, points along a way, and whether each of them is inside. RFC 7946 makes
edges straight in longitude and latitude, which is Shapely's plane, so polygons are asked as they are (moved to one side of
the antimeridian). Circles and corridors are asked in metres around each point, by Vincenty's formula and the ellipsoid's radii
of curvature; a point nearer to such a boundary than these are exact is left out.

    region-oracle.py [--seed N] [--cases N] [--output FILE]

Exits 69 where Shapely is not installed (Debian: python3-shapely).
"""
import argparse
import json
import math
import random
import sys

try:
    from shapely.geometry import LineString, Point, Polygon
except ImportError:
    print("region-oracle: there is no Shapely; apt install python3-shapely", file=sys.stderr)
    sys.exit(69)

A, F = 6378137.0, 1 / 298.257223563
B, E2 = A * (1 - F), F * (2 - F)


def wrap(degrees):
    return (degrees + 180) % 360 - 180


def vincenty(one, two):
    """Metres between two (longitude, latitude), after T. Vincenty, Survey Review 23 (1975)."""
    width = math.radians(wrap(two[0] - one[0]))
    u1, u2 = (math.atan((1 - F) * math.tan(math.radians(p[1]))) for p in (one, two))
    s1, c1, s2, c2 = math.sin(u1), math.cos(u1), math.sin(u2), math.cos(u2)
    lam = width
    for _ in range(100):
        sl, cl = math.sin(lam), math.cos(lam)
        sigma_sin = math.hypot(c2 * sl, c1 * s2 - s1 * c2 * cl)
        if sigma_sin == 0:
            return 0.0
        sigma_cos = s1 * s2 + c1 * c2 * cl
        sigma = math.atan2(sigma_sin, sigma_cos)
        alpha_sin = c1 * c2 * sl / sigma_sin
        alpha_cos2 = 1 - alpha_sin * alpha_sin
        middle = sigma_cos - 2 * s1 * s2 / alpha_cos2 if alpha_cos2 else 0
        c = F / 16 * alpha_cos2 * (4 + F * (4 - 3 * alpha_cos2))
        before = lam
        lam = width + (1 - c) * F * alpha_sin * (
            sigma + c * sigma_sin * (middle + c * sigma_cos * (2 * middle * middle - 1)))
        if abs(lam - before) < 1e-13:
            break
    square = alpha_cos2 * (A * A - B * B) / (B * B)
    big_a = 1 + square / 16384 * (4096 + square * (-768 + square * (320 - 175 * square)))
    big_b = square / 1024 * (256 + square * (-128 + square * (74 - 47 * square)))
    delta = big_b * sigma_sin * (middle + big_b / 4 * (
        sigma_cos * (2 * middle * middle - 1)
        - big_b / 6 * middle * (4 * sigma_sin * sigma_sin - 3) * (4 * middle * middle - 3)))
    return B * big_a * (sigma - delta)


def moved(origin, east, north):
    """A point some metres away, near enough for making cases."""
    latitude = origin[1] + math.degrees(north / A)
    longitude = origin[0] + math.degrees(east / (A * math.cos(math.radians(latitude))))
    return [wrap(longitude), latitude]


def beside(longitude, origin):
    """The longitude on the same side of the antimeridian as an origin."""
    return origin + wrap(longitude - origin)


def star(rng, center, size, points):
    """A simple ring around a point, of any shape."""
    angles = sorted(rng.uniform(0, 2 * math.pi) for _ in range(points))
    ring = [moved(center, (r := size * rng.uniform(0.2, 1)) * math.cos(a), r * math.sin(a)) for a in angles]
    return ring + ring[:1]


def plane(ring, origin):
    return [(beside(x, origin), y) for x, y in ring]


def case(rng, number):
    # Some lie across the antimeridian; none so near to a pole that a plane is no map of it.
    center = [rng.choice([rng.uniform(-180, 180), wrap(180 + rng.uniform(-0.05, 0.05))]), rng.uniform(-75, 75)]
    size = 10 ** rng.uniform(1.5, 4)
    way = [moved(center, rng.gauss(0, size), rng.gauss(0, size)) for _ in range(20)]
    kind = number % 3
    properties = {}
    if kind == 0:
        properties["radius"] = size
        geometry = {"type": "Point", "coordinates": center}
        answers = [(vincenty(p, center) - size, 1e-3) for p in way]
    elif kind == 1:
        while True:
            ring = star(rng, center, size, rng.randint(4, 25))
            outer = Polygon(plane(ring, center[0]))
            if outer.is_valid and outer.area > 0:
                break
        rings = [ring]
        if rng.random() < 0.4:
            hole = star(rng, center, size * 0.1, 6)
            inner = Polygon(plane(hole, center[0]))
            if inner.is_valid and outer.contains(inner):
                rings.append(hole)
                outer = Polygon(outer.exterior, [inner.exterior])
        geometry = {"type": "Polygon", "coordinates": rings}
        answers = []
        for p in way:
            point = Point(beside(p[0], center[0]), p[1])
            distance = outer.boundary.distance(point)
            answers.append((-distance if outer.contains(point) else distance, 1e-9))
    else:
        line = [moved(center, rng.gauss(0, size), rng.gauss(0, size)) for _ in range(rng.randint(2, 12))]
        width = size * rng.uniform(0.05, 0.8)
        properties["width"] = width
        geometry = {"type": "LineString", "coordinates": line}
        answers = []
        for p in way:
            sine = math.sin(math.radians(p[1]))
            root = math.sqrt(1 - E2 * sine * sine)
            x = math.radians(1) * A / root * math.cos(math.radians(p[1]))
            y = math.radians(1) * A * (1 - E2) / root ** 3
            # Densely, because a degree of longitude shrinks along the way.
            points = []
            for one, two in zip(line, line[1:]):
                for step in range(50):
                    east = wrap(one[0] - p[0]) + wrap(two[0] - one[0]) * step / 50
                    north = one[1] + (two[1] - one[1]) * step / 50 - p[1]
                    mean = math.cos(math.radians(p[1] + north / 2)) / math.cos(math.radians(p[1]))
                    points.append((east * x * mean, north * y))
            east, north = wrap(line[-1][0] - p[0]), line[-1][1] - p[1]
            mean = math.cos(math.radians(p[1] + north / 2)) / math.cos(math.radians(p[1]))
            points.append((east * x * mean, north * y))
            distance = LineString(points).distance(Point(0, 0)) - width / 2
            answers.append((distance, 0.05 + 1e-4 * width))
    sure = [(p, d < 0) for p, (d, margin) in zip(way, answers) if abs(d) > margin]
    feature = {"type": "Feature", "id": f"r{number}", "properties": properties, "geometry": geometry}
    return {"feature": feature, "points": [p for p, _ in sure], "inside": [i for _, i in sure],
            "left": len(way) - len(sure)}


def main():
    parser = argparse.ArgumentParser(description="Cases of regions with their answers, from Shapely.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--output", type=argparse.FileType("w"), default=sys.stdout)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    for number in range(options.cases):
        print(json.dumps(case(rng, number), separators=(",", ":")), file=options.output)


main()
