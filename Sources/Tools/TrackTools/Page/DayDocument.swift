internal import Cartography
package import LocationModel
package import Phrasing
internal import Tracks

/// The JSON of some days. Times are milliseconds since 1970, in points since `start`; places are degrees; the rest is
/// SI.
package struct DayDocument {
    /// Levels of detail: a point of level n may be left out where a pixel is more than `tolerance` · 2ⁿ⁺¹ metres.
    private static let levels = 14

    let range: DayRange
    let day: TrackDay
    let regions: [Region]
    let faults: Int
    let calendar: LocalCalendar
    let units: UnitSystem
    let town: (Coordinate) -> String?

    package init(
        _ range: DayRange, _ day: TrackDay, regions: [Region], faults: Int, calendar: LocalCalendar,
        units: UnitSystem, town: @escaping (Coordinate) -> String?
    ) {
        (self.range, self.day, self.regions, self.faults) = (range, day, regions, faults)
        (self.calendar, self.units, self.town) = (calendar, units, town)
    }

    /// The document of a viewer with full accuracy.
    package var json: [UInt8] {
        let statistics = day.picture.statistics
        let start = day.picture.trace.points.first?.timestamp ?? .earliest
        var parts = TextBuffer()
        parts.append("[" as StaticString)
        pieces(from: start, to: &parts)
        parts.append("],\"profile\":[" as StaticString)
        profile(from: start, to: &parts)
        parts.append("]" as StaticString)
        return JSONText.object(last: "pieces", parts.bytes) { line in
            line.member("days", range.description)
            line.member("accuracy", "full" as StaticString)
            Self.clock(range.interval(in: calendar), calendar, &line)
            line.member("faults", faults)
            figures(statistics, &line)
            line.objects("gaps", statistics.gaps) { $1.write(to: &$0, at: place(of: $1.gap)) }
            line.member("gapCount", statistics.gapCount)
            line.objects("pauses", day.pauses) { $1.write(to: &$0) }
            line.objects("stops", statistics.stops) { line, stop in
                line.moment("from", stop.from)
                line.moment("to", stop.to)
                line.place(stop.place)
                if stop.duration >= 60, let town = town(stop.place) { line.member("town", town) }
            }
            line.member("stopCount", statistics.stopCount)
            line.objects("visits", day.picture.marks.visits) { line, visit in
                line.moment("from", visit.arrivalDate ?? visit.since)
                line.moment("to", visit.departureDate)
                line.place(visit.coordinate)
                if let town = town(visit.coordinate) { line.member("town", town) }
            }
            line.objects("crossings", day.picture.marks.crossings) { line, crossing in
                line.moment("time", crossing.event.timestamp)
                line.member("region", crossing.event.identifier)
                line.member("isEntry", crossing.event.state == .inside)
                line.place(crossing.coordinate)
            }
            line.objects("trips", day.trips) { line, trip in
                line.moment("from", trip.from)
                line.moment("to", trip.to)
                line.member("distance", trip.statistics.distance, decimals: 1)
                line.member("movingTime", trip.statistics.movingTime, decimals: 0)
                line.member("maximumSpeed", trip.statistics.maximumSpeed, decimals: 2)
                if let town = town(trip.start) { line.member("startTown", town) }
                if let town = town(trip.end) { line.member("endTown", town) }
            }
            line.objects("untrusted", day.picture.untrusted) { line, found in
                line.moment("from", found.from)
                line.member("text", found.text)
                line.objects("places", found.places) { $0.place($1) }
            }
            line.objects("regions", regions) { $1.write(to: &$0) }
            let scale = SpeedScale(upTo: usualSpeed, units: units)
            line.object("speeds") { line in
                line.member("size", scale.unit.size, decimals: 6)
                line.member("symbol", scale.unit.symbol)
                line.member("step", scale.step, decimals: 3)
                line.member("classes", scale.classes)
                line.strings("labels", scale.labels)
            }
            line.moment("start", start)
            line.member("tolerance", day.picture.trace.tolerance, decimals: 3)
        }
    }

    /// The document of a viewer with reduced accuracy: places of some kilometres, and nothing else.
    package static func reduced(
        _ range: DayRange, _ places: [Location], calendar: LocalCalendar
    ) -> [UInt8] {
        JSONText.object { line in
            line.member("days", range.description)
            line.member("accuracy", "reduced" as StaticString)
            clock(range.interval(in: calendar), calendar, &line)
            line.objects("places", places) { line, place in
                line.moment("time", place.timestamp)
                line.place(place.coordinate)
                line.member("radius", place.horizontalAccuracy, decimals: 0)
            }
        }
    }

    private static func clock(_ interval: TrackInterval, _ calendar: LocalCalendar, _ line: inout JSONLine) {
        guard let from = interval.from, let to = interval.to else { return }
        line.moment("from", from)
        line.moment("to", to)
        offsets(from: from, to: to, calendar, &line)
    }

    /// The box's clocks, from moment to moment.
    package static func offsets(from: Timestamp, to: Timestamp, _ calendar: LocalCalendar, _ line: inout JSONLine) {
        let clock = PictureClock(from: from, to: to) { (calendar.secondsAhead(at: $0), "") }
        line.objects("clock", clock.offsets) { line, offset in
            line.moment("since", offset.since)
            line.member("seconds", offset.seconds)
        }
    }

    private func figures(_ statistics: TrackStatistics, _ line: inout JSONLine) {
        line.member("locations", statistics.locations)
        line.member("distance", statistics.distance, decimals: 1)
        line.member("movingTime", statistics.movingTime, decimals: 1)
        line.member("stoppedTime", statistics.stoppedTime, decimals: 1)
        line.member("maximumSpeed", statistics.maximumSpeed, decimals: 2)
        line.member("averageSpeed", statistics.averageSpeed, decimals: 2)
        line.member("climb", statistics.climb, decimals: 1)
        line.member("descent", statistics.descent, decimals: 1)
        line.moment("first", statistics.first)
        line.moment("last", statistics.last)
    }

    /// `{"link":"gap","cause":"noFix","points":[[ms, latitude, longitude, m/s, level],…]}`
    private func pieces(from start: Timestamp, to text: inout TextBuffer) {
        let trace = day.picture.trace
        let levels = trace.levels(highest: Self.levels)
        var isFirst = true
        for piece in trace.pieces where !piece.range.isEmpty {
            text.append(isFirst ? "{" as StaticString : ",{" as StaticString)
            isFirst = false
            if case .gap(let cause) = piece.link {
                text.write(#""link":"gap","cause":"\#(cause)","text":"\#(PictureWords.cause(cause))","points":["#)
            } else {
                text.write(#""link":"separate","points":["#)
            }
            for index in piece.range {
                let point = trace.points[index]
                let (place, time) = (point.coordinate, point.timestamp.milliseconds - start.milliseconds)
                text.write(
                    """
                    \(index > piece.range.lowerBound ? "," : "")[\(Int(time)),\
                    \(place.latitude, decimals: 6),\(place.longitude, decimals: 6),\
                    \(ifKnown: point.speed.isNaN ? nil : Double(point.speed), decimals: 1),\(Int(levels[index]))]
                    """)
            }
            text.append("]}" as StaticString)
        }
    }

    /// `[ms, metres of the way, m/s, lowest m, highest m, 1 after a break]`
    private func profile(from start: Timestamp, to text: inout TextBuffer) {
        for (index, bin) in day.picture.profile.bins.enumerated() {
            text.write(
                """
                \(index > 0 ? "," : "")[\(Int(bin.from.milliseconds - start.milliseconds)),\(bin.start, decimals: 0),\
                \(ifKnown: bin.speed, decimals: 1),\(ifKnown: bin.low, decimals: 0),\(ifKnown: bin.high, decimals: 0),\
                \(bin.isAfterBreak ? 1 : 0)]
                """)
        }
    }

    /// The 98th percentile of the speeds.
    private var usualSpeed: Double {
        let speeds = day.picture.trace.points.lazy.map(\.speed).filter { !$0.isNaN }.sorted()
        guard !speeds.isEmpty else { return day.picture.statistics.maximumSpeed ?? 1 }
        return Double(speeds[min(speeds.count - 1, speeds.count * 49 / 50)])
    }

    /// The place of an interruption: the last point before it.
    private func place(of gap: Gap) -> Coordinate? {
        let points = day.picture.trace.points
        var (low, high) = (0, points.count)
        while low < high {
            let middle = (low + high) / 2
            if points[middle].timestamp <= gap.from { low = middle + 1 } else { high = middle }
        }
        return points.isEmpty ? nil : points[max(low - 1, 0)].coordinate
    }
}
