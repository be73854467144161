internal import LocationModel

/// KML 2.2 with Google's `gx:Track`: one placemark, with a track for each run. Nothing is drawn between them.
struct KMLEncoder: ExportEncoder {
    let title: String
    var isInTrack = false

    mutating func begin(_ text: inout TextBuffer) {
        text.write(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">
            <Document><name>\(xml: title)</name>

            """)
    }

    mutating func append(_ marks: [ExportMark], to text: inout TextBuffer) {
        endTrack(&text)
        for mark in marks {
            text.write("<Placemark><name>\(xml: mark.name)</name>")
            if let from = mark.from, let to = mark.to {
                text.write("<TimeSpan><begin>\(from)</begin><end>\(to)</end></TimeSpan>")
            } else if let time = mark.from ?? mark.to {
                text.write("<TimeStamp><when>\(time)</when></TimeStamp>")
            }
            let (longitude, latitude) = (mark.coordinate.longitude, mark.coordinate.latitude)
            text.write("<Point><coordinates>\(longitude, decimals: 7),\(latitude, decimals: 7)</coordinates></Point>")
            text.write("</Placemark>\n")
        }
    }

    mutating func beginTrack(_ name: String, _ text: inout TextBuffer) {
        endTrack(&text)
        isInTrack = true
        text.write("<Placemark><name>\(xml: name)</name>\n<gx:MultiTrack>\n")
    }

    private mutating func endTrack(_ text: inout TextBuffer) {
        if isInTrack { text.append("</gx:MultiTrack>\n</Placemark>\n" as StaticString) }
        isInTrack = false
    }

    mutating func append(_ run: ExportRun, to text: inout TextBuffer) {
        if !isInTrack { beginTrack(title, &text) }
        let line = run.line
        text.append("<gx:Track>\n" as StaticString)
        // Heights are above sea level; if one is unknown, none can be.
        let mode = line.allSatisfy { $0.altitude != nil } ? "absolute" : "clampToGround"
        text.write("<altitudeMode>\(mode)</altitudeMode>\n")
        for location in line { text.write("<when>\(location.timestamp)</when>\n") }
        for location in line {
            let place = location.coordinate
            // It must have three values; the altitude mode has this one ignored.
            let altitude = location.altitude.flatMap { $0.isFinite ? $0 : nil } ?? 0
            text.write("<gx:coord>\(place.longitude, decimals: 7) \(place.latitude, decimals: 7) ")
            text.write("\(altitude, decimals: 1)</gx:coord>\n")
        }
        text.append("</gx:Track>\n" as StaticString)
    }

    mutating func end(_ text: inout TextBuffer) {
        endTrack(&text)
        text.append("</Document>\n</kml>\n" as StaticString)
    }
}
