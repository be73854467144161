internal import LocationModel

/// GPX 1.1: one track, a segment for each uninterrupted run.
struct GPXEncoder: ExportEncoder {
    let title: String
    let creator: String
    var isInTrack = false

    mutating func begin(_ text: inout TextBuffer) {
        text.write(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="\(xml: creator)" xmlns="http://www.topografix.com/GPX/1/1" \
            xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">

            """)
    }

    mutating func append(_ marks: [ExportMark], to text: inout TextBuffer) {
        for mark in marks {
            let place = mark.coordinate
            text.write("<wpt lat=\"\(place.latitude, decimals: 7)\" lon=\"\(longitude: place.longitude)\">")
            if let time = mark.from ?? mark.to { text.write("<time>\(time)</time>") }
            text.write("<name>\(xml: mark.name)</name>")
            if let to = mark.to {
                let from = mark.from.map { "\($0)" } ?? ""
                text.write("<desc>\(from) to \(to)</desc>")
            }
            text.write("<type>\(xml: mark.kind)</type></wpt>\n")
        }
    }

    mutating func beginTrack(_ name: String, _ text: inout TextBuffer) {
        if isInTrack { text.append("</trk>\n" as StaticString) }
        isInTrack = true
        text.write("<trk><name>\(xml: name)</name>\n")
    }

    mutating func append(_ run: ExportRun, to text: inout TextBuffer) {
        if !isInTrack { beginTrack(title, &text) }
        if run.previous == nil { text.append("<trkseg>\n" as StaticString) }
        for location in run.locations { append(location, to: &text) }
        if run.isLast { text.append("</trkseg>\n" as StaticString) }
    }

    mutating func end(_ text: inout TextBuffer) {
        if !isInTrack { beginTrack(title, &text) }
        text.append("</trk>\n</gpx>\n" as StaticString)
    }

    private func append(_ location: Location, to text: inout TextBuffer) {
        let place = location.coordinate
        text.write("<trkpt lat=\"\(place.latitude, decimals: 7)\" lon=\"\(longitude: place.longitude)\">")
        Self.element("ele", location.altitude, 1, &text)
        text.write("<time>\(location.timestamp)</time>")
        if let altitude = location.altitude, let ellipsoidal = location.ellipsoidalAltitude {
            Self.element("geoidheight", ellipsoidal - altitude, 1, &text)
        }
        switch location.fix {
        case .fix2D: text.append("<fix>2d</fix>" as StaticString)
        case .fix3D: text.append("<fix>3d</fix>" as StaticString)
        case .some(.none), nil: break
        }
        if let satellites = location.satellitesUsed { text.write("<sat>\(satellites)</sat>") }
        Self.element("hdop", location.hdop, 2, &text)
        if location.speed != nil || location.course != nil {
            text.append("<extensions><gpxtpx:TrackPointExtension>" as StaticString)
            Self.element("gpxtpx:speed", location.speed, 2, &text)
            Self.element("gpxtpx:course", location.course?.direction(decimals: 1), 1, &text)
            text.append("</gpxtpx:TrackPointExtension></extensions>" as StaticString)
        }
        text.append("</trkpt>\n" as StaticString)
    }

    private static func element(_ name: StaticString, _ value: Double?, _ decimals: Int, _ text: inout TextBuffer) {
        guard let value, value.isFinite else { return }
        text.append("<" as StaticString)
        text.append(name)
        text.append(">" as StaticString)
        text.append(value, decimals: decimals)
        text.append("</" as StaticString)
        text.append(name)
        text.append(">" as StaticString)
    }
}
