internal import LocationModel

/// GPX 1.1: one track, a segment for each uninterrupted run.
struct GPXEncoder: ExportEncoder {
    let title: String
    let creator: String
    private var isInTrack = false

    init(title: String, creator: String) {
        self.title = title
        self.creator = creator
    }

    mutating func begin(_ text: inout TextBuffer) {
        text.append(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" creator="
            """ as StaticString)
        text.append(xml: creator)
        text.append(
            """
            " xmlns="http://www.topografix.com/GPX/1/1" \
            xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v2">

            """ as StaticString)
    }

    mutating func append(_ marks: [ExportMark], to text: inout TextBuffer) {
        for mark in marks {
            text.append("<wpt lat=\"" as StaticString)
            text.append(mark.coordinate.latitude, decimals: 7)
            text.append("\" lon=\"" as StaticString)
            text.append(longitude: mark.coordinate.longitude)
            text.append("\">" as StaticString)
            if let time = mark.from ?? mark.to {
                text.append("<time>" as StaticString)
                text.append(time)
                text.append("</time>" as StaticString)
            }
            text.append("<name>" as StaticString)
            text.append(xml: mark.name)
            text.append("</name>" as StaticString)
            if mark.to != nil {
                text.append("<desc>" as StaticString)
                mark.span(to: &text)
                text.append("</desc>" as StaticString)
            }
            text.append("<type>" as StaticString)
            text.append(xml: mark.kind)
            text.append("</type></wpt>\n" as StaticString)
        }
    }

    mutating func beginTrack(_ name: String, _ text: inout TextBuffer) {
        if isInTrack { text.append("</trk>\n" as StaticString) }
        isInTrack = true
        text.append("<trk><name>" as StaticString)
        text.append(xml: name)
        text.append("</name>\n" as StaticString)
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
        text.append("<trkpt lat=\"" as StaticString)
        text.append(location.coordinate.latitude, decimals: 7)
        text.append("\" lon=\"" as StaticString)
        text.append(longitude: location.coordinate.longitude)
        text.append("\">" as StaticString)
        Self.element("ele", location.altitude, 1, &text)
        text.append("<time>" as StaticString)
        text.append(location.timestamp)
        text.append("</time>" as StaticString)
        if let altitude = location.altitude, let ellipsoidal = location.ellipsoidalAltitude {
            Self.element("geoidheight", ellipsoidal - altitude, 1, &text)
        }
        switch location.fix {
        case .fix2D: text.append("<fix>2d</fix>" as StaticString)
        case .fix3D: text.append("<fix>3d</fix>" as StaticString)
        case .some(.none), nil: break
        }
        if let satellites = location.satellitesUsed {
            text.append("<sat>" as StaticString)
            text.append(satellites)
            text.append("</sat>" as StaticString)
        }
        Self.element("hdop", location.hdop, 2, &text)
        if location.speed != nil || location.course != nil {
            text.append("<extensions><gpxtpx:TrackPointExtension>" as StaticString)
            Self.element("gpxtpx:speed", location.speed, 2, &text)
            Self.element("gpxtpx:course", location.course, 1, &text)
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
