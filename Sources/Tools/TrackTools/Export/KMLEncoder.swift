internal import LocationModel

/// KML 2.2 with Google's `gx:Track`: one placemark, with a track for each run. Nothing is drawn between them.
struct KMLEncoder: ExportEncoder {
    let title: String
    private var isInTrack = false

    init(title: String) {
        self.title = title
    }

    mutating func begin(_ text: inout TextBuffer) {
        text.append(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">
            <Document><name>
            """ as StaticString)
        text.append(xml: title)
        text.append("</name>\n" as StaticString)
    }

    mutating func append(_ marks: [ExportMark], to text: inout TextBuffer) {
        endTrack(&text)
        for mark in marks {
            text.append("<Placemark><name>" as StaticString)
            text.append(xml: mark.name)
            text.append("</name>" as StaticString)
            if let from = mark.from, let to = mark.to {
                text.append("<TimeSpan><begin>" as StaticString)
                text.append(from)
                text.append("</begin><end>" as StaticString)
                text.append(to)
                text.append("</end></TimeSpan>" as StaticString)
            } else if let time = mark.from ?? mark.to {
                text.append("<TimeStamp><when>" as StaticString)
                text.append(time)
                text.append("</when></TimeStamp>" as StaticString)
            }
            text.append("<Point><coordinates>" as StaticString)
            text.append(mark.coordinate.longitude, decimals: 7)
            text.append("," as StaticString)
            text.append(mark.coordinate.latitude, decimals: 7)
            text.append("</coordinates></Point></Placemark>\n" as StaticString)
        }
    }

    mutating func beginTrack(_ name: String, _ text: inout TextBuffer) {
        endTrack(&text)
        isInTrack = true
        text.append("<Placemark><name>" as StaticString)
        text.append(xml: name)
        text.append("</name>\n<gx:MultiTrack>\n" as StaticString)
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
        let isHigh = line.allSatisfy { $0.altitude != nil }
        if isHigh {
            text.append("<altitudeMode>absolute</altitudeMode>\n" as StaticString)
        } else {
            text.append("<altitudeMode>clampToGround</altitudeMode>\n" as StaticString)
        }
        for location in line {
            text.append("<when>" as StaticString)
            text.append(location.timestamp)
            text.append("</when>\n" as StaticString)
        }
        for location in line {
            text.append("<gx:coord>" as StaticString)
            text.append(location.coordinate.longitude, decimals: 7)
            text.append(" " as StaticString)
            text.append(location.coordinate.latitude, decimals: 7)
            if let altitude = location.altitude, altitude.isFinite {
                text.append(" " as StaticString)
                text.append(altitude, decimals: 1)
            }
            text.append("</gx:coord>\n" as StaticString)
        }
        text.append("</gx:Track>\n" as StaticString)
    }

    mutating func end(_ text: inout TextBuffer) {
        endTrack(&text)
        text.append("</Document>\n</kml>\n" as StaticString)
    }
}
