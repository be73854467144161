package import LocationModel

extension JSONLine {
    /// Milliseconds since 1970; absent where `nil`.
    package mutating func moment(_ name: StaticString, _ time: Timestamp?) {
        member(name, time.map { Int($0.milliseconds) })
    }

    /// `latitude` and `longitude`, to the decimetre.
    package mutating func place(_ place: Coordinate?) {
        member("latitude", place?.latitude, decimals: 6)
        member("longitude", place?.longitude, decimals: 6)
    }
}

extension TrackStatistics.Hole {
    func write(to line: inout JSONLine, at place: Coordinate?) {
        line.moment("from", gap.from)
        line.moment("to", gap.to)
        line.member("cause", gap.cause.rawValue)
        line.member("text", PictureWords.cause(gap.cause.rawValue))
        line.member("distance", distance, decimals: 0)
        line.place(place)
    }
}

extension TrackDay.Break {
    func write(to line: inout JSONLine) {
        line.moment("from", pause.timestamp)
        line.moment("to", end)
        line.member("cause", pause.cause.rawValue)
        line.place(coordinate)
    }
}

extension Region {
    package func write(to line: inout JSONLine) {
        line.member("identifier", identifier)
        line.member("name", name ?? identifier)
        switch shape {
        case .circle(let center, let radius):
            line.member("kind", "circle" as StaticString)
            line.place(center)
            line.member("radius", radius, decimals: 1)
        case .polygons(let polygons):
            line.member("kind", "polygons" as StaticString)
            line.objects("polygons", polygons) { line, polygon in
                line.objects("rings", [polygon.exterior.vertices] + polygon.holes.map(\.vertices)) { line, ring in
                    line.objects("corners", ring) { $0.place($1) }
                }
            }
        case .corridor(let polyline, let width):
            line.member("kind", "corridor" as StaticString)
            line.member("width", width, decimals: 1)
            line.objects("corners", polyline.vertices) { $0.place($1) }
        // Without a place there is nothing to draw.
        case .beacons: line.member("kind", "beacons" as StaticString)
        }
    }
}
