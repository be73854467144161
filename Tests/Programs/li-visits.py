#!/usr/bin/env python3
"""Compare the visits of `locd replay` with stays found after Li et al. (2008), 100 m and 5 min, on recorded tracks.

usage: li-visits.py LOCD FILE...

FILE is a GPX track (*.gpx, *.gpx.gz) or Aalto's device_data.csv. Of Li's algorithm nothing is shared with locd: this is the
algorithm of "Mining user similarity based on location history" (ACM GIS 2008), with the distance of a sphere.
"""
import csv
import datetime
import gzip
import json
import math
import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

RADIUS, DURATION = 100.0, 300.0


def seconds(text):
    text = text.strip().replace("Z", "+00:00")
    return datetime.datetime.fromisoformat(text).timestamp()


def stamp(time):
    moment = datetime.datetime.fromtimestamp(time, datetime.timezone.utc)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + "%03dZ" % (moment.microsecond // 1000)


def distance(one, other):
    north = math.radians(other[1] - one[1])
    east = math.radians(other[2] - one[2]) * math.cos(math.radians((one[1] + other[1]) / 2))
    return 6371008.8 * math.hypot(north, east)


def tracks(path):
    """Names and fixes (time, latitude, longitude, accuracy or None), each in the order of time."""
    if path.endswith(".csv"):
        devices = {}
        with open(path) as file:
            for row in csv.DictReader(file):
                fix = (seconds(row["time"][:23] + "+03:00"), float(row["lat"]), float(row["lng"]), float(row["accuracy"]))
                devices.setdefault(row["device_id"], []).append(fix)
        return [("phone " + device, sorted(fixes)) for device, fixes in sorted(devices.items())]
    opened = gzip.open(path) if path.endswith(".gz") else open(path, "rb")
    with opened as file:
        root = xml.etree.ElementTree.parse(file).getroot()
    fixes = []
    for point in root.iter():
        if not point.tag.endswith("trkpt"):
            continue
        for child in point:
            if child.tag.endswith("}time") and child.text:
                fixes.append((seconds(child.text), float(point.get("lat")), float(point.get("lon")), None))
    return [(os.path.basename(path).split(".")[0], sorted(set(fixes)))]


def stays(fixes):
    """After Li: from a first point until the first that is farther than the radius from it."""
    found, first = [], 0
    while first < len(fixes):
        last = first + 1
        while last < len(fixes) and distance(fixes[first], fixes[last]) <= RADIUS:
            last += 1
        # It left at the moment of the first point elsewhere; at the end of the track, with the last one.
        end = fixes[last][0] if last < len(fixes) else fixes[-1][0]
        if end - fixes[first][0] > DURATION:
            points = fixes[first:last]
            place = [sum(point[axis] for point in points) / len(points) for axis in (1, 2)]
            found.append((fixes[first][0], end, place, points[-1][0]))
            first = last
        else:
            first += 1
    return found


def joined(found):
    """Parts of one stay, side by side within the radius and five minutes, are one."""
    result = []
    for stay in found:
        if result and stay[0] - result[-1][1] <= DURATION and distance((0, *stay[2]), (0, *result[-1][2])) <= RADIUS:
            result[-1] = (result[-1][0], stay[1], result[-1][2], stay[3])
        else:
            result.append(stay)
    return result


def visits(locd, fixes):
    with tempfile.TemporaryDirectory() as folder:
        recording, settings = os.path.join(folder, "recording.json"), os.path.join(folder, "locd.yaml")
        with open(settings, "w") as file:
            file.write("recorder:\n  visits: true\n")
        with open(recording, "w") as file:
            file.write('{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}\n')
            for time, latitude, longitude, accuracy in fixes:
                report = {"class": "TPV", "device": "/dev/gps", "mode": 3, "time": stamp(time), "lat": latitude, "lon": longitude}
                if accuracy:
                    report["eph"] = accuracy
                file.write(json.dumps(report, separators=(",", ":")) + "\n")
        output = subprocess.run(
            [locd, "replay", "--config", settings, recording], stdout=subprocess.PIPE, check=True, timeout=300).stdout
    found, last = [], fixes[-1][0]
    for line in output.splitlines():
        event = json.loads(line)
        if event.get("type") != "visit":
            continue
        place = [event["latitude"], event["longitude"]]
        known = event.get("arrivalDate") or event.get("since") or event["timestamp"]
        end = event.get("departureDate")
        if end is None:
            found.append((seconds(known), last, place))
        elif found:
            found[-1] = (found[-1][0], seconds(end), place)
    return found


def overlap(one, other):
    return min(one[1], other[1]) - max(one[0], other[0])


def line(kind, interval, fixes):
    inside = [fix for fix in fixes if interval[0] <= fix[0] <= interval[1]]
    way = sum(distance(a, b) for a, b in zip(inside, inside[1:]))
    spread = max((distance((0, *interval[2]), fix) for fix in inside), default=0)
    gap = max((b[0] - a[0] for a, b in zip(inside, inside[1:])), default=0)
    ends = distance(inside[0], inside[-1]) if inside else 0
    print("  %s %s, %d min: %d fixes, longest silence %d s, way %d m, spread %d m, from first to last %d m" % (
        kind, stamp(interval[0])[:19], round((interval[1] - interval[0]) / 60), len(inside), gap, way, spread, ends))


def main(locd, paths):
    totals = [0, 0, 0, 0]
    for path in paths:
        for name, all_fixes in tracks(path):
            fixes = [fix for fix in all_fixes if not fix[3] or fix[3] <= RADIUS]
            if len(fixes) < 2:
                continue
            expected, found = joined(stays(fixes)), visits(locd, all_fixes)
            matched = [stay for stay in expected if any(overlap(stay, visit) > 0.5 * DURATION for visit in found)]
            true = [visit for visit in found if any(overlap(stay, visit) > 0.5 * DURATION for stay in expected)]
            parts = sum(max(sum(overlap(stay, visit) > 0.5 * DURATION for visit in found) - 1, 0) for stay in expected)
            totals = [sum(pair) for pair in zip(totals, (len(expected), len(matched), len(found) - len(true), parts))]
            print("%s: %d fixes, %d stays, %d visits, %d stays found" % (
                name, len(fixes), len(expected), len(found), len(matched)))
            for stay in expected:
                if stay not in matched:
                    line("only Li  ", stay, fixes)
            for visit in found:
                if visit not in true:
                    line("only locd", visit, fixes)
    print("all: %d stays, %d found, %d visits that are no stay, %d more that are parts of one" % tuple(totals))


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2:])
