internal import Glibc
internal import LocationModel
internal import TrackTools

/// The JSON of the calendar and of the overview of many days.
package enum OverviewDocument {
    /// `{"complete":true,"days":[{"day":"2026-11-21","distance":…,"movingTime":…,"trips":…,"gaps":…},…]}`
    package static func calendar(_ sketches: DaySketches.Found) -> [UInt8] {
        JSONText.object { line in
            line.member("complete", sketches.isComplete)
            line.objects("days", sketches.days) { line, entry in
                line.member("day", "\(entry.day)")
                line.member("distance", entry.sketch.distance, decimals: 1)
                line.member("movingTime", entry.sketch.movingTime, decimals: 0)
                line.member("maximumSpeed", entry.sketch.maximumSpeed, decimals: 1)
                line.member("trips", entry.sketch.trips)
                line.member("gaps", entry.sketch.gaps)
            }
        }
    }

    /// The same days, each with its `lines` as lists of `[latitude, longitude]`, in the detail of a zoom (0 to 22).
    package static func overview(_ sketches: DaySketches.Found, zoom: Int) -> [UInt8] {
        var text = TextBuffer()
        text.append("[" as StaticString)
        for (index, entry) in sketches.days.enumerated() {
            if index > 0 { text.append("," as StaticString) }
            text.write("{\"day\":\"\(entry.day.description)\",\"distance\":\(entry.sketch.distance),\"lines\":[")
            let latitude = entry.sketch.points.first?.coordinate.latitude ?? 0
            let pixel = 156_543.03 * cos(latitude * .pi / 180) / Double(1 << zoom)
            for (number, line) in entry.sketch.lines(pixel: pixel).enumerated() {
                text.append(number > 0 ? ",[" as StaticString : "[" as StaticString)
                for (corner, place) in line.enumerated() {
                    text.write(
                        "\(corner > 0 ? "," : "")[\(place.latitude, decimals: 5),\(place.longitude, decimals: 5)]")
                }
                text.append("]" as StaticString)
            }
            text.append("]}" as StaticString)
        }
        text.append("]" as StaticString)
        return JSONText.object(last: "overview", text.bytes) { line in
            line.member("complete", sketches.isComplete)
            line.member("distance", sketches.days.reduce(0) { $0 + $1.sketch.distance }, decimals: 1)
        }
    }
}
